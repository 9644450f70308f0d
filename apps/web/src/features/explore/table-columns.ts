import type { ItemSort } from '@plinth/api'

/** Columns of the table of works, in their order. */
export const COLUMNS = ['pick', 'work', 'price', 'worth', 'floor', 'rank', 'lastSale', 'offer', 'owner', 'listed', 'act'] as const
export type ColumnId = (typeof COLUMNS)[number]

/** What each column takes of the width. */
export const WIDTHS: Readonly<Record<ColumnId, string>> = {
  pick: '32px',
  work: 'minmax(160px, 2fr)',
  price: 'minmax(96px, 1fr)',
  worth: 'minmax(72px, 0.8fr)',
  floor: 'minmax(72px, 0.8fr)',
  rank: '56px',
  lastSale: 'minmax(88px, 1fr)',
  offer: 'minmax(88px, 1fr)',
  owner: 'minmax(112px, 1fr)',
  listed: 'minmax(104px, 0.9fr)',
  act: '88px',
}
/** Of the acts, where they are the cart alone. */
export const TOUCH_ACT = '44px'

/** The order of the market in which a column is sorted; pressed again, the other where there is one. */
export const SORTS: Partial<Record<ColumnId, readonly [ItemSort, ...ItemSort[]]>> = {
  work: ['token'],
  price: ['priceLow', 'priceHigh'],
  worth: ['priceLow', 'priceHigh'],
  floor: ['priceLow', 'priceHigh'],
  rank: ['rarity'],
  lastSale: ['lastSale'],
  listed: ['listed'],
}
export const RISING: readonly ItemSort[] = ['token', 'priceLow', 'rarity']
