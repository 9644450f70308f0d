import type { Address } from '@plinth/protocol'
import { sql } from 'kysely'
import { addressOf, type Db } from '../../../db/database.ts'
import { gatedSearch } from '../../../db/gate.ts'
import { givenItems, type ItemRef, isAnyOf } from '../../../db/item-keys.ts'
import { ENOUGH_OF_SHORT, MOST_OF_SHORT, RANK, type Search, type Transaction } from '../../../db/search.ts'
import { creatorsNamed, foundByText, foundByTransaction, numberedIn } from '../../lists/found-items.ts'
import { isShownItem, VERIFIED } from '../facts.ts'
import type { ItemColumns } from './columns.ts'
import type { Found } from './scan.ts'

/** Searches whose items are kept, and how many items of all of them: some 40 bytes each. */
const MOST_SEARCHES = 16
const MOST_FOUND = 500_000
/** More changed items than this, and the search is made again. */
const MOST_PENDING = 1_000

/** `ranks`: of the rows that it finds by their text. */
type Kept = { readonly ranks: Map<number, number>; pending: ItemRef[]; reading: Promise<void> | undefined }

/** Which rows searches find by name, attributes and description; kept true by looking at changed items alone. */
export class KeptSearches {
  readonly #columns: ItemColumns
  readonly #kept = new Map<string, Kept>()

  constructor(columns: ItemColumns) {
    this.#columns = columns
  }

  /** Items whose texts may have changed. */
  noteChanged(refs: readonly ItemRef[]): void {
    for (const [key, kept] of this.#kept) {
      if (kept.pending.length + refs.length > MOST_PENDING) this.#kept.delete(key)
      else kept.pending.push(...refs)
    }
  }

  isKept(search: Search): boolean {
    return this.#kept.has(keyOf(search))
  }

  /** Whether `find` needs the database. */
  isReady(search: Search): boolean {
    const kept = this.#kept.get(keyOf(search))
    return kept !== undefined && kept.pending.length === 0 && kept.reading === undefined
  }

  async read(db: Db, search: Search): Promise<void> {
    const key = keyOf(search)
    const known = this.#kept.get(key)
    if (known?.reading) return known.reading
    const kept: Kept = known ?? { ranks: new Map(), pending: [], reading: undefined }
    this.#kept.delete(key)
    this.#kept.set(key, kept)
    const pending = known ? kept.pending.splice(0) : undefined
    kept.reading = this.#fill(db, search, kept, pending).catch((error: unknown) => {
      this.#kept.delete(key)
      throw error
    })
    await kept.reading.finally(() => {
      kept.reading = undefined
      // Not where it was given up meanwhile, and knows nothing of what has changed since.
      if (this.#kept.get(key) === kept) {
        this.#kept.delete(key)
        this.#kept.set(key, kept)
      }
      this.#makeRoom()
    })
  }

  /** Those that were read first are given up; the latest stays, whatever it finds. */
  #makeRoom(): void {
    const read = [...this.#kept].filter(([, { reading }]) => reading === undefined)
    let found = read.reduce((sum, [, { ranks }]) => sum + ranks.size, 0)
    for (const [place, [key, { ranks }]] of read.slice(0, -1).entries()) {
      if (read.length - place <= MOST_SEARCHES && found <= MOST_FOUND) return
      this.#kept.delete(key)
      found -= ranks.size
    }
  }

  async #fill(db: Db, search: Search, kept: Kept, pending: readonly ItemRef[] | undefined): Promise<void> {
    const among =
      pending &&
      sql`join ${givenItems(pending)} on given.given_chain = found.chain_id and given.collection = found.collection
      and given.token_id = found.token_id`
    // Of a short word as many as are shown, and one more.
    const first = search.isShort && !among ? sql`order by 4, 1, 2, 3 limit ${ENOUGH_OF_SHORT}` : sql``
    const { rows } = await gatedSearch(db, (tx) =>
      sql<Row & { rank: number }>`select found.chain_id, found.collection, found.token_id, min(found.rank) as rank
        from (${foundByText(search, pending ? sql`${isShownItem} and ${isAnyOf(pending)}` : isShownItem)}) found ${among ?? sql``} group by 1, 2, 3 ${first}`.execute(
        tx,
      ),
    )
    for (const ref of pending ?? []) kept.ranks.delete(this.#columns.find(ref) ?? -1)
    for (const { chain_id: chainId, collection, token_id: tokenId, rank } of rows) {
      const row = this.#columns.find({ chainId, collection: addressOf(collection), tokenId })
      if (row !== undefined && !(search.isShort && kept.ranks.size > MOST_OF_SHORT)) kept.ranks.set(row, Number(rank))
    }
  }

  /** Rows found by their text, or by what is read beside it. */
  find(search: Search, { creators, numbered }: Named): Found {
    const ranks = this.#kept.get(keyOf(search))?.ranks ?? new Map<number, number>()
    const beside = new Map<number, number>()
    const note = (row: number | undefined, rank: number) => {
      if (row !== undefined) beside.set(row, Math.min(rank, beside.get(row) ?? rank))
    }
    for (const rank of [RANK.veryCreator, RANK.creator]) {
      const made = creators.filter((creator) => creator.rank === rank).map(({ address }) => address)
      for (const row of this.#columns.rowsBy(made)) note(row, rank)
    }
    for (const { ref, rank } of numbered) note(this.#columns.find(ref), rank)
    const rankOf = (row: number) => Math.min(ranks.get(row) ?? RANK.creator, beside.get(row) ?? RANK.creator)
    const rows = [...ranks.keys(), ...[...beside.keys()].filter((row) => !ranks.has(row))]
    const isCut = search.isShort && rows.length > MOST_OF_SHORT
    return { rows: isCut ? rows.sort((row, other) => rankOf(row) - rankOf(other)).slice(0, MOST_OF_SHORT) : rows, isCut, rankOf }
  }
}

type Row = { chain_id: number; collection: Uint8Array; token_id: bigint }
/** All else of a search follows from it. */
const keyOf = ({ folded }: Search): string => folded

/** What the names of creators and collections find: such names mark no items when they change. */
export type Named = {
  readonly creators: readonly { readonly address: Address; readonly rank: number }[]
  readonly numbered: readonly { readonly ref: ItemRef; readonly rank: number }[]
}

export async function namedBy(db: Db, search: Search): Promise<Named> {
  const of = numberedIn(search)
  const [creators, numbered] = await Promise.all([
    sql<{ address: Uint8Array; rank: number }>`select address, rank from (${creatorsNamed(search)}) found`.execute(db),
    of && sql<Row & { rank: number }>`select chain_id, collection, token_id, rank from (${of}) found`.execute(db),
  ])
  return {
    creators: creators.rows.map(({ address, rank }) => ({ address: addressOf(address), rank })),
    numbered: (numbered?.rows ?? []).map((row) => ({ ref: refOf(row), rank: row.rank })),
  }
}

export async function movedBy(db: Db, transaction: Transaction): Promise<ItemRef[]> {
  const { rows } = await sql<Row>`select chain_id, collection, token_id from (${foundByTransaction(transaction)}) found`.execute(db)
  return rows.map(refOf)
}

const refOf = (row: Row): ItemRef => ({ chainId: row.chain_id, collection: addressOf(row.collection), tokenId: row.token_id })

/** As `chainId:address`. */
export async function verifiedCollections(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{
    key: string
  }>`select chain_id || ':0x' || encode(address, 'hex') as key from (${VERIFIED}) verified`.execute(db)
  return new Set(rows.map(({ key }) => key))
}
