import { ApiError, type SignatureRecord } from '@plinth/api'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ALICE, CHAIN, COLLECTION, EXCHANGE, ScriptedMarket } from '../../../../test/scripted-market.ts'
import { createRun } from '../../engine/run.ts'
import { allowedApi } from './allowed-api.ts'
import { endingsOf, endSignedFlow } from './end-signed.ts'

let market: ScriptedMarket
vi.mock('../../../wallet/load.ts', () => ({ loadWallet: async () => market.wallet }))

const signature = (salt: bigint) =>
  ({ chainId: CHAIN, kind: 'listing', exchange: EXCHANGE, collection: COLLECTION, tokenId: salt, salt }) as SignatureRecord

beforeEach(() => {
  vi.useFakeTimers()
  market = new ScriptedMarket()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('the end of a listing', () => {
  it('[APPR-02] is done once the market lists it on no page, and not while the market is away', async () => {
    // More than a page: the listing that ends is the oldest.
    const signed = Array.from({ length: 101 }, (_, at) => signature(BigInt(101 - at)))
    let isAway = true
    let isRead = false
    vi.spyOn(allowedApi, 'signatures').mockImplementation(async ({ page, limit }) => {
      if (isAway) throw new ApiError('allowed.signatures', 0, 'away', 'NETWORK_FAILURE')
      const left = isRead ? signed.slice(0, -1) : signed
      return { list: left.slice((page - 1) * limit, page * limit), total: left.length } as Awaited<ReturnType<typeof allowedApi.signatures>>
    })
    const run = createRun(endSignedFlow(endingsOf([signature(1n)], ALICE)), { context: () => ({ title: 'Wheat' }) })
    run.submit()
    await vi.advanceTimersByTimeAsync(25_000)
    expect([market.sent.length, run.state().phase]).toEqual([1, 'running'])
    isAway = false
    await vi.advanceTimersByTimeAsync(5_000)
    expect(run.state().phase).toBe('running')
    isRead = true
    await vi.advanceTimersByTimeAsync(5_000)
    expect(run.state().phase).toBe('done')
  })
})
