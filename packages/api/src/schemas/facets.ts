import { type Address, ITEM_TYPE, toAddress } from '@plinth/protocol'
import { z } from 'zod'
import { record } from './record.ts'
import { address, big, codeOf, count, flag, int, listOf, rowId, written } from './wire.ts'

export const ITEM_STATUSES = ['onSale', 'auction', 'offers', 'new24', 'new7'] as const
export type ItemStatus = (typeof ITEM_STATUSES)[number]
export const MEDIA_KINDS = ['image', 'audio', 'video', 'unknown'] as const
export const MOVING = ['yes', 'no', 'unknown'] as const
export const STANDARDS = [ITEM_TYPE.ERC721, ITEM_TYPE.ERC1155] as const

/** A contract on a chain, as `chainId:address`: a collection, a pay token, or a money, whose coin is the zero address. */
export const chainAddress = written(
  z.codec(z.string().regex(/^\d{1,15}:0x[0-9a-fA-F]{40}$/, 'not chainId:address'), z.custom<ChainAddress>(), {
    decode: (value) => ({ chainId: Number(value.split(':')[0]), address: toAddress(value.split(':')[1] ?? '') }),
    encode: ({ chainId, address }) => `${chainId}:${address}`,
  }),
  { type: 'string', pattern: '^[0-9]{1,15}:0x[0-9a-f]{40}$' },
)
export type ChainAddress = { readonly chainId: number; readonly address: Address }

/** How many items a value would leave with all filters of other groups as they are. */
export const valueCount = <T extends z.ZodType>(value: T) => record({ value: ['value', value], count: ['count', count] })

/** A filter of items by chosen values, of which an item has one or several. */
type Facet = {
  /** In the address of a page. */
  readonly param: string
  /** The chosen values of a question. */
  readonly chosen: z.ZodType
  /** The count of a value. */
  readonly counted: z.ZodType
}

/** Every such filter. This list makes questions, counts and addresses; each side adds its part by name. */
export const FACETS = {
  statuses: { param: 'status', chosen: listOf(z.enum(ITEM_STATUSES), 5), counted: valueCount(z.enum(ITEM_STATUSES)) },
  chains: { param: 'chain', chosen: listOf(int, 50), counted: valueCount(int) },
  categories: { param: 'category', chosen: listOf(rowId, 100), counted: valueCount(big) },
  /** counted: the largest 200 and the chosen ones, with their names */
  collections: {
    param: 'collection',
    chosen: listOf(chainAddress, 100),
    counted: record({
      value: ['value', chainAddress],
      name: ['name', z.string()],
      isVerified: ['verified', flag],
      count: ['count', count],
    }),
  },
  payTokens: { param: 'pay', chosen: listOf(chainAddress, 100), counted: valueCount(chainAddress) },
  media: { param: 'media', chosen: listOf(z.enum(MEDIA_KINDS), 4), counted: valueCount(z.enum(MEDIA_KINDS)) },
  /** a film, or a picture of several frames; unknown without a count of frames */
  moving: { param: 'moving', chosen: listOf(z.enum(MOVING), 3), counted: valueCount(z.enum(MOVING)) },
  standards: { param: 'standard', chosen: listOf(codeOf(ITEM_TYPE), 2), counted: valueCount(count) },
  /** counted: the largest 200 and the chosen ones */
  creators: {
    param: 'creator',
    chosen: listOf(address, 100),
    counted: record({ value: ['value', address], name: ['name', z.string()], count: ['count', count] }),
  },
} as const satisfies Record<string, Facet>

export type Facets = typeof FACETS
export type FacetName = keyof Facets
export const FACET_NAMES = Object.keys(FACETS) as FacetName[]
/** A value of a facet as a question chooses it. */
export type FacetValue<N extends FacetName> = z.output<Facets[N]['chosen']>[number]

/** A field for each facet, in the list's order. */
const fieldsOf = <F>(schemaOf: (facet: Facet) => z.ZodType): F =>
  Object.fromEntries(FACET_NAMES.map((name) => [name, [name, schemaOf(FACETS[name])]])) as F

type ChosenFields = { readonly [N in FacetName]: readonly [N, z.ZodOptional<Facets[N]['chosen']>] }
export const chosenFields = fieldsOf<ChosenFields>(({ chosen }) => chosen.optional())
type CountedFields = { readonly [N in FacetName]: readonly [N, z.ZodArray<Facets[N]['counted']>] }
export const countedFields = fieldsOf<CountedFields>(({ counted }) => z.array(counted))
