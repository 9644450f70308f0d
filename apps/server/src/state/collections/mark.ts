import type { Tx } from '../../db/database.ts'

/** What visitors know a collection by: where one of these changes, the operator's mark says nothing about it any more (COLP-11). */
type Marked = { readonly name: string; readonly cover: string; readonly links: readonly string[] }

export const changedParts = (was: Marked, is: Marked): string[] =>
  (['name', 'cover', 'links'] as const).filter((part) => JSON.stringify(was[part]) !== JSON.stringify(is[part]))

/** Every page that a collection leads to. */
export const linksOf = (row: { readonly external_url: string; readonly links: readonly string[] }): string[] =>
  [row.external_url, ...row.links].filter((link) => link !== '')

/**
 * Takes the operator's mark from a verified collection that changed, until the operator verifies it again. Official collections
 * keep theirs: it is not a mark of their owner's.
 */
export async function loseMark(tx: Tx, id: number, changed: readonly string[], now: number): Promise<void> {
  if (changed.length === 0) return
  await tx
    .updateTable('collection')
    .set({ is_verified: false, mark_lost_at: now, mark_lost_by: changed.join(', ') })
    .where('id', '=', id)
    .where('is_verified', '=', true)
    .where('is_official', '=', false)
    .execute()
}
