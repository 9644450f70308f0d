import { z } from 'zod'
import { record, type Schema } from './record.ts'
import { address, big, count } from './wire.ts'

/** What a part of the rank tells: −log2 of its share, rounded to thousandths of a bit; ranks are compared without rounding. */
const bits = z.number()

/** The cheapest unit that anybody may buy now among items with an attribute, in each money; of the 5,000 cheapest of the collection. */
export const AttributeFloor = record({ money: ['money', address], payToken: ['payToken', address], unitPrice: ['unitPrice', big] })

export interface AttributeStanding extends z.output<typeof attributeStanding> {}
const attributeStanding = record({
  key: ['key', z.string()],
  value: ['value', z.string()],
  /** how many items have it */
  count: ['count', count],
  floors: ['floors', z.array(AttributeFloor)],
})
const AttributeStanding: Schema<AttributeStanding> = attributeStanding

/** An attribute of a collection that something on sale has. */
export interface AttributeFloors extends z.output<typeof attributeFloors> {}
const attributeFloors = record({
  key: ['key', z.string()],
  value: ['value', z.string()],
  floors: ['floors', z.array(AttributeFloor)],
})
export const AttributeFloors: Schema<AttributeFloors> = attributeFloors

export interface RarityPart extends z.output<typeof rarityPart> {}
const rarityPart = record({
  key: ['key', z.string()],
  /** several where the item repeats the kind, and none where it lacks it */
  values: ['values', z.array(z.string())],
  count: ['count', count],
  bits: ['bits', bits],
})
const RarityPart: Schema<RarityPart> = rarityPart

export interface Rank extends z.output<typeof rankFields> {}
const rankFields = record({
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
const Rank: Schema<Rank> = rankFields

export interface ItemRarity extends z.output<typeof itemRarity> {}
const itemRarity = record({
  /** items of the collection with known metadata */
  total: ['total', count],
  attributes: ['attributes', z.array(AttributeStanding)],
  /** absent where the collection is not ranked, and until a change of the item's attributes is */
  rank: ['rank', Rank.optional()],
})
export const ItemRarity: Schema<ItemRarity> = itemRarity
