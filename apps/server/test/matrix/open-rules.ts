import { ORDER_TYPE } from '@plinth/protocol'
import type { Anybody, CallName } from './rule.ts'
import { lineOf, type World } from './world.ts'

const FIRST = { page: 1, limit: 20 } as const
const ofAlice = ({ alice }: World) => ({ ...FIRST, address: alice })
const ofItem = ({ item }: World) => ({ collection: item.collection, tokenId: item.tokenId })
const ofItems = ({ item }: World) => ({ items: [ofItem({ item } as World)] })
const ofBox = ({ boxId }: World) => ({ boxId })
const ofLot = ({ lot }: World) => lot
const ofCollection = ({ collection }: World) => ({ collection })
const mailed = { email: 'ghost@plinth.test', password: 'Harbour-27', code: 'ABCD' }

type Liked = { readonly list: readonly { readonly isLiked: boolean }[] }
type Followed = { readonly list: readonly { readonly isFollowed: boolean }[] }
/** Alice likes the item; only the response to Alice says so. */
const liked = {
  by: ({ list }: Liked) => list.some(({ isLiked }) => isLiked),
  alice: true,
  bob: false,
  nobody: false,
}
/** Alice follows Bob; only the response to Alice says so. */
const followed = {
  by: ({ list }: Followed) => list.some(({ isFollowed }) => isFollowed),
  alice: true,
  bob: false,
  nobody: false,
}
/** Bob follows Alice, who is in this list. */
const followedByBob = { by: followed.by, alice: false, bob: true, nobody: false }
type Counted = { readonly list: readonly unknown[] }
const counted = ({ list }: Counted) => list.length

/** Calls that need no token: responses that differ with a token, and those that are identical. */
export const OPEN_RULES = {
  'announcement.list': { anybody: () => ({}) },
  'auction.activeauctions': { anybody: ({ lot }) => ({ items: [lot] }) },
  'auction.bids': { anybody: ofLot },
  'auction.get': { anybody: ofLot },
  'auction.list': { anybody: ({ alice }) => ({ ...FIRST, owner: alice }) },
  'auction.listbymulti': { anybody: ({ lot }) => ({ items: [lot] }) },
  'auction.settlement': { anybody: ofLot, alice: 'AUCTION_NOT_ENDED' },
  'auction.newlist': { anybody: () => FIRST, ...liked },
  'blind.box.detail': { anybody: ofBox },
  'blind.box.history': { anybody: ({ boxId }) => ({ ...FIRST, boxId }) },
  'blind.box.kept': { anybody: ({ alice, boxId }) => ({ account: alice, boxId }) },
  'blind.box.list': { anybody: () => FIRST },
  'blind.box.nfts': { anybody: ofBox },
  'blind.box.proof': {
    anybody: ({ boxId }) => ({ boxId, request: 1 }),
    by: () => undefined,
    alice: 'NOT_FOUND',
    bob: 'NOT_FOUND',
    nobody: 'NOT_FOUND',
  },
  'blind.owner.draws': { anybody: ({ alice }) => ({ owner: alice }) },
  'blind.order.get': { anybody: ofBox },
  'blind.order.listbyboxid': { anybody: ({ boxId }) => ({ boxIds: [boxId] }) },
  'blind.paytoken.list': { anybody: () => ({}) },
  'category.list': { anybody: () => ({}) },
  'config.fetch': { anybody: () => ({}), by: ({ defaultChainId }) => defaultChainId, alice: 31337, bob: 31337, nobody: 31337 },
  'config.gasTracker': { anybody: () => ({}) },
  'contract.floor': { anybody: ofCollection },
  'contract.getinfo': { anybody: ofCollection },
  'contract.info': { anybody: ofCollection },
  'contract.list': { anybody: () => ({}) },
  'contract.listall': { anybody: () => FIRST },
  'contract.listbyaddr': { anybody: ({ collection }) => ({ collections: [collection] }) },
  'contract.listitems': { anybody: ({ item }) => ({ ...FIRST, collection: item.collection }), ...liked },
  'contract.stat': { anybody: ofCollection },
  'follow.followers': { anybody: ({ carol }) => ({ ...FIRST, address: carol }), ...followedByBob },
  'follow.follows': { anybody: ofAlice, ...followed },
  'follow.match': { anybody: ({ alice, bob }) => ({ address: alice, people: [bob] }) },
  'cart.check': {
    anybody: ({ reserved }) => ({ lines: [lineOf(reserved)] }),
    by: ({ list }) => list[0]?.reason ?? 'for sale',
    alice: 'own',
    bob: 'for sale',
    nobody: 'unknown',
  },
  'sweep.candidates': {
    anybody: ({ dollar }) => ({ payToken: { chainId: 31337, address: dollar }, budget: 1n }),
    by: ({ list }) => list.length,
    alice: 0,
  },
  'explore.collections': { anybody: () => ({ ...FIRST, words: 'harbour' }) },
  'explore.items': { anybody: () => ({ limit: 5, withCounts: true }) },
  'home.indexlist': { anybody: () => FIRST, ...liked },
  'home.list': { anybody: () => FIRST, ...liked },
  'home.search': { anybody: () => ({ ...FIRST, search: 'Five bottles' }), ...liked },
  'home.searchcontract': { anybody: () => ({ ...FIRST, search: 'Matrix' }) },
  'home.searchuser': { anybody: ({ bob }) => ({ ...FIRST, search: bob }), ...followed },
  'like.listuserlike': { anybody: ({ alice, item }) => ({ address: alice, items: [item] }) },
  'nft.activebids': { anybody: ofItems },
  'nft.activesales': { anybody: ofItems },
  'nft.attributes': { anybody: ofItem },
  'nft.bids': {
    anybody: ({ wished }) => wished,
    by: (rows) => rows.map(({ isOwn }) => isOwn),
    alice: [true],
    bob: [false],
    nobody: [false],
  },
  'nft.detail': { anybody: ofItem, by: (item) => item?.isLiked, alice: true, bob: false, nobody: false },
  'nft.getmedia': { anybody: ofItems },
  'nft.getroyalties': { anybody: ofItems },
  'nft.history': {
    anybody: ofItem,
    by: (rows) => rows.some(({ isOwn }) => isOwn),
    alice: true,
    bob: false,
    nobody: false,
  },
  'nft.list': { anybody: () => FIRST, ...liked },
  'nft.owners': { anybody: ofItem },
  'nft.refreshmeta': { anybody: ofItem },
  'notices.count': {
    anybody: ({ alice }) => ({ address: alice }),
    by: ({ total }, { notices }) => (total === notices.alice ? 'alice’s' : total === notices.bob ? 'bob’s' : total),
    alice: 'alice’s',
    bob: 'bob’s',
    nobody: 0,
    dead: 'NOT_LOGGED_IN',
  },
  // Only Alice sees a listing of an item no longer held, and a bid that is unfunded.
  'offer.forItem': { anybody: (world) => ({ ...ofItem(world), ...FIRST }), by: ({ total }) => total, alice: 1, bob: 1, nobody: 1 },
  'offer.list': { anybody: ({ carol }) => ({ ...FIRST, owner: carol }), by: ({ total }) => total, alice: 1, bob: 1, nobody: 1 },
  'offer.set': { anybody: ({ market, root }) => ({ collection: market.official, root }) },
  'order.get': {
    anybody: ({ left, alice }) => ({ ...left, owner: alice, type: ORDER_TYPE.SALE }),
    by: ({ isFundable }) => isFundable,
    alice: false,
    bob: 'ORDER_NOT_FOUND',
    nobody: 'ORDER_NOT_FOUND',
  },
  'order.list': { anybody: ({ alice }) => ({ ...FIRST, owner: alice }), by: counted, alice: 5, bob: 3, nobody: 3 },
  'paytoken.list': { anybody: () => ({}) },
  'rates.list': { anybody: () => ({}) },
  'ty.listset': { anybody: () => ({}) },
  'portfolio.value': { anybody: ({ alice }) => ({ address: alice }) },
  'statistics.account': { anybody: ({ alice }) => ({ account: alice }) },
  'statistics.activity': { anybody: ({ alice }) => ({ account: alice, limit: 5 }) },
  'statistics.attributes': { anybody: ofCollection },
  'statistics.chart': { anybody: (world) => ({ ...ofCollection(world), hours: 24 }) },
  'statistics.collection': { anybody: ofCollection },
  'statistics.depth': { anybody: ofCollection },
  'statistics.holders': { anybody: (world) => ({ ...ofCollection(world), limit: 5 }) },
  'statistics.people': { anybody: () => ({ by: 'sold', limit: 5 }) },
  'statistics.rankings': { anybody: () => ({ by: 'volume', hours: 24, limit: 5 }) },
  'statistics.rarity': { anybody: ofItem },
  'statistics.sales': { anybody: (world) => ({ ...ofCollection(world), hours: 24, limit: 5 }) },
  'statistics.similar': {
    anybody: ({ lot }) => ({ collection: lot.collection, tokenId: lot.tokenId, limit: 5 }),
    by: (list) => list.some(({ isLiked }) => isLiked),
    alice: true,
    bob: false,
    nobody: false,
  },
  'statistics.sparklines': { anybody: ({ collection }) => ({ collections: [collection], hours: 24 }) },
  // No mail here: mail-login.test.ts covers calls that need a mailed code.
  'user.activation': { anybody: () => mailed, alice: 'MAIL_LOGIN_OFF' },
  'user.bid': { anybody: ofAlice, by: counted, alice: 1, bob: 0, nobody: 0 },
  'user.collections': { anybody: ofAlice, ...liked },
  'user.contract': { anybody: ofAlice },
  'user.created': { anybody: ofAlice, ...liked },
  'user.following': { anybody: ofAlice, ...followed },
  'user.follows': { anybody: ({ carol }) => ({ ...FIRST, address: carol }), ...followedByBob },
  'viewer.auctions': {
    anybody: () => ({}),
    by: ({ list }) => (list.some(({ ownBid }) => ownBid > 0n) ? 'bids' : list.length > 0 ? 'owns' : 'none'),
    alice: 'owns',
    bob: 'bids',
    nobody: 'none',
  },
  'viewer.marks': {
    anybody: ({ item }) => ({ items: [{ chainId: 31337, collection: item.collection, tokenId: item.tokenId }] }),
    by: ({ list }) => list.some(({ isLiked }) => isLiked),
    alice: true,
    bob: false,
    nobody: false,
  },
  'user.info': {
    anybody: ({ bob }) => ({ address: bob }),
    by: (person) => 'isFollowed' in person && person.isFollowed,
    alice: true,
    bob: false,
    nobody: false,
  },
  'user.kaptcha': { anybody: () => ({}), by: (picture) => picture.slice(0, 5), alice: 'data:', bob: 'data:', nobody: 'data:' },
  'user.like': { anybody: ofAlice, ...liked },
  'user.listbyaddr': { anybody: ({ alice, bob }) => ({ addresses: [alice, bob] }) },
  'user.listcontract': { anybody: ofAlice },
  'user.login': {
    anybody: ({ login }) => login,
    by: ({ user }, { carol }) => user.address === carol,
    alice: true,
    bob: true,
    nobody: true,
  },
  // No mail here either: mailed-links.finding.test.ts covers the calls of our forms.
  'user.mail.link': { anybody: () => ({ email: mailed.email, act: 'login' }), alice: 'MAIL_LOGIN_OFF' },
  'user.mail.login': { anybody: () => mailed, alice: 'MAIL_LOGIN_OFF' },
  'user.mail.register': { anybody: () => mailed, alice: 'MAIL_LOGIN_OFF' },
  'user.mail.sendcode': { anybody: () => mailed, alice: 'MAIL_LOGIN_OFF' },
  'user.mail.setpassword': { anybody: () => mailed, alice: 'MAIL_LOGIN_OFF' },
  'user.nonce': { anybody: () => ({}), by: ({ nonce }) => nonce.length > 8, alice: true, bob: true, nobody: true },
  'user.onsales': { anybody: ofAlice, ...liked },
  'user.register': { anybody: () => mailed, alice: 'MAIL_LOGIN_OFF' },
  'user.reload': {
    anybody: () => ({}),
    by: ({ user }, { alice, bob }) => (user.address === alice ? 'Alice' : user.address === bob && 'Bob'),
    alice: 'Alice',
    bob: 'Bob',
    nobody: 'SESSION_ENDED',
  },
  'user.sendcode': { anybody: () => mailed, alice: 'MAIL_LOGIN_OFF' },
  'user.setpassword': { anybody: () => mailed, alice: 'MAIL_LOGIN_OFF' },
  'user.stat': { anybody: ofAlice },
  'user.userLogin': { anybody: () => mailed, alice: 'MAIL_LOGIN_OFF' },
} satisfies { readonly [N in CallName]?: Anybody<N> }
