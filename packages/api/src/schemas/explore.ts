import { type Address, ITEM_TYPE, toAddress } from '@plinth/protocol'
import { z } from 'zod'
import { ItemCard } from './item-cards.ts'
import { record, type Schema } from './record.ts'
import { Floor } from './statistics.ts'
import { address, big, codeOf, count, flag, int, jsonText, listOf, rowId, text, written } from './wire.ts'

export const ITEM_STATUSES = ['onSale', 'auction', 'offers', 'new24', 'new7'] as const
export type ItemStatus = (typeof ITEM_STATUSES)[number]
export const MEDIA_KINDS = ['image', 'audio', 'video', 'unknown'] as const
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

/** A contract on a chain, as `chainId:address`: a collection, a pay token, or a money, whose coin is the zero address. */
const chainAddress = written(
  z.codec(z.string().regex(/^\d{1,15}:0x[0-9a-fA-F]{40}$/, 'not chainId:address'), z.custom<ChainAddress>(), {
    decode: (value) => ({ chainId: Number(value.split(':')[0]), address: toAddress(value.split(':')[1] ?? '') }),
    encode: ({ chainId, address }) => `${chainId}:${address}`,
  }),
  { type: 'string', pattern: '^[0-9]{1,15}:0x[0-9a-f]{40}$' },
)
export type ChainAddress = { readonly chainId: number; readonly address: Address }

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
  chains: ['chains', listOf(int, 50).optional()],
  statuses: ['statuses', listOf(z.enum(ITEM_STATUSES), 5).optional()],
  categories: ['categories', listOf(rowId, 100).optional()],
  collections: ['collections', listOf(chainAddress, 100).optional()],
  /** of the one collection that is chosen */
  attributes: ['attributes', jsonText(z.array(AttributeFilter).max(50)).optional()],
  /** in which the bounds are: a money, or the reference currency where absent */
  money: ['money', chainAddress.optional()],
  minPrice: ['minPrice', amountText.optional()],
  maxPrice: ['maxPrice', amountText.optional()],
  payTokens: ['payTokens', listOf(chainAddress, 100).optional()],
  media: ['media', listOf(z.enum(MEDIA_KINDS), 4).optional()],
  standards: ['standards', listOf(codeOf(ITEM_TYPE), 2).optional()],
  creators: ['creators', listOf(address, 100).optional()],
  /** a part of a name, as in search */
  words: ['words', text(200).optional()],
} as const
export interface ItemFilters extends z.output<typeof itemFiltersFields> {}
const itemFiltersFields = record(itemFilters)
export const ItemFilters: Schema<ItemFilters> = itemFiltersFields

/** How many items a value would leave with all filters of other groups as they are. */
const valueCount = <T extends z.ZodType>(value: T) => record({ value: ['value', value], count: ['count', count] })

export interface ItemCounts extends z.output<typeof itemCounts> {}
const itemCounts = record({
  statuses: ['statuses', z.array(valueCount(z.enum(ITEM_STATUSES)))],
  chains: ['chains', z.array(valueCount(int))],
  categories: ['categories', z.array(valueCount(big))],
  /** the largest 200, and those chosen, with what they are called */
  collections: [
    'collections',
    z.array(
      record({ value: ['value', chainAddress], name: ['name', z.string()], isVerified: ['verified', flag], count: ['count', count] }),
    ),
  ],
  payTokens: ['payTokens', z.array(valueCount(chainAddress))],
  media: ['media', z.array(valueCount(z.enum(MEDIA_KINDS)))],
  standards: ['standards', z.array(valueCount(count))],
  /** the largest 200 */
  creators: ['creators', z.array(record({ value: ['value', address], name: ['name', z.string()], count: ['count', count] }))],
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
