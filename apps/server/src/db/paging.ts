export type PageOf = { readonly page: number; readonly limit: number }

/** Rows a page may skip; deeper pages are empty (architecture: OFFSET never beyond 10,000). */
const DEEPEST = 10_000

export const nothing = ({ page, limit }: PageOf) => ({ list: [], total: 0, page, limit, pages: 0 })

/** Where a page begins, whether it has rows to be read, and what it says of the whole. */
export function placeOf(total: number, { page, limit }: PageOf) {
  const offset = (page - 1) * limit
  return { offset, isThere: offset < total && offset <= DEEPEST, counts: { total, page, limit, pages: Math.ceil(total / limit) } }
}
