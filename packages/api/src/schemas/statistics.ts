import { HISTORY_TYPE } from '@plinth/protocol'
import { z } from 'zod'
import { Person } from './people.ts'
import { record, type Schema } from './record.ts'
import { address, big, codeOf, count, flag, int, listOf, seconds, written } from './wire.ts'

/** Clock hours of a period, the running one included; 1 is the last 60 minutes, and 0 all time. */
const periodOf = <const T extends readonly number[]>(hours: T) =>
  written(
    count.refine((value) => hours.includes(value), `not one of ${hours.join(', ')}`),
    { type: 'integer', enum: hours },
  )
export const RankingHours = periodOf([0, 1, 24, 168, 720])
export const ChartHours = periodOf([0, 24, 168, 720, 2_160, 8_760])

/** The `next` of the page before; its text means nothing to a client. */
export const Cursor = written(z.string().regex(/^[0-9a-fx.-]{1,250}$/, 'not a cursor of this list'), { type: 'string' })

/** A page of a list whose rows come and go: `next` is absent on the last one. */
export const listPage = <T extends z.ZodType>(element: T) => z.object({ list: z.array(element), next: z.string().optional() })

export const limitField = (max: number) =>
  [
    'limit',
    z.codec(count.optional(), z.int().min(1).max(max), { decode: (value) => value ?? Math.min(50, max), encode: (value) => value }),
  ] as const

/**
 * Sales in one money: the chain's coin and its wrapped coin together are the zero address. Amounts are in base units and before buyer
 * fees. `worth` is in the reference currency at the time of each sale, of all but `withoutWorth` of them. `leftOut` counts sales that
 * the published rule against trades among the same accounts leaves out of the others.
 */
const FIGURES = {
  sales: ['sales', count],
  units: ['units', big],
  volume: ['volume', big],
  worth: ['worth', big],
  withoutWorth: ['withoutWorth', count],
  leftOut: ['leftOut', count],
  leftOutVolume: ['leftOutVolume', big],
} as const

export interface PeriodFigures extends z.output<typeof periodFigures> {}
const periodFigures = record({
  hours: ['hours', count],
  money: ['money', address],
  ...FIGURES,
  /** of the period before; 0 for all time */
  salesBefore: ['salesBefore', count],
  volumeBefore: ['volumeBefore', big],
})
export const PeriodFigures: Schema<PeriodFigures> = periodFigures

/** The cheapest unit that anybody may buy now, and whose purchase passed a dry run within the last hour. */
export interface Floor extends z.output<typeof floorFields> {}
const floorFields = record({
  money: ['money', address],
  payToken: ['payToken', address],
  unitPrice: ['unitPrice', big],
  /** fewer than 3 accounts have such a listing in this money */
  isThin: ['thin', flag],
})
export const Floor: Schema<Floor> = floorFields

export interface CollectionStatistics extends z.output<typeof collectionStatistics> {}
const collectionStatistics = record({
  /** while old blocks are read, and until the job has counted them: the figures are those from before */
  isPending: ['pending', flag],
  /** distinct items that are minted and not burnt, hidden ones included, and their copies */
  items: ['items', count],
  units: ['units', big],
  owners: ['owners', count],
  /** distinct items on sale that anybody may buy now */
  listed: ['listed', count],
  /** the least and the most that its newest 200 items pay their makers of a sale, in bps; absent without an item */
  royalty: ['royalty', record({ low: ['low', count], high: ['high', count] }).optional()],
  floors: ['floors', z.array(Floor)],
  periods: ['periods', z.array(PeriodFigures)],
})
export const CollectionStatistics: Schema<CollectionStatistics> = collectionStatistics

/** Prices are of a unit, absent where the rule leaves every sale out. */
const ChartPoint = record({
  at: ['at', seconds],
  ...FIGURES,
  low: ['low', big.optional()],
  high: ['high', big.optional()],
  first: ['first', big.optional()],
  last: ['last', big.optional()],
})

/** From when on a floor held; without a price nothing was on sale. */
export interface FloorPoint extends z.output<typeof floorPoint> {}
const floorPoint = record({ at: ['at', seconds], unitPrice: ['unitPrice', big.optional()] })
export const FloorPoint: Schema<FloorPoint> = floorPoint

/** `step` is the time from one point to the next, in seconds; times without a sale, or without a change of the floor, have no point. */
export interface Chart extends z.output<typeof chart> {}
const chart = record({ step: ['step', count], points: ['points', z.array(ChartPoint)], floors: ['floors', z.array(FloorPoint)] })
export const Chart: Schema<Chart> = chart

const Holder = record({ owner: ['owner', Person], items: ['items', count], units: ['units', big] })

/** `spread` counts the holders of 1, 2 to 3, 4 to 9, 10 to 24, and 25 units and more. */
export const HolderPage = z.object({
  list: z.array(Holder),
  next: z.string().optional(),
  owners: count,
  units: big,
  spread: z.array(count),
})
export type HolderPage = z.output<typeof HolderPage>

export interface ActivityRecord extends z.output<typeof activityRecord> {}
const activityRecord = record({
  id: ['id', z.string()],
  chainId: ['chainId', int],
  collection: ['collection', address],
  tokenId: ['tokenId', big],
  name: ['name', z.string()],
  type: ['type', count],
  from: ['from', Person],
  to: ['to', Person.optional()],
  quantity: ['quantity', big],
  /** of its order, where it has one: for all of it, and for a unit */
  payToken: ['payToken', address.optional()],
  total: ['total', big.optional()],
  unitPrice: ['unitPrice', big.optional()],
  /** whether the published rule leaves the sale out of the figures */
  isLeftOut: ['leftOut', flag],
  txHash: ['txHash', z.string()],
  at: ['at', seconds],
})
export const ActivityRecord: Schema<ActivityRecord> = activityRecord

/** Kinds of acts; all of them without one. */
export const Kinds = listOf(codeOf(HISTORY_TYPE), 20)

/** A sale that counts. `unitPrice` is before buyer fees. */
export interface SaleRecord extends z.output<typeof saleRecord> {}
const saleRecord = record({
  at: ['at', seconds],
  tokenId: ['tokenId', big],
  /** "" while unknown, or of a hidden item */
  name: ['name', z.string()],
  units: ['units', big],
  unitPrice: ['unitPrice', big],
  txHash: ['txHash', z.string()],
})
export const SaleRecord: Schema<SaleRecord> = saleRecord

export interface DepthStep extends z.output<typeof depthStep> {}
const depthStep = record({ unitPrice: ['unitPrice', big], units: ['units', big], orders: ['orders', count] })
const DepthStep: Schema<DepthStep> = depthStep

/** Prices of a unit, the best first: what is on sale from the lowest on, what offers for any item ask for from the highest on. */
export interface Depth extends z.output<typeof depth> {}
const depth = record({ asks: ['asks', z.array(DepthStep)], bids: ['bids', z.array(DepthStep)] })
export const Depth: Schema<Depth> = depth

export const RANKINGS = ['volume', 'sales', 'worth', 'floor', 'newest'] as const
export const PEOPLE_RANKINGS = ['bought', 'sold', 'made'] as const

export interface RankedCollection extends z.output<typeof rankedCollection> {}
const rankedCollection = record({
  chainId: ['chainId', int],
  collection: ['collection', address],
  owner: ['owner', Person],
  createdAt: ['createTime', seconds],
  isOfficial: ['isAdmin', flag],
  name: ['name', z.string()],
  cover: ['cover', z.string()],
  isVerified: ['verified', flag],
  items: ['items', count],
  owners: ['owners', count],
  /** distinct items on sale that anybody may buy, as last counted: at most five minutes ago */
  listed: ['listed', count],
  /** sales with a fee, by the rule */
  sales: ['sales', count],
  salesBefore: ['salesBefore', count],
  /** in the money of the question */
  volume: ['volume', big],
  volumeBefore: ['volumeBefore', big],
  worth: ['worth', big],
  worthBefore: ['worthBefore', big],
  floors: ['floors', z.array(Floor)],
  /** of the floor in the money of the question, in bps; absent where it was none then, or is none now */
  floorChange: ['floorChange', int.optional()],
})
export const RankedCollection: Schema<RankedCollection> = rankedCollection

/** 24 parts of the period, the oldest first. */
export interface Sparkline extends z.output<typeof sparkline> {}
const sparkline = record({
  collection: ['collection', address],
  volumes: ['volumes', z.array(big)],
  /** at the end of each part; null where nothing was on sale, or before the first record */
  floors: ['floors', z.array(big.nullable())],
})
export const Sparkline: Schema<Sparkline> = sparkline

const TRADED = {
  money: ['money', address],
  bought: ['bought', count],
  boughtVolume: ['boughtVolume', big],
  sold: ['sold', count],
  soldVolume: ['soldVolume', big],
  /** sales of works that it made, by any seller */
  made: ['made', count],
  madeVolume: ['madeVolume', big],
} as const

export interface RankedAccount extends z.output<typeof rankedAccount> {}
const rankedAccount = record({ account: ['account', Person], ...TRADED })
export const RankedAccount: Schema<RankedAccount> = rankedAccount

export interface AccountStatistics extends z.output<typeof accountStatistics> {}
const accountStatistics = record({ chainId: ['chainId', int], ...TRADED })
export const AccountStatistics: Schema<AccountStatistics> = accountStatistics
