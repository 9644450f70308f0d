import { NOTICE_SUBTYPE as SUB, toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import { describe, expect, it } from 'vitest'
import type { MarketEvent } from '../../state/market-event.ts'
import { unitPriceText } from '../../state/orders/unit-price.ts'
import { noticesOf } from './rules.ts'

const address = (digit: string) => toAddress(`0x${digit.repeat(40)}`)
const [alice, bob, carol, collection, weth] = [address('a'), address('b'), address('c'), address('1'), address('e')]
const origin = { chainId: 31337, source: 'log:1', txHash: '0x1', at: 100, collection, tokenId: 7n }
const sale = {
  maker: alice,
  sellToken: collection,
  buyToken: ZERO_ADDRESS,
  sellValue: '2',
  buyValue: '3000000',
  filled: '0',
  payToken: ZERO_ADDRESS,
  quantity: '2',
}
const bid = {
  maker: bob,
  sellToken: weth,
  buyToken: collection,
  sellValue: '500',
  buyValue: '5',
  filled: '0',
  payToken: weth,
  quantity: '5',
}
const facts = { holders: [alice, bob, carol], media: '', payToken: { symbol: 'W', decimals: 6 } }

const receivers = (event: MarketEvent) => noticesOf(event, facts).map(({ account, subType, actor }) => [account, subType, actor])

describe('noticesOf', () => {
  it('[ENUM-07] notifies the seller of their own acts', () => {
    expect(receivers({ kind: 'listed', ...origin, maker: alice, snapshot: sale })).toEqual([[alice, SUB.SALE, alice]])
    expect(receivers({ kind: 'repriced', ...origin, maker: alice, snapshot: sale })).toEqual([[alice, SUB.EDIT_SALE, alice]])
    expect(receivers({ kind: 'saleCancelled', ...origin, maker: alice, snapshot: sale })).toEqual([[alice, SUB.CANCEL_SALE, alice]])
  })

  it('[ENUM-07] notifies both sides of a purchase', () => {
    expect(receivers({ kind: 'bought', ...origin, maker: alice, taker: bob, snapshot: sale })).toEqual([
      [bob, SUB.BUY, bob],
      [alice, SUB.BOUGHT, bob],
    ])
  })

  it('[ENUM-07] notifies bidder and every other holder of a bid, and both sides of its acceptance', () => {
    expect(receivers({ kind: 'bidden', ...origin, maker: bob, snapshot: bid })).toEqual([
      [bob, SUB.BID, bob],
      [alice, SUB.BIDDEN, bob],
      [carol, SUB.BIDDEN, bob],
    ])
    expect(receivers({ kind: 'bidRaised', ...origin, maker: bob, snapshot: bid })).toEqual([[bob, SUB.EDIT_BID, bob]])
    expect(receivers({ kind: 'bidCancelled', ...origin, maker: bob, snapshot: bid })).toEqual([
      [bob, SUB.CANCEL_BID, bob],
      [alice, SUB.CANCEL_BID, bob],
      [carol, SUB.CANCEL_BID, bob],
    ])
    expect(receivers({ kind: 'accepted', ...origin, maker: bob, taker: carol, snapshot: bid })).toEqual([
      [bob, SUB.ACCEPT_BID, carol],
      [carol, SUB.SUCCESSFUL_TRADE, carol],
    ])
  })

  it('[ENUM-07] notifies minter, burner, sender and receiver, and never the zero address', () => {
    expect(receivers({ kind: 'minted', ...origin, quantity: 5n, minter: alice })).toEqual([[alice, SUB.MINT, alice]])
    expect(receivers({ kind: 'burnt', ...origin, quantity: 2n, owner: alice })).toEqual([[alice, SUB.BURN, alice]])
    expect(receivers({ kind: 'transferred', ...origin, quantity: 1n, from: alice, to: bob })).toEqual([
      [alice, SUB.TRANSFER, alice],
      [bob, SUB.RECEIVE, alice],
    ])
    expect(receivers({ kind: 'transferred', ...origin, quantity: 1n, from: ZERO_ADDRESS, to: bob })).toEqual([
      [bob, SUB.RECEIVE, ZERO_ADDRESS],
    ])
  })

  it('[ENUM-06] notifies liker and creator once each, and a creator who likes their own item once', () => {
    const liked = noticesOf({ kind: 'liked', ...origin, liker: bob, creator: alice }, facts)
    expect(liked.map(({ account, subType, type }) => [account, subType, type])).toEqual([
      [bob, SUB.LIKING, 2],
      [alice, SUB.LIKED, 2],
    ])
    expect(receivers({ kind: 'liked', ...origin, liker: alice, creator: alice })).toEqual([[alice, SUB.LIKING, alice]])
  })

  it('[ENUM-07] notifies the creator of their collection', () => {
    expect(receivers({ kind: 'collectionCreated', ...origin, creator: alice })).toEqual([[alice, SUB.CREATE_CONTRACT, alice]])
  })

  it('[F-56] notifies a creator of a contract that is none of the market’s, by the contract', () => {
    const brief = { address: collection, name: 'Harbour', symbol: 'HRB', cover: '' }
    const event = { kind: 'collectionUnknown', ...origin, creator: alice, brief } as const
    expect(receivers(event)).toEqual([[alice, SUB.CONTRACT_UNKNOWN, collection]])
  })

  it('notifies the buyer of a draw, a refund and what waits, and the owner of a missed draw', () => {
    const box = { id: 3n, name: 'Night market', image: '' }
    const event = { ...origin, owner: alice, buyer: bob, boxes: 2, box }
    const notices = (kind: 'boxDrawn' | 'boxRefunded', isKept: boolean) =>
      noticesOf({ kind, ...event }, { ...facts, isKept }).map(({ account, subType, actor, content }) => [
        account,
        subType,
        actor,
        content.box?.isKept ?? false,
      ])
    expect(notices('boxDrawn', false)).toEqual([[bob, SUB.BOX_DRAWN, alice, false]])
    expect(notices('boxDrawn', true)).toEqual([[bob, SUB.BOX_DRAWN, alice, true]])
    expect(notices('boxRefunded', true)).toEqual([
      [bob, SUB.BOX_REFUNDED, alice, true],
      [alice, SUB.BOX_MISSED, bob, false],
    ])
  })

  it('[DATA-15] keeps price, symbol, both sides and the transaction', () => {
    const [notice] = noticesOf({ kind: 'bought', ...origin, maker: alice, taker: bob, snapshot: sale }, facts)
    expect(notice?.content).toMatchObject({
      price: '1.5',
      symbol: 'W',
      quantity: '2',
      txHash: '0x1',
      sellToken: collection,
      sellTokenId: '7',
      buyTokenId: '0',
    })
    const [bidden] = noticesOf({ kind: 'bidden', ...origin, maker: bob, snapshot: bid }, facts)
    expect(bidden?.content).toMatchObject({ price: '0.0001', sellToken: weth, sellTokenId: '0', buyToken: collection, buyTokenId: '7' })
  })
})

describe('unitPriceText', () => {
  it('is the price of one, from either side', () => {
    expect(unitPriceText(sale, 6)).toBe('1.5')
    expect(unitPriceText(bid, 2)).toBe('1')
  })
})
