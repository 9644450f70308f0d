import { ApiError, type AuctionRecord } from '@plinth/api'
import { ASSET_TYPE, auctionStructHash, toAddress } from '@plinth/protocol'
import { auctionExchangeAbi } from '@plinth/protocol/abi'
import { auctionOf } from '@plinth/sdk'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AUCTIONS, BOB, CHAIN, COLLECTION, declined, revertOf, runFlow, ScriptedMarket } from '../../../../test/scripted-market.ts'
import { api } from '../../../lib/api.ts'
import { listTransactions } from '../../transactions/transactions.ts'
import { cancelAuctionBidFlow } from './cancel-auction-bid.ts'

let market: ScriptedMarket
vi.mock('../../../wallet/load.ts', () => ({ loadWallet: async () => market.wallet }))

const COIN = toAddress(`0x${'d0'.repeat(20)}`)
const TOTAL = 1_500n
// As much of the record as the flow reads, which is why its type is cast.
const auction = {
  owner: BOB,
  salt: 9n,
  collection: COLLECTION,
  tokenId: 7n,
  assetType: ASSET_TYPE.ERC721,
  quantity: 1n,
  chainId: CHAIN,
  payTokenAddress: COIN,
  payTokenId: 0n,
  payType: ASSET_TYPE.ERC20,
  buying: 1_000n,
  encourage: 500,
  sellerFee: 250,
  endTime: 2_000,
  expiredTime: 3_000,
} as AuctionRecord
const asked = { auction, title: 'Second thoughts', total: TOTAL }
const forgets = () => vi.spyOn(api.auction, 'cancel').mockResolvedValue({})

beforeEach(() => {
  market = new ScriptedMarket()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('an auction bid that is taken back', () => {
  it('[API-107] for free is a word to the market alone, of this auction and up to this total', async () => {
    const forget = forgets()
    const { state } = await runFlow(cancelAuctionBidFlow(false), { ...asked })
    expect([state.phase, Object.keys(state.steps), market.log]).toEqual(['done', ['forget'], []])
    const ref = { collection: COLLECTION, tokenId: 7n, owner: BOB, salt: 9n, chainId: CHAIN }
    expect(forget.mock.calls).toEqual([[{ ...ref, total: TOTAL }]])
  })

  it('is ended on the chain after that, for the auction that was signed', async () => {
    forgets()
    const { state } = await runFlow(cancelAuctionBidFlow(true), { ...asked })
    expect([state.phase, Object.keys(state.steps)]).toEqual(['done', ['forget', 'void']])
    const args = [auctionStructHash(auctionOf(auction)), TOTAL]
    expect(market.sent).toMatchObject([{ address: AUCTIONS, functionName: 'voidBids', args }])
    expect(listTransactions()[0]).toMatchObject({ act: 'voidBids', title: 'Second thoughts' })
  })

  it('after a refusal in the wallet goes on with the chain, and does not notify the market twice', async () => {
    const forget = forgets()
    market.refusals.push(declined())
    const { state, again } = await runFlow(cancelAuctionBidFlow(true), { ...asked })
    expect([state.steps.forget?.at, state.steps.void]).toEqual(['done', expect.objectContaining({ code: 'USER_REJECTED' })])
    expect((await again()).phase).toBe('done')
    expect([forget.mock.calls.length, market.sent.length]).toEqual([1, 1])
  })

  it('of an auction that is over says so, and sends nothing', async () => {
    vi.spyOn(api.auction, 'cancel').mockRejectedValue(new ApiError('auction.cancel', 4200, 'no', 'AUCTION_OVER'))
    const { state } = await runFlow(cancelAuctionBidFlow(true), { ...asked })
    expect(state.steps).toMatchObject({ forget: { at: 'failed', code: 'AUCTION_OVER' }, void: { at: 'idle' } })
    expect(market.log).toEqual([])
  })

  it('that is void on the chain already is refused before the wallet opens', async () => {
    forgets()
    market.reverts.set('voidBids', [revertOf(auctionExchangeAbi, 'AuctionNothingToVoid', [TOTAL, TOTAL], 'voidBids')])
    const { state } = await runFlow(cancelAuctionBidFlow(true), { ...asked })
    expect(state.steps.void?.at).toBe('failed')
    expect(market.sent).toEqual([])
  })
})
