import { ApiError, type BuyerFeeReply, type ErrorCode, type OrderRecord } from '@plinth/api'
import { ORDER_TYPE, toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import { exchangeAbi, wrappedCoinAbi } from '@plinth/protocol/abi'
import { acceptCall } from '@plinth/sdk'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ALICE, BOB, CHAIN, COLLECTION, declined, EXCHANGE, revertOf, runFlow, ScriptedMarket } from '../../../../test/scripted-market.ts'
import { api } from '../../../lib/api.ts'
import { listTransactions } from '../../transactions/transactions.ts'
import { acceptFlow, readAcceptSubject } from './accept-bid.ts'

let market: ScriptedMarket
vi.mock('../../../wallet/load.ts', () => ({ loadWallet: async () => market.wallet }))

const token = toAddress(`0x${'d'.repeat(40)}`)
/** Ten for 2 each, three of them met. */
const bid = {
  maker: BOB,
  salt: 9n,
  sellToken: token,
  sellTokenId: 0n,
  sellType: 1,
  selling: 20n,
  buyToken: COLLECTION,
  buyTokenId: 7n,
  buyType: 2,
  buying: 10n,
  filled: 6n,
  sellerFee: 250,
  unitPrice: '2',
  isExpired: false,
  proof: 'typed',
  signature: `0x${'11'.repeat(32)}${'22'.repeat(32)}1c`,
} as OrderRecord
const fee = {
  v: '27',
  r: `0x${'33'.repeat(32)}`,
  s: `0x${'44'.repeat(32)}`,
  isFeeSignatureNeeded: true,
  buyerFee: 250,
} as BuyerFeeReply
const context = () => ({
  chainId: CHAIN,
  collection: COLLECTION,
  collectionName: 'Field Notes',
  tokenId: 7n,
  title: 'Wheat',
  quantity: 4n,
  shown: bid,
  receives: 7n,
  isSent: false,
})
const refusal = (code: ErrorCode) => new ApiError('order.buyerFee', 4100, 'for buyers', code)

beforeEach(() => {
  market = new ScriptedMarket()
  vi.spyOn(api.order, 'get').mockResolvedValue(bid)
  vi.spyOn(api.order, 'buyerFee').mockResolvedValue(fee)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('acceptCall', () => {
  it('[TX-05] sells so many for their price in the bid’s own money, for at least what was shown, and sends no coin', () => {
    const { functionName, args, value } = acceptCall(bid, fee, 4n, 7n)
    expect([functionName, value]).toEqual(['acceptBid', 0n])
    expect(args[0]).toMatchObject({ selling: 20n, buying: 10n, sellerFee: 250n, key: { owner: BOB, salt: 9n } })
    expect(args.slice(2)).toEqual([250n, { v: 27, r: fee.r, s: fee.s }, 8n, ZERO_ADDRESS, 7n])
  })
})

describe('accepting a bid', () => {
  it('[ACCEPT-05, ACCEPT-06] approves the collection, then sells on the chain', async () => {
    const { state } = await runFlow(acceptFlow, context())
    expect(Object.entries(state.steps).map(([key, { at }]) => [key, at])).toEqual([
      ['approve', 'done'],
      ['accept', 'done'],
    ])
    expect(market.log).toEqual(['dry setApprovalForAll', 'send setApprovalForAll', 'dry acceptBid', 'send acceptBid'])
    expect(market.sent[1]).toMatchObject({ address: EXCHANGE, functionName: 'acceptBid' })
    expect(market.sent[1]?.args[4]).toBe(8n)
    expect(api.order.buyerFee).toHaveBeenCalledWith({
      collection: COLLECTION,
      tokenId: 7n,
      owner: BOB,
      chainId: CHAIN,
      type: ORDER_TYPE.BID,
      salt: 9n,
      quantity: 4n,
    })
  })

  it('[ACCEPT-05] asks for no approval that is there', async () => {
    market.isApproved = true
    expect((await runFlow(acceptFlow, context())).state.phase).toBe('done')
    expect(market.log).toEqual(['dry acceptBid', 'send acceptBid'])
  })

  it.each([
    ['ORDER_FILLED', 'BID_FILLED'],
    ['ORDER_CANCELLED', 'BID_CANCELLED'],
    ['ORDER_NOT_FUNDABLE', 'BID_NOT_FUNDABLE'],
    ['ORDER_EXPIRED', 'ORDER_EXPIRED'],
  ] as const)('[ERR-25] ends before anything is asked where the market says %s, in a holder’s words', async (said, expected) => {
    vi.spyOn(api.order, 'get').mockRejectedValue(refusal('ORDER_NOT_FOUND'))
    vi.spyOn(api.order, 'buyerFee').mockRejectedValue(refusal(said))
    expect((await runFlow(acceptFlow, context())).state).toMatchObject({ phase: 'failed', failure: { code: expected } })
    expect(market.log).toEqual([])
  })

  it('takes no bid but the one on the screen', async () => {
    for (const part of [{ unitPrice: '3' }, { salt: 10n }, { sellerFee: 300 }]) {
      vi.spyOn(api.order, 'get').mockResolvedValue({ ...bid, ...part })
      expect((await runFlow(acceptFlow, context())).state).toMatchObject({ failure: { code: 'BID_EDITED' } })
    }
    expect(market.log).toEqual([])
  })

  it('looks at the bid again after the approval', async () => {
    vi.spyOn(api.order, 'get')
      .mockResolvedValueOnce(bid)
      .mockResolvedValue({ ...bid, unitPrice: '3' })
    expect((await runFlow(acceptFlow, context())).state.steps.accept).toMatchObject({ code: 'BID_EDITED' })
    expect(market.log).toEqual(['dry setApprovalForAll', 'send setApprovalForAll'])
  })

  it.each([
    [wrappedCoinAbi, 'ERC20InsufficientBalance', [BOB, 0n, 8n], 'BID_NOT_FUNDABLE'],
    [wrappedCoinAbi, 'ERC20InsufficientAllowance', [EXCHANGE, 0n, 8n], 'BID_NOT_FUNDABLE'],
    [exchangeAbi, 'ExchangeOrderSpent', [BOB, 9n], 'BID_FILLED'],
  ] as const)('says what the chain says in a dry run, before the wallet opens: %#', async (abi, name, args, expected) => {
    market.isApproved = true
    market.reverts.set('acceptBid', [revertOf(abi, name, args)])
    expect((await runFlow(acceptFlow, context())).state.steps.accept).toMatchObject({ code: expected })
    expect(market.sent).toEqual([])
  })

  it('[ERR-27] goes on with the sale, and no second approval, after a no in the wallet', async () => {
    market.refusals.push(undefined, declined())
    const { state, again } = await runFlow(acceptFlow, context())
    expect(state.steps).toMatchObject({ approve: { at: 'done' }, accept: { at: 'failed', code: 'USER_REJECTED' } })
    expect((await again()).phase).toBe('done')
    expect(market.sent.map(({ functionName }) => functionName)).toEqual(['setApprovalForAll', 'acceptBid'])
  })

  it('follows one that is on its way: the bid need not stand any more', async () => {
    market.history.push({ txHash: '0x77' })
    vi.spyOn(api.order, 'get').mockRejectedValue(refusal('ORDER_NOT_FOUND'))
    const { state } = await runFlow(acceptFlow, { ...context(), isSent: true }, { accept: '0x77' })
    expect(state.phase).toBe('done')
    expect(market.log).toEqual([])
    const subject = listTransactions()[0]?.subject ?? ''
    expect(readAcceptSubject(subject, bid)).toBe('4')
    expect(readAcceptSubject(subject, { ...bid, maker: ALICE })).toBeUndefined()
  })
})
