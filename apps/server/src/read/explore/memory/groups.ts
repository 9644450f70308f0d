/** Numbers of the groups that a row may fail; each chosen attribute is one more. A row's profile decides those before `collections`. */
export const GROUP = {
  chains: 0,
  statuses: 1,
  categories: 2,
  payTokens: 3,
  media: 4,
  standards: 5,
  collections: 6,
  creators: 7,
  prices: 8,
} as const
export const ATTRIBUTES = 9
/** The fate of a row that fails none. */
export const PASSES = -1
/** Of a row that fails two, is not found, or is free: it counts nowhere. */
export const OUT = -2
