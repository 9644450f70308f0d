import { ApiError, type ErrorCode, type OrderRecord } from '@plinth/api'
import { ORDER_TYPE, toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ALICE, CHAIN, COLLECTION, declined, EXCHANGE, runFlow, ScriptedMarket } from '../../../../test/scripted-market.ts'
import { api } from '../../../lib/api.ts'
import { listTransactions } from '../../transactions/transactions.ts'
import { cancelBidFlow, cancelSaleFlow } from './cancel-order.ts'

let market: ScriptedMarket
vi.mock('../../../wallet/load.ts', () => ({ loadWallet: async () => market.wallet }))

const TOKEN = toAddress(`0x${'d'.repeat(40)}`)
const sale = {
  maker: ALICE,
  salt: 9n,
  sellerFee: 250,
  selling: 1n,
  buying: 1_000n,
  sellToken: COLLECTION,
  sellTokenId: 7n,
  sellType: 3,
  buyToken: ZERO_ADDRESS,
  buyTokenId: 0n,
  buyType: 0,
} as OrderRecord
const bid = { ...sale, sellToken: TOKEN, sellTokenId: 0n, sellType: 1, buyToken: COLLECTION, buyTokenId: 7n, buyType: 3 }
const refusal = (code: ErrorCode) => new ApiError('order.get', 4101, 'no', code)
const context = () => ({ chainId: CHAIN, collection: COLLECTION, tokenId: 7n, title: 'Wheat', owner: ALICE })

/** The market's book: the order stays until the market has read its end. */
function bookOf(order: OrderRecord) {
  return vi.spyOn(api.order, 'get').mockImplementation(async () => {
    if (market.history.length > 0 && !market.isBehind) throw refusal('ORDER_NOT_FOUND')
    return order
  })
}

beforeEach(() => {
  market = new ScriptedMarket()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('cancelling an order', () => {
  it.each([
    ['sale', cancelSaleFlow, sale, ORDER_TYPE.SALE, 'cancelSale'],
    ['bid', cancelBidFlow, bid, ORDER_TYPE.BID, 'cancelBid'],
  ] as const)('a %s is fetched, and ended on the chain by its key', async (_, flow, order, type, act) => {
    const asked = bookOf(order)
    expect((await runFlow(flow, context())).state.phase).toBe('done')
    expect(asked).toHaveBeenCalledWith({ collection: COLLECTION, tokenId: 7n, owner: ALICE, type, chainId: CHAIN })
    const { sellToken: sold, buyToken: bought } = order
    expect(market.sent).toMatchObject([
      {
        address: EXCHANGE,
        functionName: 'cancel',
        args: [{ owner: ALICE, salt: 9n, sellAsset: { token: sold }, buyAsset: { token: bought } }],
      },
    ])
    expect(listTransactions()).toMatchObject([{ act, status: 'done', subject: '9' }])
  })

  it('waits until the market has read it', async () => {
    bookOf(sale)
    market.isBehind = true
    let isOver = false
    const end = runFlow(cancelSaleFlow, context()).then((ended) => {
      isOver = true
      return ended
    })
    await vi.waitUntil(() => listTransactions()[0]?.minedIn !== undefined, { timeout: 5_000, interval: 5 })
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(isOver).toBe(false)
    market.isBehind = false
    expect((await end).state.phase).toBe('done')
  })

  it('[F-73] counts it as ended once another order stands in its place', async () => {
    vi.spyOn(api.order, 'get').mockImplementation(async () => (market.history.length > 0 ? { ...sale, salt: 10n } : sale))
    expect((await runFlow(cancelSaleFlow, context())).state.phase).toBe('done')
    await vi.waitUntil(() => listTransactions()[0]?.status === 'done', { timeout: 3_000, interval: 5 })
  })

  it('[SALE-09] says of one that is no longer open so for the whole dialog, and asks nothing of the wallet', async () => {
    vi.spyOn(api.order, 'get').mockRejectedValue(refusal('ORDER_NOT_FOUND'))
    expect((await runFlow(cancelSaleFlow, context())).state).toMatchObject({ phase: 'failed', failure: { code: 'ORDER_NOT_FOUND' } })
    expect(market.log).toEqual([])
  })

  it.each([
    ['a no in the wallet', 'USER_REJECTED', () => market.refusals.push(declined()), 1],
    ['a block in which it failed', 'TX_REVERTED', () => market.statuses.push('reverted'), 2],
  ] as const)('[ERR-27] after %s the order stands, and the same button tries again', async (_, code, go, sent) => {
    bookOf(sale)
    go()
    const { state, again } = await runFlow(cancelSaleFlow, context())
    expect([state.steps.cancel, market.history.length]).toEqual([expect.objectContaining({ at: 'failed', code }), 0])
    expect([(await again()).phase, market.sent.length]).toEqual(['done', sent])
  })
})
