import { type RawBuilder, sql } from 'kysely'
import { readCursor, writeCursor } from './cursors.ts'
import type { Db } from './database.ts'
import { keyName, type Source, selectAfter } from './keyset.ts'
import { type PageOf, pageBounds } from './paging.ts'

/** A page of a list whose rows come and go: from a row on, and where the next page begins. */
export type Rows<T> = { list: T[]; next?: string | undefined }
/** Of a search; it ends before all that it finds where `totalIsAtLeast`. */
export type FoundRows<T> = Rows<T> & { totalIsAtLeast?: true | undefined }
export type RowsOf = { readonly cursor?: string | undefined; readonly limit: number }

/**
 * A page that is found by what its rows are sorted by, in one statement: while these values stay, a row is shown once, whatever comes
 * and goes beside it (READ-08). `columns` are those of `R`.
 */
export async function readRowsAfter<R extends object>(
  db: Db,
  source: Source,
  columns: RawBuilder<unknown>,
  { cursor, limit }: RowsOf,
): Promise<Rows<R>> {
  // One more, to know whether there is one.
  const { rows } = await selectAfter(source, behind(source, cursor), { offset: 0, limit: limit + 1 }, sql`, ${columns}`).execute(db)
  const list = rows.slice(0, limit)
  return { list: list as R[], next: nextOf(source, rows, limit) }
}

/** A page by its number of what a search finds, and its total; behind the deepest page the total alone. `columns` are those of `R`. */
export async function readFoundPage<R extends object>(
  db: Db,
  source: Source & { readonly isCut: RawBuilder<unknown> },
  columns: RawBuilder<unknown>,
  page: PageOf,
): Promise<{ total: number; rows: R[]; isCut: boolean }> {
  const { rows: counts } = await sql<{
    total: number
    is_cut: boolean
  }>`select count(*) as total, coalesce(bool_or(${source.isCut}), false) as is_cut
    from ${source.from} where ${source.where}`.execute(db)
  const { total = 0, is_cut: isCut = false } = counts[0] ?? {}
  const { isThere, offset } = pageBounds(total, page)
  if (!isThere) return { total, rows: [], isCut }
  const { rows } = await selectAfter(source, undefined, { offset, limit: page.limit }, sql`, ${columns}`).execute(db)
  return { total, rows: rows as R[], isCut }
}

/** @throws AppError BAD_ARGUMENT_VALUE for a cursor that no page of such a list has answered */
export function behind({ order }: Source, cursor: string | undefined): RawBuilder<unknown>[] | undefined {
  if (cursor === undefined) return undefined
  return readCursor(
    cursor,
    order.map(({ kind = 'number' }) => kind),
  )
}

/** The cursor after the first `limit` of these rows; undefined where there are no more. */
export function nextOf({ order }: Source, rows: readonly Readonly<Record<string, unknown>>[], limit: number): string | undefined {
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return last && writeCursor(order.map((_, at) => last[keyName(at)]))
}
