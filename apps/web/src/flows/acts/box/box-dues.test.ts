import type { BoxCreditRecord, BoxKeptRecord } from '@plinth/api'
import { toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import { blindBoxAbi } from '@plinth/protocol/abi'
import { keccak256 } from 'viem'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ALICE, CHAIN, COLLECTION, declined, revertOf, runFlow, ScriptedMarket } from '../../../../test/scripted-market.ts'
import { api } from '../../../lib/api.ts'
import { listTransactions } from '../../transactions/transactions.ts'
import { claimFlow, collectFlow } from './box-dues.ts'

let market: ScriptedMarket
vi.mock('../../../wallet/load.ts', () => ({ loadWallet: async () => market.wallet }))

const BLIND_BOX = toAddress(`0x${'b0'.repeat(20)}`)
const HASH = keccak256('0xb0')
// As much of the records as the flows read, which is why their types are cast.
const kept = { chainId: CHAIN, contract: BLIND_BOX, boxHash: HASH, boxId: 5n, account: ALICE, index: 2, count: 3 } as BoxKeptRecord
const creditIn = (token: typeof COLLECTION) =>
  ({ chainId: CHAIN, contract: BLIND_BOX, account: ALICE, token, symbol: 'PUSD', decimals: 6, amount: 16_200_000n }) as BoxCreditRecord
const waitingIs = (...answers: { list?: BoxKeptRecord[]; credits?: BoxCreditRecord[] }[]) => {
  const asked = vi.spyOn(api.blind, 'box.kept')
  for (const { list = [], credits = [] } of answers) asked.mockResolvedValueOnce({ list, credits })
  return asked.mockResolvedValue({ list: [], credits: [] })
}

beforeEach(() => {
  market = new ScriptedMarket()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('what waits in the contract of boxes', () => {
  it('is collected by its owner, all of a kind at once, until the market says that it is gone', async () => {
    const asked = waitingIs({ list: [kept] })
    expect((await runFlow(collectFlow, { kept, title: 'Koi' })).state.phase).toBe('done')
    expect(market.sent).toMatchObject([{ address: BLIND_BOX, functionName: 'collect', args: [HASH, 2n, 3n, ALICE, ALICE] }])
    expect(asked).toHaveBeenCalledTimes(2)
  })

  it.each([
    ['a token', COLLECTION, 'claimTokens', [COLLECTION, ALICE, ALICE]],
    ['coin', ZERO_ADDRESS, 'claim', [ALICE, ALICE]],
  ] as const)('is money in %s, fetched by its own call', async (_, token, functionName, args) => {
    const asked = waitingIs({ credits: [creditIn(token)] })
    expect((await runFlow(claimFlow, { credit: creditIn(token), title: '16.20 PUSD' })).state.phase).toBe('done')
    expect(market.sent).toMatchObject([{ address: BLIND_BOX, functionName, args }])
    expect(listTransactions()[0]).toMatchObject({ act: 'claimMoney', title: '16.20 PUSD' })
    expect(asked).toHaveBeenCalledTimes(2)
  })

  it('sends nothing where its owner refuses, or the contract has nothing due', async () => {
    waitingIs()
    market.refusals.push(declined())
    const { state, again } = await runFlow(claimFlow, { credit: creditIn(COLLECTION), title: '16.20 PUSD' })
    expect(state.phase).toBe('failed')
    market.reverts.set('claimTokens', [revertOf(blindBoxAbi, 'PayoutNothingDue', [ALICE], 'claimTokens')])
    expect((await again()).phase).toBe('failed')
    expect(market.sent).toEqual([])
  })
})
