import { AppError } from '@plinth/api'
import { BlockNotFoundError } from 'viem'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ALICE, CHAIN, EXCHANGE, ScriptedMarket } from '../../../test/scripted-market.ts'
import { awaitPendingTx } from './pending-tx.ts'
import { addTransaction } from './transactions.ts'

let market: ScriptedMarket
vi.mock('../../wallet/load.ts', () => ({ loadWallet: async () => market.wallet }))

const HASH = '0x5e'
const MINUTE = 60_000
let looks = 0

/** A request that a closed page has left; each look at the chain is answered so. */
function awaiting(answer: () => Promise<undefined>) {
  const sent = { to: EXCHANGE, dataHash: '0x', value: '0', nonce: 1, block: '1' } as const
  const id = addTransaction({ chainId: CHAIN, account: ALICE, act: 'burn', title: 'Wheat', item: undefined, sent })
  market.wallet.findSent = async () => {
    looks++
    return answer()
  }
  return awaitPendingTx(id, 3_000)
}
const silent = () => Promise.reject(new Error('fetch failed'))
const minutes = (count: number) => vi.advanceTimersByTimeAsync(count * MINUTE)

beforeEach(() => {
  vi.useFakeTimers()
  market = new ScriptedMarket()
  looks = 0
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('a request that its page has left', () => {
  it('[F-71] for several calls at once is asked of the wallet by its name', async () => {
    const of = { chainId: CHAIN, account: ALICE, act: 'burn' as const, title: 'Wheat', item: undefined }
    const end = awaitPendingTx(addTransaction({ ...of, batch: '0x0b' }), 3_000)
    const asked: string[] = []
    market.wallet.findBatch = async (name) => {
      asked.push(name)
      return asked.length < 3 ? { at: 'none' } : { at: 'sent', hash: HASH }
    }
    await minutes(1)
    expect(await end).toMatchObject({ hash: HASH, batch: '0x0b' })
    expect(asked).toEqual(['0x0b', '0x0b', '0x0b'])
  })

  it('[F-71] is looked for each minute once the wallet has had its time, for as long as no node answers', async () => {
    const end = awaiting(silent)
    await minutes(9)
    expect(looks).toBeGreaterThan(170)
    await minutes(2)
    looks = 0
    await minutes(30)
    expect(looks).toBeGreaterThanOrEqual(29)
    expect(looks).toBeLessThanOrEqual(31)
    market.wallet.findSent = async (_, from, pending) => ({ ...pending, from, hash: HASH })
    await minutes(1)
    expect(await end).toMatchObject({ hash: HASH })
  })

  it.each([
    ['a chain that the market has left', () => Promise.reject(new AppError('CHAIN_UNKNOWN'))],
    ['blocks that no node keeps', () => Promise.reject(new BlockNotFoundError({ blockNumber: 1n }))],
  ])('[F-71] counts as never sent on %s', async (_, answer) => {
    let found: unknown = 'none'
    void awaiting(answer).then((out) => {
      found = out
    })
    await minutes(9)
    expect(found).toBe('none')
    await minutes(2)
    expect(found).toBeUndefined()
  })
})
