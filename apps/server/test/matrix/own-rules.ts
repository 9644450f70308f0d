import { AUCTION_SETTLEMENT, ORDER_TYPE, TOKEN_STANDARD } from '@plinth/protocol'
import { usd } from '../acts/auctions.ts'
import type { CallName, Oneself, Owned } from './rule.ts'
import type { World } from './world.ts'
import { lineOf } from './world.ts'

const nothing = () => ({})
const first = () => ({ page: 1, limit: 20 })
/** The owner of the response. */
const WHOSE = { alice: 'Alice', bob: 'Bob' } as const

const manyOf = ({ maker, sellToken, sellTokenId, sellType, selling, buyToken, chainId }: World['sale']) => {
  const sale = { collection: sellToken, tokenId: sellTokenId, assetType: sellType, quantity: selling, unitPrice: 9n, payToken: buyToken }
  return { maker, chainId, orders: [sale] }
}

/** Calls that need a token. */
export const OWN_RULES = {
  'allowed.approvals': { oneself: nothing, by: (approvals) => approvals.length > 0, alice: true, bob: false },
  'allowed.signatures': { oneself: first, by: ({ list }) => list.some(({ kind }) => kind === 'listing'), alice: true, bob: false },
  'auction.add': { send: ({ auction }) => auction, others: 'NOT_AUTHORISED' },
  'auction.bid': { oneself: ({ nextBid }) => nextBid, alice: 'AUCTION_OWN', bob: 'served' },
  'auction.buyerFee': {
    oneself: ({ lot }) => ({ ...lot, type: AUCTION_SETTLEMENT.ACCEPT }),
    alice: 'AUCTION_NOT_ENDED',
  },
  'auction.cancel': {
    oneself: ({ lot }) => ({ ...lot, total: usd('1000') }),
    alice: 'AUCTION_BID_NOT_FOUND',
    bob: 'served',
  },
  'auction.edit': { send: ({ edited }) => edited, others: 'NOT_AUTHORISED' },
  'auction.prepare': { send: ({ auction }) => ({ ...auction, salt: undefined }), others: 'NOT_AUTHORISED' },
  'blind.order.buyfee': { oneself: ({ boxSalt }) => ({ salt: boxSalt, amount: 1 }) },
  'blind.order.prepare': { send: ({ boxId }) => ({ boxId }), others: 'NOT_AUTHORISED', by: 'operator' },
  'contract.create': {
    send: ({ alice, cover, mintSigner, market }) => ({
      name: 'Another',
      symbol: 'OTHER',
      storageId: cover.id,
      cover: cover.url,
      signer: mintSigner,
      standard: TOKEN_STANDARD.ERC721,
      owner: alice,
      chainId: market.chainId,
    }),
    others: 'NOT_AUTHORISED',
  },
  'contract.describe': {
    send: ({ collection, market }) => ({ collection, description: 'Ink and water', chainId: market.chainId }),
    others: 'COLLECTION_OWNER',
  },
  'contract.edit': {
    send: ({ collection, market }) => ({ collection, category: 1n, chainId: market.chainId }),
    others: 'COLLECTION_OWNER',
  },
  'dapp.sign': { send: ({ collection, market }) => ({ collection, chainId: market.chainId }), others: 'COLLECTION_NOT_YOURS' },
  'dapp.signtyid': { oneself: ({ unminted, alice }) => ({ ...unminted, from: alice }), alice: 'SELF_TRADE', bob: 'served' },
  'follow.add': { oneself: ({ carol }) => ({ address: carol }) },
  'follow.delete': { oneself: ({ dan }) => ({ address: dan }) },
  'like.add': { oneself: ({ wished }) => wished },
  'like.remove': { oneself: ({ wished }) => wished },
  'nft.add': {
    send: ({ collection, tokenId, cover, market }) => ({
      collection,
      tokenId,
      name: 'Hers',
      storageId: cover.id,
      imgUrl: cover.url,
      category: 1n,
      quantity: 1n,
      standard: TOKEN_STANDARD.ERC721,
      chainId: market.chainId,
    }),
    others: 'COLLECTION_NOT_YOURS',
  },
  // Bob has bought it.
  'nft.locknft': { oneself: ({ bought }) => bought, alice: 'NO_PURCHASE', bob: 'served' },
  'notices.countunread': {
    oneself: ({ alice }) => ({ address: alice }),
    by: (unread, { unreadOfAlice }) => unread >= unreadOfAlice,
    alice: true,
    bob: false,
  },
  'notices.list': {
    oneself: ({ alice }) => ({ ...first(), address: alice }),
    by: ({ list }, { notice }) => list.some(({ id }) => id === notice),
    alice: true,
    bob: false,
  },
  'notices.read': { send: ({ notice }) => ({ id: notice }), others: 'NOT_FOUND' },
  'notices.readall': { oneself: nothing },
  'notices.unread': {
    oneself: nothing,
    by: (unread, { unreadOfAlice }) => unread >= unreadOfAlice,
    alice: true,
    bob: false,
  },
  'operator.act': {
    send: () => ({ group: 'site', act: 'reset', values: { name: 'chat' }, why: 'as configured' }),
    others: 'ROLE_MISSING',
  },
  'operator.dashboard': { send: nothing, others: 'ROLE_MISSING' },
  'operator.desk': { send: nothing, others: 'ROLE_MISSING' },
  'operator.look': { send: () => ({ group: 'categories', act: 'list', values: {} }), others: 'ROLE_MISSING' },
  'offer.add': { send: ({ offer }) => offer, others: 'NOT_AUTHORISED' },
  'offer.block': { oneself: ({ carol }) => ({ address: carol }) },
  'offer.blocked': { oneself: first },
  'offer.buyerFee': { oneself: ({ standing, item }) => ({ ...standing, collection: item.collection, tokenId: item.tokenId }) },
  'offer.decline': { oneself: ({ standingId }) => ({ id: standingId }) },
  'offer.inbox': { oneself: first, by: ({ list }) => list.length > 0, alice: true, bob: true },
  'offer.mine': { oneself: first },
  'offer.passed': { oneself: ({ standingId }) => ({ ids: [standingId] }) },
  'offer.prepare': { send: ({ offer }) => ({ ...offer, withNew: true, salt: undefined }), others: 'NOT_AUTHORISED' },
  'offer.restore': { oneself: ({ standingId }) => ({ id: standingId }) },
  'offer.setLeast': { oneself: () => ({ least: 0 }) },
  'offer.unblock': { oneself: ({ carol }) => ({ address: carol }) },
  'operator.me': { oneself: nothing, by: ({ role }) => role, alice: 'operator', bob: '' },
  'order.add': { send: ({ sale }) => sale, others: 'NOT_AUTHORISED' },
  'order.buyerFee': {
    oneself: ({ listed, alice }) => ({ ...listed, owner: alice, type: ORDER_TYPE.SALE }),
    alice: 'SELF_TRADE',
    bob: 'served',
  },
  'order.prepare': { send: ({ sale }) => sale, others: 'NOT_AUTHORISED' },
  'order.preparemany': { send: ({ sale }) => manyOf(sale), others: 'NOT_AUTHORISED' },
  'order.submitmany': {
    send: ({ sale }) => {
      const { orders, ...rest } = manyOf(sale)
      const { digest, signature } = sale
      return { ...rest, signature, orders: orders.map((each) => ({ ...each, salt: 1n, digest, index: 0, proof: digest })) }
    },
    others: 'NOT_AUTHORISED',
  },
  'order.submit': { send: ({ again }) => again, others: 'NOT_AUTHORISED' },
  // Alice's bid of 7, and Bob's of 3 for an item and of 11 at auction, with the fee on top.
  'paytoken.committed': {
    oneself: ({ dollar }) => ({ token: dollar }),
    by: ({ committed }) => committed,
    alice: usd('7.175'),
    bob: usd('14.35'),
  },
  'report.add': { oneself: ({ bob }) => ({ kind: 3, address: bob, text: 'Look at this' }) },
  'selling.facts': {
    oneself: ({ item: { collection, tokenId } }) => ({ items: [{ chainId: 31337, collection, tokenId }] }),
    by: ({ list }) => list.map(({ held }) => held),
    alice: [1n],
    bob: [0n],
  },
  'storage.avatar': { oneself: nothing },
  'storage.delete': { send: ({ upload }) => ({ id: upload.id }), others: 'NOT_AUTHORISED' },
  'storage.list': {
    oneself: first,
    by: ({ list }, { cover }) => list.some(({ id }) => id === cover.id),
    alice: true,
    bob: false,
  },
  'storage.multiupload': { oneself: nothing },
  'storage.read': { send: ({ upload }) => ({ id: upload.id }), others: 'NOT_AUTHORISED' },
  'storage.update': { send: ({ upload }) => ({ id: upload.id, name: 'Hers.png' }), others: 'NOT_AUTHORISED' },
  'storage.upload': { oneself: nothing },
  'cart.fills': {
    oneself: ({ reserved }) => ({ lines: [lineOf(reserved)] }),
    by: ({ list }) => list[0]?.reason ?? 'signed',
    alice: 'own',
    bob: 'signed',
  },
  'portfolio.collections': { oneself: nothing, by: (collections) => collections.length > 0, alice: true, bob: true },
  'portfolio.hide': {
    oneself: ({ market, wished }) => ({ items: [{ chainId: market.chainId, collection: wished.collection, tokenId: wished.tokenId }] }),
  },
  'portfolio.items': { oneself: () => ({ limit: 50 }), by: ({ total }) => total > 0, alice: true, bob: true },
  'portfolio.listings': { oneself: first, by: ({ total }) => total > 0, alice: true, bob: false },
  'portfolio.statement': { oneself: () => ({ year: 2026, timeZone: 'UTC', language: 'en' as const }) },
  'portfolio.summary': { oneself: nothing, by: ({ works }) => works > 0, alice: true, bob: true },
  'portfolio.trades': { oneself: () => ({ year: 2026, timeZone: 'UTC', limit: 50 }) },
  'portfolio.unhide': {
    oneself: ({ market, wished }) => ({ items: [{ chainId: market.chainId, collection: wished.collection, tokenId: wished.tokenId }] }),
  },
  'portfolio.walletadd': {
    oneself: ({ carol }) => ({ wallet: carol, message: 'none', signature: '0x00' }),
    alice: 'LOGIN_BAD_MESSAGE',
  },
  'portfolio.walletdeny': { oneself: ({ carol }) => ({ account: carol }) },
  'portfolio.walletprepare': { oneself: ({ carol }) => ({ wallet: carol }) },
  'portfolio.walletremove': { oneself: ({ carol }) => ({ wallet: carol }) },
  'portfolio.wallets': { oneself: nothing, by: ({ wallets }) => wallets.length, alice: 0 },
  'privateSale.buyerFee': { oneself: ({ reserved }) => reserved, alice: 'SELF_TRADE', bob: 'served' },
  'privateSale.forItem': {
    oneself: ({ reserved: { collection, tokenId } }) => ({ collection, tokenId }),
    by: ({ length }) => length,
    alice: 1,
    bob: 1,
  },
  'privateSale.mine': { oneself: first, by: ({ total }) => total, alice: 1, bob: 0 },
  'user.approvals': { oneself: nothing, by: (approvals) => approvals.length, alice: 0 },
  'user.email': { oneself: nothing, by: ({ email }) => email, alice: '' },
  'user.export': {
    oneself: nothing,
    by: ({ account }, { alice, bob }) => (account.address === alice ? 'Alice' : account.address === bob && 'Bob'),
    ...WHOSE,
  },
  'user.linkwallet': {
    oneself: ({ alice }) => ({ address: alice, signature: '0x00', message: 'Let me in' }),
    alice: 'LOGIN_BAD_MESSAGE',
  },
  'user.match': { oneself: ({ alice, bob }) => ({ addresses: [alice, bob] }), by: (people) => people.length, alice: 2 },
  'user.profile': {
    oneself: nothing,
    by: ({ user }, { alice, bob }) => (user.address === alice ? 'Alice' : user.address === bob && 'Bob'),
    ...WHOSE,
  },
  'user.setbanner': { oneself: () => ({ url: '' }) },
  'user.setprofile': { send: ({ alice }) => ({ address: alice, nickname: 'Alice' }), others: 'NOT_AUTHORISED' },
} satisfies { readonly [N in CallName]?: Oneself<N> | Owned<N> }
