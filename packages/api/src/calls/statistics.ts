import { z } from 'zod'
import { type Calls, publicRead } from '../call.ts'
import { ItemRecord } from '../schemas/items.ts'
import { chainField, record } from '../schemas/page.ts'
import { AttributeFloors, ItemRarity } from '../schemas/rarity.ts'
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
import { address, big, listOf, rowId } from '../schemas/wire.ts'

const collectionField = { collection: ['collection', address], ...chainField } as const
/** The zero address, the coin and its wrapped coin, where none is given. */
const moneyField = { money: ['money', address.optional()] } as const
const cursorField = { cursor: ['cursor', Cursor.optional()] } as const

const statistics = {
  collection: publicRead('/statistics/collection', {
    about: 'Figures of a collection: items, owners, what is listed, floors, and sales by period and money.',
    auth: 'open',
    request: record(collectionField),
    response: CollectionStatistics,
  }),
  chart: publicRead('/statistics/chart', {
    about: 'Sales of a collection in one money over a period, in at most 200 points.',
    auth: 'open',
    request: record({ ...collectionField, ...moneyField, hours: ['hours', ChartHours] }),
    response: Chart,
  }),
  sales: publicRead('/statistics/sales', {
    about: 'Single sales of a collection in one money over a period, newest first, without those that the published rule leaves out.',
    auth: 'open',
    request: record({ ...collectionField, ...moneyField, hours: ['hours', ChartHours], ...cursorField, limit: limitField(1_000) }),
    response: listPage(SaleRecord),
    errors: ['BAD_ARGUMENT_VALUE'],
  }),
  depth: publicRead('/statistics/depth', {
    about:
      'How many units of a collection are on sale at each price of a unit in one money, and how many are asked for by offers that fit any of its items: the best 100 prices. A bid for one item is in neither.',
    auth: 'open',
    request: record({ ...collectionField, ...moneyField }),
    response: Depth,
  }),
  sparklines: publicRead('/statistics/sparklines', {
    about: 'The volume of collections in one money over a period, in 24 parts each.',
    auth: 'open',
    request: record({ collections: ['collections', listOf(address, 100)], ...moneyField, hours: ['hours', ChartHours], ...chainField }),
    response: z.array(Sparkline),
  }),
  holders: publicRead('/statistics/holders', {
    about: 'Holders of a collection, the largest first, and how many hold how many.',
    auth: 'open',
    request: record({ ...collectionField, ...cursorField, limit: limitField(200) }),
    response: HolderPage,
    errors: ['BAD_ARGUMENT_VALUE'],
  }),
  activity: publicRead('/statistics/activity', {
    about: 'Acts of a collection, newest first; or trades and offers of the market, of an account, or of an account in a collection.',
    auth: 'open',
    request: record({
      collection: ['collection', address.optional()],
      account: ['account', address.optional()],
      kinds: ['kinds', Kinds.optional()],
      ...cursorField,
      limit: limitField(200),
      ...chainField,
    }),
    response: listPage(ActivityRecord),
    errors: ['BAD_ARGUMENT_VALUE'],
  }),
  rankings: publicRead('/statistics/rankings', {
    about:
      'Collections by volume in one money of a chain, by sales, by worth in the reference currency, by the change of the floor in one money over 24 hours, 7 or 30 days, or the newest ones with an item. Hidden and locked ones, and sales without a fee, are left out.',
    auth: 'open',
    request: record({
      by: ['by', z.enum(RANKINGS)],
      hours: ['hours', RankingHours],
      /** with those under it */
      category: ['category', rowId.optional()],
      ...moneyField,
      ...cursorField,
      limit: limitField(100),
      ...chainField,
    }),
    response: listPage(RankedCollection),
    errors: ['BAD_ARGUMENT_VALUE'],
  }),
  people: publicRead('/statistics/people', {
    about:
      'Accounts by what they bought, by what they sold, or by what the works that they made were sold for, in one money of a chain, over all time.',
    auth: 'open',
    request: record({ by: ['by', z.enum(PEOPLE_RANKINGS)], ...moneyField, ...cursorField, limit: limitField(100), ...chainField }),
    response: listPage(RankedAccount),
    errors: ['BAD_ARGUMENT_VALUE'],
  }),
  account: publicRead('/statistics/account', {
    about: 'What an account bought and sold, and what the works that it made were sold for, by chain and money.',
    auth: 'open',
    request: record({ account: ['account', address], ...chainField }),
    response: z.array(AccountStatistics),
  }),
  rarity: publicRead('/statistics/rarity', {
    about:
      'The rank of an item in its collection by information content, and how it comes about; each of its attributes with its share and the cheapest sale among items that have it.',
    auth: 'open',
    request: record({ ...collectionField, tokenId: ['tokenId', big] }),
    response: ItemRarity,
  }),
  attributes: publicRead('/statistics/attributes', {
    about:
      'The cheapest sale among the items of a collection with each attribute, in each money: of the 5,000 cheapest sales, and the 1,000 floors of attributes that most of them have.',
    auth: 'open',
    request: record(collectionField),
    response: z.array(AttributeFloors),
  }),
  similar: publicRead('/statistics/similar', {
    about: 'Items of the collection with which an item shares most attributes, rare ones first, among the 5,000 next to it by number.',
    auth: 'optional',
    request: record({ ...collectionField, tokenId: ['tokenId', big], limit: limitField(24) }),
    response: z.array(ItemRecord),
  }),
} satisfies Calls

/** Not among the calls of the first view. */
export const STATISTIC_CALLS = { statistics } as const satisfies Record<string, Calls>
