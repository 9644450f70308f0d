import { z } from 'zod'
import { chainAddress, chosenFields, countedFields, valueCount } from './facets.ts'
import { ItemCard } from './item-cards.ts'
import { record, type Schema } from './record.ts'
import { Floor } from './statistics.ts'
import { address, count, flag, int, jsonText, text, written } from './wire.ts'

export const ITEM_SORTS = [
  'listed',
  'made',
  'sold',
  'priceLow',
  'priceHigh',
  'ending',
  'liked',
  'lastSale',
  'rarity',
  'token',
  'match',
] as const
export type ItemSort = (typeof ITEM_SORTS)[number]

/** Values of one attribute join by "or", or a range of whole or decimal numbers; several attributes join by "and". */
export const AttributeFilter = z
  .object({
    key: text(200),
    values: z.array(text(200)).max(100).optional(),
    min: z.number().optional(),
    max: z.number().optional(),
  })
  .refine(({ values, min, max }) => (values ? values.length > 0 && min === undefined && max === undefined : (min ?? max) !== undefined))
export type AttributeFilter = z.output<typeof AttributeFilter>

/** Whole units as decimal text, such as "0.25". */
const amountText = z.string().regex(/^(0|[1-9]\d{0,29})(\.\d{1,30})?$/, 'not an amount')

/** Values of one field join by "or", fields by "and"; an empty list leaves all. */
export const itemFilters = {
  ...chosenFields,
  /** of the one collection that is chosen */
  attributes: ['attributes', jsonText(z.array(AttributeFilter).max(50)).optional()],
  /** in which the bounds are: a money, or the reference currency where absent */
  money: ['money', chainAddress.optional()],
  minPrice: ['minPrice', amountText.optional()],
  maxPrice: ['maxPrice', amountText.optional()],
  /** a part of a name, as in search */
  words: ['words', text(200).optional()],
} as const
export interface ItemFilters extends z.output<typeof itemFiltersFields> {}
const itemFiltersFields = record(itemFilters)
export const ItemFilters: Schema<ItemFilters> = itemFiltersFields

export interface ItemCounts extends z.output<typeof itemCounts> {}
const itemCounts = record({
  ...countedFields,
  /** of the one collection that is chosen; `isNumeric`: every value is a number */
  attributes: [
    'attributes',
    z.array(record({ key: ['key', z.string()], isNumeric: ['numeric', flag], values: ['values', z.array(valueCount(z.string()))] })),
  ],
  /** 24 parts of equal ratio between the lowest and highest price that the other filters leave, in the money of the question */
  prices: [
    'prices',
    record({
      min: ['min', z.string()],
      max: ['max', z.string()],
      counts: ['counts', z.array(count)],
      unpriced: ['unpriced', count],
    }).optional(),
  ],
})
export const ItemCounts: Schema<ItemCounts> = itemCounts

export const ExplorePage = z.object({
  list: z.array(ItemCard),
  next: z.string().optional(),
  total: count,
  /** words too short to look through all that they find: `total` counts among the first 1,000, and there are more */
  totalIsAtLeast: z.literal(true).optional(),
  /** of the same moment as the list, where the question asks for them */
  counts: ItemCounts.optional(),
  /** sorted by price: rows from here on are of a money without a rate, by money and amount */
  hasUnrated: flag,
})
export type ExplorePage = z.output<typeof ExplorePage>

/** A search for a word that is too short to be looked up whole ends with so many. */
export const MOST_FOUND = 1_000

/** The `next` of the page before; its text means nothing to a client. A price and a token id may be long. */
export const ItemCursor = written(z.string().regex(/^[0-9a-fx.-]{1,500}$/, 'not a cursor of this list'), { type: 'string' })

/** A collection among those that a search finds. */
export interface FoundCollection extends z.output<typeof foundCollection> {}
const foundCollection = record({
  chainId: ['chainId', int],
  collection: ['collection', address],
  name: ['name', z.string()],
  cover: ['cover', z.string()],
  isVerified: ['verified', flag],
  isOfficial: ['official', flag],
  /** distinct items that are minted and not burnt */
  items: ['items', count],
  floors: ['floors', z.array(Floor)],
})
export const FoundCollection: Schema<FoundCollection> = foundCollection
