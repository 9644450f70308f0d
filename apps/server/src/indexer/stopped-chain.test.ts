import { ACTION_TYPE, ASSET_TYPE, AUCTION_ACT, AUCTION_SETTLEMENT, ORDER_TYPE, TOKEN_STANDARD } from '@plinth/protocol'
import { parseEther } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  bidOn,
  fund,
  named,
  offered,
  passTo,
  settlementFor,
  signAuction,
  signAuctionBid,
  termsOf,
  tick,
  usd,
} from '../../test/acts/auctions.ts'
import { offerBox } from '../../test/acts/boxes.ts'
import { HALF_ETHER, type ItemId, TestMarket } from '../../test/market/market.ts'
import { resumeChain } from './resume.ts'

let market: TestMarket
beforeAll(async () => {
  market = await TestMarket.open({ configure: (chain) => ({ ...chain, reorgWindow: 3, maxFutureS: 400 * 86_400 }) })
  await market.testnet.setBalance(market.testnet.operator.account.address, parseEther('1000'))
})
afterAll(() => market.close())

/** On sale before it is minted. */
async function saleOfNothing(): Promise<ItemId> {
  const { api } = await market.session('alice')
  const { storageId } = await market.upload('alice')
  const { chainId, official: collection } = market
  const { tokenId } = await api.dapp.sign({ collection, chainId })
  const terms = { name: 'Not made yet', storageId, royalties: [], category: 1n, quantity: 1n, standard: TOKEN_STANDARD.ERC721, chainId }
  await api.nft.add({ collection, tokenId, ...terms })
  // The field carries the item type instead of a standard: hence the cast.
  await market.list('alice', { collection, tokenId, standard: ASSET_TYPE.MINTED as never })
  return { collection, tokenId }
}

/** All calls whose response or effect depends on the index of the chain: those that can be retried, and those that can't. */
async function callsOf(): Promise<{ again: Record<string, () => Promise<unknown>>; once: Record<string, () => Promise<unknown>> }> {
  const [alice, bob, { api: dan }] = await Promise.all([market.session('alice'), market.session('bob'), market.session('dan')])
  const { chainId } = market
  await fund(market, 'bob')
  const ended = await offered(market, 'alice')
  await market.sync()
  await bidOn(market, 'bob', ended, usd('25'))
  await passTo(market, Number(ended.terms.endTime))
  await tick(market)
  const open = await offered(market, 'alice')
  const bid = await signAuctionBid(market, 'bob', open, usd('30'))
  const item = await market.minted('alice')
  const { input: auction } = await signAuction(market, 'alice', item)
  const { item: listed, listing } = await market.listed('alice')
  const sale = { ...listed, owner: alice.address, type: ORDER_TYPE.SALE, salt: listing.order.salt, chainId }
  const unminted = await saleOfNothing()
  const box = await offerBox(market)
  return {
    again: {
      'order.buyerFee': () => bob.api.order.buyerFee(sale),
      'order.prepare': () =>
        alice.api.order.prepare({ ...market.saleSides(alice.address, item, HALF_ETHER), type: ACTION_TYPE.SALE, chainId }),
      'dapp.sign': () => alice.api.dapp.sign({ collection: market.official, chainId }),
      'dapp.signtyid': () => bob.api.dapp.signtyid({ ...unminted, from: alice.address, payType: ASSET_TYPE.COIN, chainId }),
      'blind.order.buyfee': () => dan.blind['order.buyfee']({ salt: box.salt, amount: 1, chainId }),
      'auction.prepare': () => alice.api.auction.prepare({ ...termsOf(market, 'alice', item), type: AUCTION_ACT.AUCTION, chainId }),
      'auction.prepare of a bid': () =>
        bob.api.auction.prepare({ ...named(open), total: usd('40'), type: AUCTION_ACT.AUCTION_BID, chainId }),
      'auction.buyerFee': () => settlementFor(market, 'bob', ended, AUCTION_SETTLEMENT.BUY),
    },
    once: {
      'auction.add': () => alice.api.auction.add(auction),
      'auction.bid': () => bob.api.auction.bid(bid),
    },
  }
}

/** The refusal of each of them; undefined where it succeeds. */
async function refusals(calls: Record<string, () => Promise<unknown>>): Promise<Record<string, string | undefined>> {
  const said: Record<string, string | undefined> = {}
  for (const [name, call] of Object.entries(calls))
    said[name] = await call().then(
      () => undefined,
      (error: { code?: string }) => error.code ?? String(error),
    )
  return said
}

const all = (calls: object, said: string | undefined) => Object.fromEntries(Object.keys(calls).map((name) => [name, said]))

it('[BUY-12] signs, prepares and takes no order, auction or box of a stopped chain until it is resumed', {
  timeout: 120_000,
}, async () => {
  await market.approve('alice', market.official)
  const { again, once } = await callsOf()
  expect(await refusals(again)).toEqual(all(again, undefined))
  await market.testnet.mine(6)
  await market.sync()
  await market.testnet.reorg(5)
  await market.testnet.mine(1)
  await expect.poll(() => market.indexers.of(market.chainId).stopped(), { timeout: 10_000 }).toContain('no block in common')
  const calls = { ...again, ...once }
  expect(await refusals(calls)).toEqual(all(calls, 'CHAIN_STOPPED'))
  await resumeChain(market.server.context, market.chainId, { who: 'olga', why: 'looked at it', role: undefined })
  await market.sync()
  expect(await refusals(calls)).toEqual(all(calls, undefined))
})
