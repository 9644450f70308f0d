import { useDeferredValue } from 'react'

/** How many of a list are drawn: the first few with the page, the rest in the next moment, between whatever the reader does. */
export const useFirstFew = (few: number): number => useDeferredValue(Number.POSITIVE_INFINITY, few)

/** What is drawn of a stretch that begins at `start`. */
export const drawnOf = <Row>(stretch: readonly Row[], start: number, most: number): readonly Row[] =>
  stretch.slice(0, Math.max(0, most - start))
