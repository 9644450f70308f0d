import { type Address, ASSET_TYPE, LOCAL_CHAIN_ID, loginText, TOKEN_STANDARD } from '@plinth/protocol'
import type { Hex } from 'viem'
import { grantRole } from '../../src/modules/operators/service.ts'
import { bidOn, fund, named, offer, offered, signAuction, signAuctionBid, usd } from '../acts/auctions.ts'
import { offerBox, openBoxMarket } from '../acts/boxes.ts'
import { PEOPLE, type TestServer } from '../market/harness.ts'
import { HALF_ETHER, type ItemId, type TestMarket } from '../market/market.ts'
import { allow as allowMoney, bid, sendMoney, takeDollars, wrap } from '../market/money.ts'
import { makeOffer, signOffer } from '../market/offers.ts'

export type World = Awaited<ReturnType<typeof openWorld>>

/** Longer than the idle lifetime of a token. */
const LONG_AGO_S = 8 * 86_400

/** Alice's data, as targets for other accounts, and the tokens of all. */
export async function openWorld() {
  const market = await openBoxMarket()
  const { server, chainId } = market
  const { operator, contracts } = market.testnet
  const tokens = await signAllIn(market)
  const alice = await market.session('alice')
  // Alice is an operator, so that the calls of the console answer Alice too.
  await grantRole(server.context, { who: 'olga', why: '', role: undefined }, alice.address, 'operator')
  const collection = await market.collection('alice', 'Matrix', 'MTX')
  const item = await market.minted('alice')
  await market.approve('alice', market.official)
  const { tokenId } = await alice.api.dapp.sign({ collection, chainId })
  const [upload, cover] = [await market.upload('alice'), await market.upload('alice')]
  const auctions = await auctionsOf(market)
  const trades = await tradesOf(market)
  const box = await offerBox(market)
  await meet(market, [item, trades.listed, auctions.lot])
  const { list } = await alice.api.notices.list({ page: 1, limit: 1 })
  const sale = (await market.sign('alice', item)).input
  const again = (await market.sign('alice', await market.minted('alice'))).input
  const reserved = await reservedOf(market)
  const noticesOf = async (who: 'alice' | 'bob') => (await (await market.session(who)).api.notices.count({})).total
  return {
    ...auctions,
    ...trades,
    market,
    alice: alice.address,
    bob: market.address('bob'),
    carol: market.address('carol'),
    dan: market.address('dan'),
    tokens: {
      ...tokens,
      owner: alice.token,
      other: (await market.session('bob')).token,
      operator: (await server.signIn(operator.account)).token,
    },
    collection,
    item: { ...item, standard: TOKEN_STANDARD.ERC721 },
    /** allotted to Alice in Alice’s collection, not minted */
    tokenId,
    /** unused */
    upload: { id: upload.storageId, url: upload.url },
    cover: { id: cover.storageId, url: cover.url },
    notice: list[0]?.id ?? 0n,
    notices: { alice: await noticesOf('alice'), bob: await noticesOf('bob') },
    unreadOfAlice: await alice.api.notices.unread({}),
    reserved,
    sale,
    again,
    mintSigner: server.context.signer.mintSigner,
    ...(await offersOf(market)),
    dollar: contracts.dollar,
    boxId: BigInt(box.id),
    boxSalt: box.salt,
    login: await loginOf(server),
  }
}

async function signAllIn(market: TestMarket) {
  const { server } = market
  const expired = await server.signIn(PEOPLE.alice)
  server.clock.advance(LONG_AGO_S)
  const revoked = await server.signIn(PEOPLE.alice)
  await revoked.api.user.logout({})
  for (const who of ['alice', 'bob', 'carol', 'dan'] as const) await market.session(who)
  return { expired: expired.token, revoked: revoked.token }
}

/** Carol's, good for five minutes; the same again is the same session. */
async function loginOf({ clock, context }: TestServer) {
  const timestamp = clock.now()
  const signature: Hex = await PEOPLE.carol.signMessage({ message: loginText(context.config.site.loginMessage, timestamp) })
  return { address: PEOPLE.carol.address.toLowerCase() as Address, signature, timestamp }
}

/** An auction of Alice's with a bid of Bob's, an upcoming one, and what they signed but did not send. */
async function auctionsOf(market: TestMarket) {
  await fund(market, 'bob')
  const lot = await offered(market, 'alice')
  await bidOn(market, 'bob', lot, usd('10'))
  const startTime = market.server.context.chains.get(market.chainId).now() + 3_600
  const later = { startTime, endTime: startTime + 3_600 }
  const early = await offer(market, 'alice', await market.minted('alice'), later)
  return {
    lot: named(lot),
    nextBid: await signAuctionBid(market, 'bob', await offer(market, 'alice', await market.minted('alice')), usd('11')),
    auction: (await signAuction(market, 'alice', await market.minted('alice'))).input,
    edited: (await signAuction(market, 'alice', early.item, { ...later, edit: true, salt: early.auction.salt })).input,
  }
}

/**
 * Alice's listings: valid, before its mint, with the item transferred away, and bought by Bob; a bid of Bob, and
 * one of Alice that is unfunded.
 */
async function tradesOf(market: TestMarket) {
  const { dollar } = market.testnet.contracts
  const { item: listed, listing } = await market.listed('alice')
  await bid(market, 'bob', listed, usd('3'), { payToken: dollar })
  const sold = await market.listed('alice')
  const txHash = await market.buy('bob', sold.listing)
  const { item: left } = await market.listed('alice')
  await market.transfer('alice', 'carol', left)
  const wished = await market.minted('bob')
  await takeDollars(market, 'alice', usd('100'))
  await allowMoney(market, 'alice', dollar, usd('100'))
  await bid(market, 'alice', wished, usd('7'), { payToken: dollar })
  await sendMoney(market, 'alice', 'dan', dollar, usd('100'))
  await market.sync()
  return {
    left,
    wished,
    listed: { ...listed, salt: listing.order.salt },
    bought: { ...sold.item, txHash },
    unminted: await unminted(market),
  }
}

/** Carol's offer for any item that the official collection has now, and one of Alice's that she has not sent. */
async function offersOf(market: TestMarket) {
  const { wrappedCoin: payToken } = market.testnet.contracts
  await fund(market, 'carol')
  const { order, root } = await makeOffer(market, 'carol', usd('2'))
  await wrap(market, 'alice', 1_000n)
  await allowMoney(market, 'alice', payToken, 1_000n)
  await market.sync()
  const { list } = await (await market.session('carol')).api.offer.mine({ page: 1, limit: 1 })
  const standing = { owner: order.owner, salt: order.salt }
  return { standing, standingId: list[0]?.id ?? 0n, root, offer: (await signOffer(market, 'alice', 10n, { payToken })).input }
}

/** Alice's private sale to Bob. */
async function reservedOf(market: TestMarket) {
  const item = await market.minted('alice')
  const { order } = await market.list('alice', item, HALF_ETHER, { taker: market.address('bob') })
  return { collection: item.collection, tokenId: item.tokenId, owner: order.owner, salt: order.salt }
}

/** The sale as a line of a cart. */
export const lineOf = ({ owner: seller, ...sale }: World['reserved']) => ({ chainId: LOCAL_CHAIN_ID, seller, ...sale, quantity: 1n })

async function unminted(market: TestMarket): Promise<ItemId> {
  const { api } = await market.session('alice')
  const { chainId, official: collection } = market
  const { storageId } = await market.upload('alice')
  const { tokenId } = await api.dapp.sign({ collection, chainId })
  const terms = { name: 'Not made yet', storageId, category: 1n, quantity: 1n, standard: TOKEN_STANDARD.ERC721, chainId }
  await api.nft.add({ collection, tokenId, ...terms })
  // Its field carries the asset type instead of the standard.
  await market.list('alice', { collection, tokenId, standard: ASSET_TYPE.MINTED as never }, HALF_ETHER)
  return { collection, tokenId }
}

/** Alice likes these items and follows Bob and Carol, and Bob follows Alice. */
async function meet(market: TestMarket, items: readonly ItemId[]): Promise<void> {
  const { api } = await market.session('alice')
  for (const { collection, tokenId } of items) await api.like.add({ collection, tokenId })
  for (const who of ['bob', 'carol'] as const) await api.follow.add({ address: market.address(who) })
  await (await market.session('bob')).api.follow.add({ address: market.address('alice') })
}
