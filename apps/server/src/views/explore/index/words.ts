import type { Address } from '@plinth/protocol'
import { sql } from 'kysely'
import { addressOf, type Db } from '../../../db/database.ts'
import { givenItems, type ItemRef } from '../../../db/item-keys.ts'
import type { Search, Transaction } from '../../../db/search.ts'
import { creatorsNamed, foundByText, foundByTransaction } from '../../found-items.ts'
import { VERIFIED } from '../facts.ts'
import type { ItemColumns } from './columns.ts'
import type { Found } from './scan.ts'

/** Of an item that its creator's name finds: after all others. */
const BY_CREATOR = 4

/** Searches whose items are kept. */
const MOST_SEARCHES = 16
/** More changed items than this, and the search is made again. */
const MOST_PENDING = 1_000

/** `rows`: for each row one more than its rank, 0 where it is not found. */
type Kept = {
  rows: Uint8Array
  pending: ItemRef[]
  reading: Promise<void> | undefined
  /** Those that it finds by text, until they change. */
  found: readonly number[] | undefined
}

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

  /** Whether `find` needs the database. */
  isReady(search: Search): boolean {
    const kept = this.#kept.get(keyOf(search))
    return kept !== undefined && kept.pending.length === 0 && kept.reading === undefined
  }

  async read(db: Db, search: Search): Promise<void> {
    const key = keyOf(search)
    const known = this.#kept.get(key)
    if (known?.reading) return known.reading
    const kept: Kept = known ?? { rows: new Uint8Array(this.#columns.end + 1), pending: [], reading: undefined, found: undefined }
    this.#kept.delete(key)
    this.#kept.set(key, kept)
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MOST_SEARCHES) break
      this.#kept.delete(oldest)
    }
    const pending = known ? kept.pending.splice(0) : undefined
    kept.reading = this.#fill(db, search, kept, pending).catch((error: unknown) => {
      this.#kept.delete(key)
      throw error
    })
    await kept.reading.finally(() => {
      kept.reading = undefined
    })
  }

  async #fill(db: Db, search: Search, kept: Kept, pending: readonly ItemRef[] | undefined): Promise<void> {
    const among =
      pending &&
      sql`join ${givenItems(pending)} on given.given_chain = found.chain_id and given.collection = found.collection
      and given.token_id = found.token_id`
    const { rows } = await sql<Row & { rank: number }>`select found.chain_id, found.collection, found.token_id, min(found.rank) as rank
      from (${foundByText(search)}) found ${among ?? sql``} group by 1, 2, 3`.execute(db)
    for (const ref of pending ?? []) this.#set(kept, ref, 0)
    const found: number[] = []
    for (const { chain_id: chainId, collection, token_id: tokenId, rank } of rows) {
      const at = this.#set(kept, { chainId, collection: addressOf(collection), tokenId }, 1 + Number(rank))
      if (at !== undefined) found.push(at)
    }
    if (!pending) kept.found = found
  }

  #set(kept: Kept, ref: ItemRef, value: number): number | undefined {
    const row = this.#columns.find(ref)
    if (row === undefined) return undefined
    if (row >= kept.rows.length) {
      const longer = new Uint8Array(Math.max(this.#columns.end, row + 1) * 2)
      longer.set(kept.rows)
      kept.rows = longer
    }
    kept.rows[row] = value
    kept.found = undefined
    return row
  }

  /** Rows found by their text, or made by one of these creators. */
  find(search: Search, creators: readonly Address[]): Found {
    const kept = this.#kept.get(keyOf(search))
    const marks = kept?.rows ?? new Uint8Array()
    const numbers = creators.flatMap((address) => this.#columns.creators.find(address) ?? [])
    const byText = kept?.found ?? rowsWhere(marks.length, (row) => (marks[row] as number) > 0)
    if (kept) kept.found = byText
    const { creator, end } = this.#columns
    const isOne = new Uint8Array(this.#columns.creators.values.length)
    for (const number of numbers) isOne[number] = 1
    const byCreator = numbers.length === 0 ? [] : rowsWhere(end, (row) => isOne[creator[row] as number] === 1 && (marks[row] ?? 0) === 0)
    return {
      rows: byCreator.length === 0 ? byText : [...byText, ...byCreator],
      rankOf: (row) => {
        const mark = marks[row] ?? 0
        return mark > 0 ? mark - 1 : BY_CREATOR
      },
    }
  }
}

export function rowsWhere(end: number, is: (row: number) => boolean): number[] {
  const rows: number[] = []
  for (let row = 0; row < end; row++) if (is(row)) rows.push(row)
  return rows
}

type Row = { chain_id: number; collection: Uint8Array; token_id: bigint }
const keyOf = ({ grams, runs, number }: Search): string => JSON.stringify([grams, runs, number])

/** Creators who have such a name. */
export async function creatorsBy(db: Db, search: Search): Promise<Address[]> {
  const { rows } = await sql<{ address: Uint8Array }>`select address from (${creatorsNamed(search)}) found`.execute(db)
  return rows.map(({ address }) => addressOf(address))
}

export async function movedBy(db: Db, transaction: Transaction): Promise<ItemRef[]> {
  const { rows } = await sql<Row>`select chain_id, collection, token_id from (${foundByTransaction(transaction)}) found`.execute(db)
  return rows.map((row) => ({ chainId: row.chain_id, collection: addressOf(row.collection), tokenId: row.token_id }))
}

/** As `chainId:address`. */
export async function verifiedCollections(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{
    key: string
  }>`select chain_id || ':0x' || encode(address, 'hex') as key from (${VERIFIED}) verified`.execute(db)
  return new Set(rows.map(({ key }) => key))
}
