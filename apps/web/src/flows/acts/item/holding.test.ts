import type { User } from '@plinth/api'
import { collection721Abi, collection1155Abi } from '@plinth/protocol/abi'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ALICE, BOB, CHAIN, COLLECTION, declined, revertOf, runFlow, ScriptedMarket } from '../../../../test/scripted-market.ts'
import { api } from '../../../lib/api.ts'
import { listTransactions } from '../../transactions/transactions.ts'
import { burnFlow } from './burn.ts'
import { readTransferSubject, transferFlow, transferSubject } from './transfer.ts'

let market: ScriptedMarket
vi.mock('../../../wallet/load.ts', () => ({ loadWallet: async () => market.wallet }))

beforeEach(() => {
  market = new ScriptedMarket()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const holding = { chainId: CHAIN, collection: COLLECTION, tokenId: 7n, standard: 3, quantity: 1n, title: 'Wheat', isSent: false }
const edition = { ...holding, standard: 2, quantity: 3n }
const single = { ...holding, to: BOB }
const some = { ...edition, to: BOB }

describe('transfer', () => {
  it('[XFER-06] is one step: a dry run, one transaction, and the market’s own book', async () => {
    const { state } = await runFlow(transferFlow, { ...single })
    expect(state).toMatchObject({ phase: 'done', steps: { transfer: { at: 'done' } } })
    expect(Object.keys(state.steps)).toEqual(['transfer'])
    expect(market.log).toEqual(['dry safeTransferFrom', 'send safeTransferFrom'])
    expect(listTransactions()).toMatchObject([{ act: 'transfer', account: ALICE, subject: `${BOB} 1` }])
  })

  it('[TX-15] to a contract that can’t receive ends before the wallet opens, with the reason in words', async () => {
    for (const [abi, error, args, context] of [
      [collection721Abi, 'ERC721InvalidReceiver', [BOB], single],
      [collection1155Abi, 'ERC1155InvalidReceiver', [BOB], some],
    ] as const) {
      market.reverts.set('safeTransferFrom', [revertOf(abi, error, args, 'safeTransferFrom')])
      const { state } = await runFlow(transferFlow, { ...context })
      expect(state.steps.transfer).toMatchObject({ code: 'RECEIVER_REFUSED', text: expect.stringContaining('can’t receive') })
    }
    expect(market.log).toEqual(['dry safeTransferFrom', 'dry safeTransferFrom'])
    expect(listTransactions()).toEqual([])
  })

  it('[XFER-01] says that it is gone to one who no longer holds it', async () => {
    market.reverts.set('safeTransferFrom', [revertOf(collection721Abi, 'ERC721InsufficientApproval', [ALICE, 7n], 'safeTransferFrom')])
    expect((await runFlow(transferFlow, { ...single })).state.steps.transfer).toMatchObject({ code: 'HOLDING_MOVED' })
    market.reverts.set('safeTransferFrom', [
      revertOf(collection1155Abi, 'ERC1155InsufficientBalance', [ALICE, 0n, 3n, 7n], 'safeTransferFrom'),
    ])
    expect((await runFlow(transferFlow, { ...some })).state.steps.transfer).toMatchObject({ code: 'HOLDING_MOVED' })
    expect(market.sent).toEqual([])
  })

  it('refuses an account that has no wallet', async () => {
    vi.spyOn(api.user, 'info').mockResolvedValue({ loginType: '2' } as User)
    expect((await runFlow(transferFlow, { ...single })).state).toMatchObject({ failure: { code: 'RECEIVER_NO_WALLET' } })
    expect(market.log).toEqual([])
  })

  it('[ERR-27] goes on where it stopped after a no in the wallet', async () => {
    market.refusals.push(declined())
    const { state, again } = await runFlow(transferFlow, { ...single })
    expect(state.steps.transfer).toMatchObject({ at: 'failed', code: 'USER_REJECTED' })
    expect(await again()).toMatchObject({ phase: 'done' })
    expect(market.sent).toHaveLength(1)
  })

  it('sends nothing for an account that is not in the wallet any more', async () => {
    const opening = runFlow(transferFlow, { ...single })
    vi.mocked(api.user.info).mockImplementation(async () => {
      market.account = BOB
      return {}
    })
    expect((await opening).state.steps.transfer).toMatchObject({ code: 'WALLET_CHANGED' })
    expect(market.sent).toEqual([])
  })

  it('follows one that is on its way instead of sending another', async () => {
    market.history.push({ txHash: '0x77' })
    const { state } = await runFlow(transferFlow, { ...some, isSent: true }, { transfer: '0x77' })
    expect(state.steps.transfer).toEqual({ at: 'done', hash: '0x77' })
    expect(market.log).toEqual([])
    expect(readTransferSubject(transferSubject(some))).toEqual({ to: BOB, quantity: '3' })
  })
})

describe('burn', () => {
  it('[BURN-04] is one step and one transaction', async () => {
    const { state } = await runFlow(burnFlow, { ...edition })
    expect(Object.keys(state.steps)).toEqual(['burn'])
    expect(state.phase).toBe('done')
    expect(market.log).toEqual(['dry burn', 'send burn'])
  })

  it('[BURN-01] fails before the wallet opens for one who does not hold so many', async () => {
    market.reverts.set('burn', [revertOf(collection1155Abi, 'ERC1155InsufficientBalance', [ALICE, 1n, 3n, 7n], 'burn')])
    expect((await runFlow(burnFlow, { ...edition })).state.steps.burn).toMatchObject({ code: 'HOLDING_MOVED' })
    market.reverts.set('burn', [revertOf(collection721Abi, 'ERC721NonexistentToken', [7n], 'burn')])
    expect((await runFlow(burnFlow, { ...holding })).state.steps.burn).toMatchObject({ code: 'HOLDING_MOVED' })
    expect(market.sent).toEqual([])
  })
})
