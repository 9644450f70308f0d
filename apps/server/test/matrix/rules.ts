import type { Call, Catalogue, ErrorCode, Input, Segment } from '@plinth/api'
import { TOKEN_STANDARD } from '@plinth/protocol'
import type { World } from './world.ts'

type Names<S extends Segment> = `${S}.${keyof Catalogue[S] & string}`
export type CallName = { [S in Segment]: Names<S> }[Segment]
type CallOf<N extends CallName> = N extends `${infer S extends Segment}.${infer K}`
  ? K extends keyof Catalogue[S]
    ? Catalogue[S][K]
    : never
  : never
type InputOf<N extends CallName> = CallOf<N> extends infer C extends Call ? Input<C> : never

/** Acts on something of Alice's: what is sent, and how everybody else is refused. */
type Owned<N extends CallName> = { readonly send: (world: World) => InputOf<N>; readonly others: ErrorCode }

/**
 * Who may make a call.
 * `anybody`: a dead token is as good as none. `oneself`: of the token's own things alone, whatever address is sent.
 * An object: of things that have an owner.
 */
export type Rules = { readonly [N in CallName]: 'anybody' | 'oneself' | Owned<N> }

/** A call that stands in the catalogue and not here does not compile. */
export const RULES: Rules = {
  'announcement.list': 'anybody',
  'category.list': 'anybody',
  'config.fetch': 'anybody',
  'config.gasTracker': 'anybody',
  'contract.create': {
    send: ({ alice, cover, minter, market }) => ({
      name: 'Another',
      symbol: 'OTHER',
      storageId: cover.id,
      cover: cover.url,
      signer: minter,
      standard: TOKEN_STANDARD.ERC721,
      owner: alice,
      chainId: market.chainId,
    }),
    others: 'NOT_AUTHORISED',
  },
  'contract.info': 'anybody',
  'contract.getinfo': 'anybody',
  'contract.list': 'anybody',
  'contract.listall': 'anybody',
  'contract.listbyaddr': 'anybody',
  'contract.stat': 'anybody',
  'contract.floor': 'anybody',
  'contract.listitems': 'anybody',
  'dapp.sign': { send: ({ collection, market }) => ({ collection, chainId: market.chainId }), others: 'COLLECTION_NOT_YOURS' },
  'dapp.signtyid': 'oneself',
  'follow.add': 'oneself',
  'follow.delete': 'oneself',
  'follow.match': 'anybody',
  'follow.follows': 'anybody',
  'follow.followers': 'anybody',
  'home.list': 'anybody',
  'home.indexlist': 'anybody',
  'home.search': 'anybody',
  'home.searchuser': 'anybody',
  'home.searchcontract': 'anybody',
  'like.add': 'oneself',
  'like.remove': 'oneself',
  'like.listuserlike': 'anybody',
  'nft.list': 'anybody',
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
  'nft.detail': 'anybody',
  'nft.owners': 'anybody',
  'nft.history': 'anybody',
  'nft.bids': 'anybody',
  'nft.activebids': 'anybody',
  'nft.activesales': 'anybody',
  'nft.getmedia': 'anybody',
  'nft.getroyalties': 'anybody',
  'nft.refreshmeta': 'anybody',
  'nft.locknft': 'oneself',
  'notices.count': 'anybody',
  'notices.unread': 'oneself',
  'notices.countunread': 'oneself',
  'notices.list': 'oneself',
  'notices.read': { send: ({ notice }) => ({ id: notice }), others: 'NOT_FOUND' },
  'notices.readall': 'oneself',
  'order.prepare': { send: ({ sale }) => ({ ...sale, salt: undefined }), others: 'NOT_AUTHORISED' },
  'order.add': { send: ({ sale }) => sale, others: 'NOT_AUTHORISED' },
  'order.submit': { send: ({ again }) => again, others: 'NOT_AUTHORISED' },
  'order.list': 'anybody',
  'order.get': 'anybody',
  'order.buyerFee': 'oneself',
  'paytoken.list': 'anybody',
  'paytoken.committed': 'oneself',
  'storage.upload': 'oneself',
  'storage.multiupload': 'oneself',
  'storage.list': 'oneself',
  'storage.read': { send: ({ upload }) => ({ id: upload.id }), others: 'NOT_AUTHORISED' },
  'storage.update': { send: ({ upload }) => ({ id: upload.id, name: 'Hers.png' }), others: 'NOT_AUTHORISED' },
  'storage.delete': { send: ({ upload }) => ({ id: upload.id }), others: 'NOT_AUTHORISED' },
  'ty.listset': 'anybody',
  'user.nonce': 'anybody',
  'user.login': 'anybody',
  'user.logout': 'anybody',
  'user.reload': 'anybody',
  'user.profile': 'oneself',
  'user.setprofile': { send: ({ alice }) => ({ address: alice, nickname: 'Alice' }), others: 'NOT_AUTHORISED' },
  'user.info': 'anybody',
  'user.stat': 'anybody',
  'user.listbyaddr': 'anybody',
  'user.onsales': 'anybody',
  'user.collections': 'anybody',
  'user.created': 'anybody',
  'user.like': 'anybody',
  'user.bid': 'anybody',
  'user.following': 'anybody',
  'user.follows': 'anybody',
  'user.listcontract': 'anybody',
  'user.contract': 'anybody',
}
