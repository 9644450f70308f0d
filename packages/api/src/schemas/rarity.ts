import { z } from 'zod'
import { record } from './record.ts'
import { address, big, count } from './wire.ts'

/** What a part of the rank tells: −log2 of its share, rounded to thousandths of a bit; ranks are compared without rounding. */
const bits = z.number()

/** The cheapest unit that anybody may buy now among items with an attribute, in each money; of the 5,000 cheapest of the collection. */
const AttributeFloor = record({ money: ['money', address], payToken: ['payToken', address], unitPrice: ['unitPrice', big] })

const AttributeStanding = record({
  key: ['key', z.string()],
  value: ['value', z.string()],
  /** how many items have it */
  count: ['count', count],
  floors: ['floors', z.array(AttributeFloor)],
})
export type AttributeStanding = z.output<typeof AttributeStanding>

/** An attribute of a collection that something on sale has. */
export const AttributeFloors = record({
  key: ['key', z.string()],
  value: ['value', z.string()],
  floors: ['floors', z.array(AttributeFloor)],
})
export type AttributeFloors = z.output<typeof AttributeFloors>

const RarityPart = record({
  key: ['key', z.string()],
  /** several where the item repeats the kind, and none where it lacks it */
  values: ['values', z.array(z.string())],
  count: ['count', count],
  bits: ['bits', bits],
})
export type RarityPart = z.output<typeof RarityPart>

const Rank = record({
  /** from 1, the rarest; equal items share the better one */
  rank: ['rank', count],
  /** how many items are ranked */
  of: ['of', count],
  bits: ['bits', bits],
  /** the kinds of the collection, 200 at most, those that tell most first */
  parts: ['parts', z.array(RarityPart)],
  /** how many kinds the item has, and how many items have as many */
  kinds: ['kinds', record({ kinds: ['kinds', count], count: ['count', count], bits: ['bits', bits] })],
})
export type Rank = z.output<typeof Rank>

export const ItemRarity = record({
  /** items of the collection with known metadata */
  total: ['total', count],
  attributes: ['attributes', z.array(AttributeStanding)],
  /** absent where the collection is not ranked, and until a change of the item's attributes is */
  rank: ['rank', Rank.optional()],
})
export type ItemRarity = z.output<typeof ItemRarity>
