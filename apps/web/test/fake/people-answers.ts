import type { Address } from '@plinth/protocol'
import { MarketState } from './market-state.ts'
import { pageOf } from './page-of.ts'
import { aUser, person } from './records.ts'

export function answerPeople(market: MarketState): void {
  market
    .answer('user.nonce', () => ({ nonce: 'nonce1234', expiresAt: market.now + 300 }))
    .answer('user.login', ({ address }) => ({
      token: MarketState.tokenOf(address),
      user: market.users.find((one) => one.address === address) ?? aUser(address),
    }))
    .answer('user.logout', () => ({}))
    .answer('user.reload', (_, { token }) => ({ user: market.callerOf(token) }))
    .answer('user.profile', (_, { token }) => ({ user: market.callerOf(token) }))
    .answer(
      'user.info',
      ({ address, shortUrl }) => market.users.find((one) => one.address === address || (shortUrl && one.shortUrl === shortUrl)) ?? {},
    )
    .answer('user.listbyaddr', ({ addresses }) => addresses.map(person))
    .answer('user.stat', ({ address }) => ({
      following: 0,
      followers: 0,
      onSale: market.items.filter(({ listings }) => listings.some(({ maker }) => maker === address)).length,
      held: market.items.filter(({ holdings }) => holdings.some(({ owner }) => owner === address)).length,
      created: market.items.filter(({ creator }) => creator.address === address).length,
      liked: 0,
    }))
    .answer('user.onsales', ({ address, ...at }) =>
      pageOf(
        market.items.filter(({ listings }) => listings.some(({ maker }) => maker === address)),
        at,
      ),
    )
    .answer('user.collections', ({ address, ...at }) =>
      pageOf(
        market.items.filter(({ holdings }) => holdings.some(({ owner }) => owner === address)),
        at,
      ),
    )
    .answer('user.created', ({ address, ...at }) =>
      pageOf(
        market.items.filter(({ creator }) => creator.address === address),
        at,
      ),
    )
    .answer('user.like', (at) =>
      pageOf(
        market.items.filter(({ isLiked }) => isLiked),
        at,
      ),
    )
    .answer('user.bid', (at) => pageOf([], at))
    .answer('user.following', (at) => pageOf([], at))
    .answer('user.follows', (at) => pageOf([], at))
    .answer('user.approvals', () => [])
    .answer('user.listcontract', () => market.collections)
    .answer('user.contract', ({ address }) => market.collections.filter(({ owner }) => owner === address))
    .answer('follow.match', () => [])
    .answer('like.add', (of) => like(market, of, true))
    .answer('like.remove', (of) => like(market, of, false))
    .answer('like.listuserlike', () =>
      market.items.filter(({ isLiked }) => isLiked).map(({ collection, tokenId }) => `${collection}:${tokenId}`),
    )
    .answer('viewer.auctions', () => ({ list: [] }))
    .answer('viewer.marks', ({ items }) => ({
      list: items.flatMap((item) =>
        market.itemOf(item)?.isLiked ? [{ item, isLiked: true, isHeld: false, hasRestingSale: false, hasRestingBid: false }] : [],
      ),
    }))
}

function like(market: MarketState, of: { collection: Address; tokenId: bigint }, isLiked: boolean): Record<string, never> {
  market.change(of, { isLiked })
  return {}
}
