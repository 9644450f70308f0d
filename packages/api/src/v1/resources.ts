import { z } from 'zod'
import type { PublicRead } from '../call.ts'
import type { Catalogue, Segment } from '../catalogue.ts'
import { AuctionBidRecord, AuctionPhase, AuctionRecord } from '../schemas/auctions.ts'
import { Category, PayToken } from '../schemas/catalogue.ts'
import { Collection, CollectionStat, FloorPrice } from '../schemas/collections.ts'
import { ExplorePage, ITEM_SORTS, ItemCursor, itemFilters } from '../schemas/explore.ts'
import { ItemCard } from '../schemas/item-cards.ts'
import { AttributeCount, HistoryRecord, Holding, ItemOnce } from '../schemas/items.ts'
import { OrderRecord } from '../schemas/orders.ts'
import { Person, User, UserStat } from '../schemas/people.ts'
import { AccountValue } from '../schemas/portfolio.ts'
import { AttributeFloors, ItemRarity } from '../schemas/rarity.ts'
import { RateRecord, RatesCurrency } from '../schemas/rates.ts'
import {
  AccountStatistics,
  ActivityRecord,
  Chart,
  ChartHours,
  CollectionStatistics,
  Cursor,
  Depth,
  HolderPage,
  Kinds,
  limitField,
  listPage,
  PEOPLE_RANKINGS,
  RANKINGS,
  RankedAccount,
  RankedCollection,
  RankingHours,
  SaleRecord,
  Sparkline,
} from '../schemas/statistics.ts'
import { address, count, flag, int, itemKey, listOf, rowId, shortLink, text, uint256 } from '../schemas/wire.ts'
import { ITEM_LISTS } from './item-lists.ts'
import { OFFERS } from './offers.ts'
import { foundRowsOf, record, resource, rowsFields, rowsOf } from './resource.ts'

const ofChain = { chainId: ['chain', int.optional()] } as const
const ofCollection = { chainId: ['chain', int], collection: ['collection', address] } as const
const ofItem = { ...ofCollection, tokenId: ['tokenId', uint256] } as const
const ofAuction = { ...ofItem, owner: ['owner', address] } as const
const ofAccount = { address: ['address', address] } as const
/** As `address:tokenId`, with commas between them. */
const manyItems = { items: ['items', listOf(itemKey, 200)], ...ofChain } as const
const listed = <T extends z.ZodType>(element: T) => z.object({ list: z.array(element) })
const cards = rowsOf(ItemCard)
/** Pages of figures have cursors of their own. */
const figureRows = { cursor: ['cursor', Cursor.optional()], limit: limitField(200) } as const
const rankedRows = { cursor: ['cursor', Cursor.optional()], limit: limitField(100) } as const
const inMoney = { money: ['money', address.optional()] } as const
const found = { search: ['text', text(200, 1)] } as const

const ITEM = '/items/{chain}/{collection}/{tokenId}'
const COLLECTION = '/collections/{chain}/{collection}'
const AUCTION = '/auctions/{chain}/{collection}/{tokenId}/{owner}'
const ACCOUNT = '/accounts/{address}'

/** The market as resources: each is the same for every reader, without a login. */
export const V1 = {
  items: resource('/items', {
    about: 'Items on sale at a fixed price, by time of listing, of creation, or by price.',
    request: record({
      ...ofChain,
      categories: ['categories', listOf(rowId, 100).optional()],
      sort: ['sort', z.enum(['listed', 'created', 'price']).optional()],
      order: ['order', z.enum(['asc', 'desc']).optional()],
      ...rowsFields,
    }),
    response: cards,
  }),
  item: resource(ITEM, {
    about: 'One item with all that its page shows.',
    request: record(ofItem),
    response: ItemOnce,
    mayBeMissing: true,
  }),
  itemOwners: resource(`${ITEM}/owners`, {
    about: 'The hundred largest holders of an item.',
    request: record(ofItem),
    response: listed(Holding),
  }),
  itemHistory: resource(`${ITEM}/history`, {
    about: 'What happened to an item, newest first.',
    request: record({ ...ofItem, ...rowsFields }),
    response: rowsOf(HistoryRecord),
  }),
  itemBids: resource(`${ITEM}/bids`, {
    about: 'What became of the bids for an item: made, raised, cancelled, accepted; newest first.',
    request: record({ ...ofItem, ...rowsFields }),
    response: rowsOf(HistoryRecord),
  }),
  itemAttributes: resource(`${ITEM}/attributes`, {
    about: 'Attributes of an item, each with how many items of its collection have it, of `total` whose metadata is known.',
    request: record(ofItem),
    response: z.object({ total: count, list: z.array(AttributeCount) }),
  }),
  itemRarity: resource(`${ITEM}/rarity`, {
    about: 'The rank of an item by rarity and how it comes about, and what its attributes share and cost.',
    request: record(ofItem),
    response: ItemRarity,
  }),
  similarItems: ITEM_LISTS.similarItems,
  itemOffers: OFFERS.itemOffers,
  collectionOffers: OFFERS.collectionOffers,
  accountOffers: OFFERS.accountOffers,
  receivedOffers: OFFERS.receivedOffers,
  offerSet: OFFERS.offerSet,
  exploredItems: resource('/explore/items', {
    about: 'Items by any filters, in one of ten orders, with the count of each value of each filter where asked.',
    request: record({
      ...itemFilters,
      sort: ['sort', z.enum(ITEM_SORTS).optional()],
      withCounts: ['counts', flag.optional()],
      cursor: ['cursor', ItemCursor.optional()],
      limit: limitField(200),
    }),
    response: ExplorePage,
  }),
  metadata: resource('/metadata', {
    about: 'Metadata of many items as JSON text, and their royalties in bps as JSON text; "" while unknown.',
    request: record(manyItems),
    response: listed(record({ item: ['item', itemKey], metadata: ['metadata', z.string()], royalties: ['royalties', z.string()] })),
  }),
  orders: resource('/orders', {
    about: 'Open, fundable sales or bids of many items, the best unit price first.',
    request: record({ side: ['side', z.enum(['sale', 'bid'])], ...manyItems }),
    response: listed(OrderRecord),
  }),
  auctions: resource('/auctions', {
    about: 'Auctions, newest first, whatever became of them; those of an item or an owner, or all live or finished ones, where asked for.',
    request: record({
      ...ofChain,
      collection: ['collection', address.optional()],
      tokenId: ['tokenId', uint256.optional()],
      owner: ['owner', address.optional()],
      isFinished: ['finished', flag.optional()],
      ...rowsFields,
    }),
    response: rowsOf(AuctionRecord),
  }),
  liveAuctions: resource('/auctions/live', {
    about: 'Live auctions of many items.',
    request: record(manyItems),
    response: listed(AuctionRecord),
  }),
  auctionItems: resource('/auctions/items', {
    about:
      'Items at an auction that takes bids, is about to or waits for its settlement, or at one of these alone; by `ending` the one that ends first.',
    request: record({
      ...ofChain,
      sort: ['sort', z.enum(['created', 'ending']).optional()],
      phase: ['phase', AuctionPhase.optional()],
      ...rowsFields,
    }),
    response: cards,
  }),
  auction: resource(AUCTION, {
    about: 'One auction; without a salt the owner’s latest of the item.',
    request: record({ ...ofAuction, salt: ['salt', uint256.optional()] }),
    response: AuctionRecord,
    mayBeMissing: true,
  }),
  auctionBids: resource(`${AUCTION}/bids`, {
    about: 'Bids of an auction, newest first, and who made them.',
    request: record({ ...ofAuction, salt: ['salt', uint256] }),
    response: z.object({ list: z.array(AuctionBidRecord), users: z.array(Person) }),
  }),
  collections: resource('/collections', {
    about: 'Collections that the chain has confirmed, newest first; only the market’s own, or those at these addresses, where asked for.',
    request: record({
      ...ofChain,
      isOfficial: ['official', flag.optional()],
      collections: ['addresses', listOf(address, 100).optional()],
      ...rowsFields,
    }),
    response: rowsOf(Collection),
  }),
  collection: resource(COLLECTION, { about: 'One collection.', request: record(ofCollection), response: Collection, mayBeMissing: true }),
  collectionItems: ITEM_LISTS.collectionItems,
  collectionCounts: resource(`${COLLECTION}/counts`, {
    about: 'How many items of a collection there are, and how many are on sale.',
    request: record(ofCollection),
    response: CollectionStat,
  }),
  collectionFloors: resource(`${COLLECTION}/floors`, {
    about: 'The lowest price of one among the live sales of a collection, for each pay token that is asked.',
    request: record(ofCollection),
    response: listed(FloorPrice),
  }),
  collectionStatistics: resource(`${COLLECTION}/statistics`, {
    about: 'Figures of a collection: items, owners, what is listed, floors, and sales by period and money.',
    request: record(ofCollection),
    response: CollectionStatistics,
  }),
  collectionChart: resource(`${COLLECTION}/chart`, {
    about: 'Sales of a collection in one money over a period, in at most 200 points.',
    request: record({ ...ofCollection, ...inMoney, hours: ['hours', ChartHours] }),
    response: Chart,
  }),
  collectionSales: resource(`${COLLECTION}/sales`, {
    about: 'Single sales of a collection in one money over a period, newest first, without those that the published rule leaves out.',
    request: record({ ...ofCollection, ...inMoney, hours: ['hours', ChartHours], ...figureRows }),
    response: listPage(SaleRecord),
  }),
  collectionAttributes: resource(`${COLLECTION}/attributes`, {
    about:
      'The cheapest sale among the items of a collection with each attribute, in each money: of the 5,000 cheapest sales, and the 1,000 floors of attributes that most of them have.',
    request: record(ofCollection),
    response: listed(AttributeFloors),
  }),
  collectionDepth: resource(`${COLLECTION}/depth`, {
    about:
      'How many units are on sale at each price of a unit in one money, and how many are asked for by offers that fit any item of the collection: the best 100 prices. A bid for one item is in neither.',
    request: record({ ...ofCollection, ...inMoney }),
    response: Depth,
  }),
  collectionHolders: resource(`${COLLECTION}/holders`, {
    about: 'Holders of a collection, the largest first, and how many hold how many.',
    request: record({ ...ofCollection, ...figureRows }),
    response: HolderPage,
  }),
  sparklines: resource('/sparklines', {
    about: 'The volume of collections in one money over a period, in 24 parts each.',
    request: record({ ...ofChain, collections: ['collections', listOf(address, 100)], ...inMoney, hours: ['hours', ChartHours] }),
    response: listed(Sparkline),
  }),
  rankedCollections: resource('/rankings/collections', {
    about: 'Collections by volume in one money, by sales, by worth in the reference currency, by the change of the floor, or the newest.',
    request: record({
      ...ofChain,
      by: ['by', z.enum(RANKINGS)],
      hours: ['hours', RankingHours],
      category: ['category', rowId.optional()],
      ...inMoney,
      ...rankedRows,
    }),
    response: listPage(RankedCollection),
  }),
  rankedAccounts: resource('/rankings/accounts', {
    about: 'Accounts by what they bought, by what they sold, or by what the works that they made were sold for, over all time.',
    request: record({ ...ofChain, by: ['by', z.enum(PEOPLE_RANKINGS)], ...inMoney, ...rankedRows }),
    response: listPage(RankedAccount),
  }),
  activity: resource('/activity', {
    about: 'Acts of a collection, newest first; or trades and offers of the market, of an account, or of an account in a collection.',
    request: record({
      ...ofChain,
      collection: ['collection', address.optional()],
      account: ['account', address.optional()],
      kinds: ['kinds', Kinds.optional()],
      ...figureRows,
    }),
    response: listPage(ActivityRecord),
  }),
  accounts: resource('/accounts', {
    about: 'Names and pictures of many accounts.',
    request: record({ addresses: ['addresses', listOf(address, 100)] }),
    response: listed(Person),
  }),
  account: resource('/accounts/{account}', {
    about: 'A public profile, by address or by its short link.',
    request: record({ account: ['account', z.union([address, shortLink])] }),
    response: User,
    mayBeMissing: true,
  }),
  accountCounts: resource(`${ACCOUNT}/counts`, {
    about: 'The six counts of an account.',
    request: record({ ...ofAccount, ...ofChain }),
    response: UserStat,
    mayBeMissing: true,
  }),
  accountStatistics: resource(`${ACCOUNT}/statistics`, {
    about: 'What an account bought and sold, by chain and money.',
    request: record({ ...ofAccount, ...ofChain }),
    response: listed(AccountStatistics),
  }),
  accountValue: resource(`${ACCOUNT}/value`, {
    cost: 'search',
    about:
      'What the visible works of an account are worth by the floors of their collections; works of unknown collections that others sent it never count.',
    request: record({ ...ofAccount, ...ofChain }),
    response: AccountValue,
  }),
  accountItems: ITEM_LISTS.accountItems,
  foundItems: resource('/search/items', {
    cost: 'search',
    about:
      'Items by name, attribute, description or creator, by number (`#12`, `drift 12`), by the hash of a transaction that moved them, or all of a collection or creator by address; by a word of one or two letters 1,000 at most.',
    request: record({ ...found, ...ofChain, ...rowsFields }),
    response: foundRowsOf(ItemCard),
  }),
  foundAccounts: resource('/search/accounts', {
    cost: 'search',
    about: 'People whose nickname or bio holds the text, or the one with this address; by a word of one or two letters 1,000 at most.',
    request: record({ ...found, ...rowsFields }),
    response: foundRowsOf(User),
  }),
  foundCollections: resource('/search/collections', {
    cost: 'search',
    about: 'Collections that the chain has confirmed, by name or address; by a word of one or two letters 1,000 at most.',
    request: record({ ...found, ...ofChain, ...rowsFields }),
    response: foundRowsOf(Collection),
  }),
  rates: resource('/rates', {
    about: 'What coins and tokens are worth now in the currency of the site. An estimate for the eye, never part of what is signed.',
    request: record({}),
    response: record({ currency: ['currency', RatesCurrency], rates: ['rates', z.array(RateRecord)] }),
  }),
  categories: resource('/categories', { about: 'The category tree.', request: record(ofChain), response: listed(Category) }),
  payTokens: resource('/pay-tokens', { about: 'Coins and tokens one can pay with.', request: record(ofChain), response: listed(PayToken) }),
} as const

export type V1Resources = typeof V1
export type V1Name = keyof V1Resources

type PublicReadOf<S extends Segment> = {
  [N in keyof Catalogue[S]]: Catalogue[S][N] extends PublicRead ? `${S}.${N & string}` : never
}[keyof Catalogue[S]]
/** Every call whose answers are shared, such as `home.list`. */
export type PublicReadName = { [S in Segment]: PublicReadOf<S> }[Segment]

/** Where each public read of the catalogue is answered (READ-01): one that is missing here does not compile. */
export const RESOURCE_OF = {
  'auction.activeauctions': 'liveAuctions',
  'auction.bids': 'auctionBids',
  'auction.get': 'auction',
  'auction.list': 'auctions',
  'auction.listbymulti': 'liveAuctions',
  'auction.newlist': 'auctionItems',
  'category.list': 'categories',
  'contract.floor': 'collectionFloors',
  'contract.info': 'collection',
  'contract.list': 'collections',
  'contract.listall': 'collections',
  'contract.listbyaddr': 'collections',
  'contract.listitems': 'collectionItems',
  'contract.stat': 'collectionCounts',
  'explore.collections': 'foundCollections',
  'explore.items': 'exploredItems',
  'home.indexlist': 'items',
  'home.list': 'items',
  'home.search': 'foundItems',
  'home.searchcontract': 'foundCollections',
  'home.searchuser': 'foundAccounts',
  'nft.activebids': 'orders',
  'nft.activesales': 'orders',
  'nft.attributes': 'itemAttributes',
  'nft.bids': 'itemBids',
  'nft.detail': 'item',
  'nft.getmedia': 'metadata',
  'nft.getroyalties': 'metadata',
  'nft.history': 'itemHistory',
  'nft.list': 'items',
  'nft.owners': 'itemOwners',
  'offer.forItem': 'itemOffers',
  'offer.list': 'collectionOffers',
  'offer.set': 'offerSet',
  'paytoken.list': 'payTokens',
  'rates.list': 'rates',
  'portfolio.value': 'accountValue',
  'statistics.account': 'accountStatistics',
  'statistics.activity': 'activity',
  'statistics.attributes': 'collectionAttributes',
  'statistics.chart': 'collectionChart',
  'statistics.collection': 'collectionStatistics',
  'statistics.depth': 'collectionDepth',
  'statistics.holders': 'collectionHolders',
  'statistics.people': 'rankedAccounts',
  'statistics.rankings': 'rankedCollections',
  'statistics.rarity': 'itemRarity',
  'statistics.sales': 'collectionSales',
  'statistics.similar': 'similarItems',
  'statistics.sparklines': 'sparklines',
  'user.collections': 'accountItems',
  'user.created': 'accountItems',
  'user.info': 'account',
  'user.listbyaddr': 'accounts',
  'user.onsales': 'accountItems',
  'user.stat': 'accountCounts',
} as const satisfies Record<PublicReadName, V1Name>
