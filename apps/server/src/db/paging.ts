export type PageOf = { readonly page: number; readonly limit: number }

/** Rows a page may skip; deeper pages are empty (architecture: OFFSET never beyond 10,000). */
export const DEEPEST = 10_000

export const nothing = ({ page, limit }: PageOf) => ({ list: [], total: 0, page, limit, pages: 0 })

/** The offset of a page, whether it has rows to read, and its fields about the whole list. */
export function pageBounds(total: number, { page, limit }: PageOf) {
  const offset = (page - 1) * limit
  return { offset, isThere: offset < total && offset <= DEEPEST, counts: { total, page, limit, pages: Math.ceil(total / limit) } }
}
