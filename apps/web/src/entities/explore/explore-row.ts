import type { ExplorePage, ItemCard } from '@plinth/api'

/** A card, and whether the reader likes the item. */
export type ExploreRow = ItemCard & { isLiked: boolean }
export type ExploreRows = Omit<ExplorePage, 'list'> & { list: ExploreRow[] }
