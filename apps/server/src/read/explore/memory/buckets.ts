import { RowLists } from './row-lists.ts'

/** Rows that are alike in their profile and in the cell of their price. */
export type Bucket = { readonly profile: number; readonly cell: number; readonly rows: readonly number[] }

/** Cells that a key has room for: a float has fewer for all tokens. */
const MOST_CELLS = 2 ** 26

/** All rows by profile and price: a question looks at those alone that it may find. */
export class Buckets {
  readonly #all: Bucket[] = []
  readonly #ofCells: Bucket[][] = []
  readonly #numbers = new Map<number, number>()
  readonly #lists = new RowLists()

  get all(): readonly Bucket[] {
    return this.#all
  }

  ofCell(cell: number): readonly Bucket[] {
    return this.#ofCells[cell] ?? []
  }

  put(row: number, profile: number, cell: number): void {
    const key = profile * MOST_CELLS + cell
    const known = this.#numbers.get(key)
    this.#lists.put(row, known ?? this.#all.length)
    if (known !== undefined) return
    const bucket = { profile, cell, rows: this.#lists.of(this.#all.length) }
    this.#numbers.set(key, this.#all.push(bucket) - 1)
    const ofCell = this.#ofCells[cell] ?? []
    this.#ofCells[cell] = ofCell
    ofCell.push(bucket)
  }

  remove(row: number): void {
    this.#lists.remove(row)
  }

  renumber(now: Uint32Array): void {
    this.#lists.renumber(now)
  }
}
