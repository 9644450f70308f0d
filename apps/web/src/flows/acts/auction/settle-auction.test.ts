import type { Config } from '@plinth/api'
import { AUCTION_SETTLEMENT, type AuctionSettlementType, toAddress } from '@plinth/protocol'
import { auctionExchangeAbi } from '@plinth/protocol/abi'
import { acceptAuctionCall } from '@plinth/sdk'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { aSettlement } from '../../../../test/fake/auction-records.ts'
import { anAuction, anItem } from '../../../../test/fake/records.ts'
import { ALICE, AUCTIONS, CHAIN, declined, revertOf, runFlow, ScriptedMarket } from '../../../../test/scripted-market.ts'
import { api, keyOf, queryClient } from '../../../lib/api.ts'
import { settleFlow } from './settle-auction.ts'

let market: ScriptedMarket
vi.mock('../../../wallet/load.ts', () => ({ loadWallet: async () => market.wallet }))

const OLD_AUCTIONS = toAddress(`0x${'4'.repeat(40)}`)
/** Of ALICE, with a bid of 1,000. */
const auction = anAuction(anItem(), { owner: ALICE, highestPrice: 1_000n })
const reply = aSettlement(auction)
const context = (type: AuctionSettlementType, at = AUCTIONS) => ({
  chainId: CHAIN,
  title: 'Wheat',
  isSent: false,
  type,
  shown: reply,
  receives: 925n,
  spending: undefined,
  auction: { ...auction, auctionExchange: at },
})

/** The market has moved on from a set of contracts in which this auction lies. */
function moveOn(): void {
  queryClient.setQueryData(keyOf(api.config.fetch, { chainId: CHAIN }), (config: Config | undefined) =>
    // Of a former set the flow asks for this contract alone.
    config ? { ...config, contract: { ...config.contract, former: [{ edition: 1, auctionExchange: OLD_AUCTIONS }] as never } } : config,
  )
}

beforeEach(() => {
  market = new ScriptedMarket()
  vi.spyOn(api.auction, 'buyerFee').mockResolvedValue(reply)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('acceptAuctionCall', () => {
  it('sends a key’s signature as bytes with v 27 or 28, and a contract’s as it is', () => {
    const late = { ...reply, signature: `0x${'6'.repeat(128)}01` as const, bidSignature: '0x1234' as const, bidProof: 'contract' as const }
    const { args } = acceptAuctionCall(late, 1n)
    expect([args[1], args[3]]).toEqual([`0x${'6'.repeat(128)}1c`, '0x1234'])
  })
})

describe('settling an auction', () => {
  it('[AUC-24, AUC-42] accepts for its owner at least what the dialog showed', async () => {
    expect((await runFlow(settleFlow(false), context(AUCTION_SETTLEMENT.ACCEPT))).state.phase).toBe('done')
    expect(market.sent).toMatchObject([{ address: AUCTIONS, functionName: 'acceptBid' }])
    expect(market.sent[0]?.args.slice(7)).toEqual([reply.bidder, 925n])
  })

  it('names no least where the winner buys', async () => {
    expect((await runFlow(settleFlow(false), context(AUCTION_SETTLEMENT.BUY))).state.phase).toBe('done')
    expect(market.sent).toMatchObject([{ address: AUCTIONS, functionName: 'exchange' }])
    expect(market.sent[0]?.args).toHaveLength(8)
  })

  it('names no least to a contract of a former edition, which has no such call', async () => {
    moveOn()
    expect((await runFlow(settleFlow(false), context(AUCTION_SETTLEMENT.ACCEPT, OLD_AUCTIONS))).state.phase).toBe('done')
    expect(market.sent).toMatchObject([{ address: OLD_AUCTIONS, functionName: 'exchange' }])
  })

  it('accepts by the new call in the edition of now where former ones are there', async () => {
    moveOn()
    expect((await runFlow(settleFlow(false), context(AUCTION_SETTLEMENT.ACCEPT))).state.phase).toBe('done')
    expect(market.sent).toMatchObject([{ address: AUCTIONS, functionName: 'acceptBid' }])
  })

  it('says before the wallet opens that a royalty has risen', async () => {
    market.reverts.set('acceptBid', [revertOf(auctionExchangeAbi, 'AuctionProceedsBelowLeast', [825n, 925n])])
    const { state } = await runFlow(settleFlow(false), context(AUCTION_SETTLEMENT.ACCEPT))
    expect(state.steps.settle).toMatchObject({ code: 'PROCEEDS_LOWER' })
    expect(market.sent).toEqual([])
  })

  it('[ERR-27] can be sent after a no in the wallet', async () => {
    market.refusals.push(declined())
    const { state, again } = await runFlow(settleFlow(false), context(AUCTION_SETTLEMENT.ACCEPT))
    expect(state.steps.settle).toMatchObject({ at: 'failed', code: 'USER_REJECTED' })
    expect((await again()).phase).toBe('done')
    expect(market.sent[0]?.args.at(-1)).toBe(925n)
  })
})
