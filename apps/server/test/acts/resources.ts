import { type Resource, V1, type V1Input, type V1Name, type V1Resources, v1Path } from '@plinth/api/v1'
import type { FastifyInstance } from 'fastify'
import { refreshStatisticsJob } from '../../src/jobs/refresh-statistics.ts'
import { type ItemId, type Listing, TestMarket } from '../market/market.ts'
import { bid } from '../market/money.ts'
import { makeOffer, type Offered } from '../market/offers.ts'
import { bidOn, fund, type Lot, offered, usd } from './auctions.ts'

export type V1World = {
  readonly market: TestMarket
  readonly item: ItemId
  readonly listing: Listing
  readonly lot: Lot
  readonly offer: Offered
}

/** A market with a listing that has a bid, a purchase, and an auction with a bid. */
export async function openV1World(): Promise<V1World> {
  const market = await TestMarket.open()
  for (const who of ['bob', 'carol'] as const) await fund(market, who)
  await market.approve('alice', market.official)
  const sold = await market.listed('alice')
  await market.buy('bob', sold.listing)
  const { item, listing } = await market.listed('alice')
  await bid(market, 'bob', item, usd('3'), { payToken: market.testnet.contracts.dollar })
  const offer = await makeOffer(market, 'bob', usd('2'))
  const lot = await offered(market, 'alice')
  await bidOn(market, 'bob', lot, usd('10'))
  await (await market.session('alice')).api.user.setprofile({ nickname: 'Alice', shortUrl: 'alice-works' })
  await market.sync()
  await refreshStatisticsJob.run(market.server.context)
  return { market, item, listing, lot, offer }
}

type Asked = { readonly [N in V1Name]: (world: V1World) => V1Input<V1Resources[N]> }

const ofItem = ({ market: { chainId }, item: { collection, tokenId } }: V1World) => ({ chainId, collection, tokenId })
const ofLot = ({ market, lot }: V1World) => ({
  chainId: market.chainId,
  collection: lot.item.collection,
  tokenId: lot.item.tokenId,
  owner: market.address('alice'),
})
const ofCollection = ({ market }: V1World) => ({ chainId: market.chainId, collection: market.official })
const many = ({ market, item, lot }: V1World) => ({ items: [item, lot.item], chainId: market.chainId })
const alice = ({ market }: V1World) => ({ address: market.address('alice') })
const rows = { limit: 20 } as const

/** One request of each resource that answers something. */
const ASKED: Asked = {
  items: () => rows,
  item: ofItem,
  itemOwners: ofItem,
  itemHistory: (world) => ({ ...ofItem(world), ...rows }),
  itemBids: (world) => ({ ...ofItem(world), ...rows }),
  itemAttributes: ofItem,
  itemOffers: (world) => ({ ...ofItem(world), ...rows }),
  itemRarity: ofItem,
  similarItems: (world) => ({ ...ofItem(world), limit: 5 }),
  exploredItems: () => ({ withCounts: true, ...rows }),
  metadata: many,
  orders: (world) => ({ ...many(world), side: 'sale' }),
  auctions: (world) => ({ ...ofLot(world), isFinished: false, ...rows }),
  liveAuctions: many,
  auctionItems: () => rows,
  auction: ofLot,
  auctionBids: (world) => ({ ...ofLot(world), salt: world.lot.auction.salt }),
  collections: () => rows,
  collection: ofCollection,
  collectionItems: (world) => ({ ...ofCollection(world), ...rows }),
  collectionCounts: ofCollection,
  collectionFloors: ofCollection,
  collectionStatistics: ofCollection,
  collectionChart: (world) => ({ ...ofCollection(world), hours: 24 }),
  collectionSales: (world) => ({ ...ofCollection(world), hours: 24, ...rows }),
  collectionAttributes: ofCollection,
  collectionDepth: ofCollection,
  collectionHolders: (world) => ({ ...ofCollection(world), ...rows }),
  collectionOffers: (world) => ({ ...ofCollection(world), ...rows }),
  accountOffers: ({ market }) => ({ owner: market.address('bob'), ...rows }),
  receivedOffers: ({ market }) => ({ owner: market.address('alice'), ...rows }),
  offerSet: (world) => ({ ...ofCollection(world), root: world.offer.root }),
  sparklines: (world) => ({ collections: [world.market.official], hours: 24 }),
  rankedCollections: () => ({ by: 'sales', hours: 24, ...rows }),
  rankedAccounts: () => ({ by: 'bought', ...rows }),
  activity: () => rows,
  accounts: ({ market }) => ({ addresses: [market.address('alice'), market.address('bob')] }),
  account: ({ market }) => ({ account: market.address('alice') }),
  accountCounts: alice,
  accountValue: alice,
  accountStatistics: ({ market }) => ({ address: market.address('bob') }),
  accountItems: (world) => ({ ...alice(world), of: 'held', ...rows }),
  foundItems: () => ({ search: 'bottles', ...rows }),
  foundAccounts: () => ({ search: 'alice', ...rows }),
  foundCollections: () => ({ search: 'plinth', ...rows }),
  rates: () => ({}),
  categories: () => ({}),
  payTokens: () => ({}),
}

export const resourceOf = (name: V1Name): Resource => V1[name] as Resource
export const pathFor = (name: V1Name, world: V1World): string => `/v1${v1Path(resourceOf(name), ASKED[name](world))}`

/** A `fetch` that asks the app without a connection. */
export function fetchFrom(app: FastifyInstance): typeof fetch {
  return async (input, init) => {
    const headers = Object.fromEntries(new Headers(init?.headers))
    const { statusCode, headers: sent, body } = await app.inject({ method: 'GET', url: String(input), headers })
    return new Response(body, { status: statusCode, headers: { 'content-type': String(sent['content-type']) } })
  }
}
