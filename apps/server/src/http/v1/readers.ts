import { AppError, type Collection, type ErrorCode, type User } from '@plinth/api'
import type { V1Input, V1Name, V1Output, V1Resources } from '@plinth/api/v1'
import { type Address, HISTORY_TYPE, itemKey } from '@plinth/protocol'
import { handlers } from '../../calls/table.ts'
import type { SharedContext } from '../../context.ts'
import { searchUserRows } from '../../modules/users/service.ts'
import { readInbox } from '../../read/inbox.ts'
import { listAuctionRows } from '../../read/lists/auctions.ts'
import { findCollectionRows, findItemCards, listItemCards } from '../../read/lists/card-lists.ts'
import { listHistoryRows } from '../../read/lists/history.ts'
import { listSimilarCards } from '../../read/lists/similar-items.ts'
import { listCollectionRows } from '../../state/collections/store.ts'

/** What each resource answers: undefined where there is nothing. */
export type Readers = {
  readonly [N in V1Name]: (context: SharedContext, input: V1Input<V1Resources[N]>) => Promise<V1Output<V1Resources[N]> | undefined>
}

const BID_ACTS = [HISTORY_TYPE.BID, HISTORY_TYPE.EDIT_BID, HISTORY_TYPE.CANCEL_BID, HISTORY_TYPE.ACCEPT]
const SORTS = { listed: 'update_time', created: 'create_time', price: 'price' } as const

const idsOf = ({ chains }: SharedContext, { chainId }: { chainId?: number | undefined }) => chains.scope(chainId).map(({ id }) => id)
const listed = async <T>(list: Promise<readonly T[]>): Promise<{ list: T[] }> => ({ list: [...(await list)] })

/** What the documented calls answer as `{}`. */
const orMissing = <T extends object>(record: object): T | undefined => (Object.keys(record).length === 0 ? undefined : (record as T))

/** Nothing where the call refuses with this code. */
const missing = (code: ErrorCode) => (error: unknown) => {
  if (error instanceof AppError && error.code === code) return undefined
  throw error
}

const { auction, category, contract, explore, nft, offer, paytoken, portfolio, rates, statistics, user } = handlers

export const READERS: Readers = {
  items: (context, { categories = [], sort = 'created', order = 'desc', ...input }) =>
    listItemCards(context, { of: 'market', chainIds: idsOf(context, input), categories, sort: SORTS[sort], order }, input),
  item: (context, input) => nft.detail(context, input),
  itemOwners: (context, input) => nft.owners(context, input),
  itemHistory: (context, { cursor, limit, ...ref }) => listHistoryRows(context, ref, { cursor, limit }),
  itemBids: (context, { cursor, limit, ...ref }) => listHistoryRows(context, ref, { cursor, limit }, BID_ACTS),
  itemAttributes: (context, input) => nft.attributes(context, input),
  itemRarity: (context, input) => statistics.rarity(context, input),
  similarItems: (context, input) => listSimilarCards(context, input),
  exploredItems: (context, input) => explore.items(context, input),
  metadata: async (context, input) => {
    const [metadata, royalties] = await Promise.all([nft.getmedia(context, input), nft.getroyalties(context, input)])
    return {
      list: input.items.map((item) => {
        const key = itemKey(item.collection, item.tokenId)
        return { item, metadata: metadata[key] ?? '', royalties: royalties[key] ?? '' }
      }),
    }
  },
  orders: (context, { side, ...input }) => listed(side === 'sale' ? nft.activesales(context, input) : nft.activebids(context, input)),
  auctions: (context, input) => listAuctionRows(context, { ...input, chainIds: idsOf(context, input) }, input),
  liveAuctions: (context, input) => auction.activeauctions(context, input),
  auctionItems: (context, { sort = 'created', ...input }) => {
    const by = sort === 'ending' ? 'ending' : 'create_time'
    return listItemCards(
      context,
      { of: 'auctioned', chainIds: idsOf(context, input), viewer: undefined, sort: by, phase: input.phase },
      input,
    )
  },
  auction: (context, input) => auction.get(context, input).catch(missing('AUCTION_NOT_FOUND')),
  auctionBids: (context, input) => auction.bids(context, input),
  collections: (context, { collections, ...input }) =>
    collections
      ? listed(contract.listbyaddr(context, { collections, ...input }))
      : listCollectionRows(context.db, { chainIds: idsOf(context, input), isOfficial: input.isOfficial }, input),
  collection: async (context, input) => orMissing<Collection>(await contract.info(context, input)),
  collectionItems: (context, { collection, onlyOnSale = false, ...input }) => {
    return listItemCards(context, { of: 'collection', chainId: input.chainId, collection, onlyOnSale }, input)
  },
  collectionCounts: (context, input) => contract.stat(context, input),
  collectionFloors: (context, input) => listed(contract.floor(context, input)),
  collectionStatistics: (context, input) => statistics.collection(context, input),
  collectionChart: (context, input) => statistics.chart(context, input),
  collectionSales: (context, input) => statistics.sales(context, input),
  collectionAttributes: (context, input) => listed(statistics.attributes(context, input)),
  collectionDepth: (context, input) => statistics.depth(context, input),
  collectionHolders: (context, input) => statistics.holders(context, input),
  sparklines: (context, input) => listed(statistics.sparklines(context, input)),
  rankedCollections: (context, input) => statistics.rankings(context, input),
  rankedAccounts: (context, input) => statistics.people(context, input),
  activity: (context, input) => statistics.activity(context, input),
  accounts: (context, input) => listed(user.listbyaddr(context, input)),
  account: async (context, { account }) =>
    orMissing<User>(await user.info(context, isAddress(account) ? { address: account } : { shortUrl: account })),
  accountCounts: async (context, input) => orMissing<V1Output<V1Resources['accountCounts']>>(await user.stat(context, input)),
  accountValue: (context, input) => portfolio.value(context, input),
  accountStatistics: (context, input) => listed(statistics.account(context, { account: input.address, chainId: input.chainId })),
  accountItems: (context, { of, address, category: ofCategory, collection, tokenId, ...input }) =>
    listItemCards(context, { of, address, category: ofCategory, collection, tokenId, chainIds: idsOf(context, input) }, input),
  foundItems: (context, { search, cursor, limit, ...input }) =>
    findItemCards(context, { search, chainIds: idsOf(context, input), cursor, limit }),
  foundAccounts: (context, { search, ...input }) => searchUserRows(context.db, search, input),
  foundCollections: (context, { search, cursor, limit, ...input }) =>
    findCollectionRows(context, { search, chainIds: idsOf(context, input), cursor, limit }),
  collectionOffers: async (context, { limit, ...input }) =>
    listed(offer.list(context, { ...input, page: 1, limit }).then(({ list }) => list)),
  accountOffers: async (context, { limit, ...input }) => listed(offer.list(context, { ...input, page: 1, limit }).then(({ list }) => list)),
  receivedOffers: async (context, { owner: account, limit, chainId }) =>
    listed(readInbox(context, { account, chainIds: idsOf(context, { chainId }) }, { page: 1, limit }).then(({ list }) => list)),
  itemOffers: async (context, { limit, ...input }) => listed(offer.forItem(context, { ...input, page: 1, limit }).then(({ list }) => list)),
  offerSet: (context, input) => offer.set(context, input).catch(missing('NOT_FOUND')),
  rates: (context) => rates.list(context),
  categories: (context) => listed(category.list(context)),
  payTokens: (context, input) => listed(paytoken.list(context, input)),
}

const isAddress = (text: string): text is Address => text.startsWith('0x') && text.length === 42
