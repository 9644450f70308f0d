import { DIGEST_BYTES } from '../../../state/items/attributes.ts'
import type { Attribute } from '../attributes.ts'
import type { ItemColumns } from './columns.ts'

/** Of hex, in a digest. */
const DIGITS = DIGEST_BYTES * 2

/** The attributes of one collection's items: numbers of what they are, beside the rows of the item index. */
export class AttributeColumns {
  readonly #columns: ItemColumns
  /** Its number among those of the columns. */
  readonly #collection: number
  readonly #numbers = new Map<string, number>()
  readonly #digests: string[] = []
  readonly #byDigest = new Map<string, Attribute>()
  /** How many rows have each. */
  #uses = new Uint32Array(64)
  /** The attributes of a row stand from `attributesAt` on: how many, then their numbers. Place 0 is no row's. */
  #pool = new Uint32Array(1_024)
  #end = 1
  #named: readonly (Attribute & { readonly number: number })[] | undefined

  constructor(columns: ItemColumns, collection: number) {
    this.#columns = columns
    this.#collection = collection
    // Places of another time mean nothing here.
    for (const row of columns.collections.values[collection]?.rows.values() ?? []) columns.attributesAt[row] = 0
  }

  get size(): number {
    return this.#digests.length
  }

  get bytes(): number {
    return this.#pool.byteLength + this.#digests.length * 300
  }

  /** Digests of which nothing is known yet. */
  get unknown(): string[] {
    return this.#digests.filter((digest, number) => (this.#uses[number] ?? 0) > 0 && !this.#byDigest.has(digest))
  }

  get digests(): ReadonlySet<string> {
    return new Set(this.#byDigest.keys())
  }

  name(attributes: readonly Attribute[]): void {
    for (const attribute of attributes) this.#byDigest.set(attribute.digest, attribute)
    this.#named = undefined
  }

  /** Those that some item has. */
  get named(): readonly (Attribute & { readonly number: number })[] {
    this.#named ??= this.#digests.flatMap((digest, number) => {
      const attribute = this.#byDigest.get(digest)
      return attribute && (this.#uses[number] ?? 0) > 0 ? [{ ...attribute, number }] : []
    })
    return this.#named
  }

  put(row: number, digests: string): void {
    this.forget(row)
    const numbers: number[] = []
    for (let at = 0; at < digests.length; at += DIGITS) numbers.push(this.#numberOf(digests.slice(at, at + DIGITS)))
    if (numbers.length === 0) return
    if (this.#end + numbers.length + 1 > this.#pool.length) {
      const longer = new Uint32Array(Math.max(this.#pool.length * 2, this.#end + numbers.length + 1))
      longer.set(this.#pool)
      this.#pool = longer
    }
    this.#columns.attributesAt[row] = this.#end
    this.#pool[this.#end++] = numbers.length
    for (const number of numbers) {
      this.#pool[this.#end++] = number
      this.#uses[number] = (this.#uses[number] ?? 0) + 1
    }
    this.#named = undefined
  }

  forget(row: number): void {
    const at = this.#placeOf(row)
    const end = at === 0 ? 0 : at + (this.#pool[at] as number)
    for (let place = at + 1; place <= end; place++) {
      const number = this.#pool[place] as number
      this.#uses[number] = (this.#uses[number] as number) - 1
    }
    this.#columns.attributesAt[row] = 0
    this.#named = undefined
  }

  #numberOf(digest: string): number {
    const known = this.#numbers.get(digest)
    if (known !== undefined) return known
    const number = this.#digests.push(digest) - 1
    this.#numbers.set(digest, number)
    if (number === this.#uses.length) {
      const longer = new Uint32Array(this.#uses.length * 2)
      longer.set(this.#uses)
      this.#uses = longer
    }
    return number
  }

  /** 0 for a row of another collection. */
  #placeOf(row: number): number {
    return this.#columns.collection[row] === this.#collection ? (this.#columns.attributesAt[row] ?? 0) : 0
  }

  /** Adds 1 to the count of each attribute of the row; of a group alone where one is given, by `groups`. */
  count(row: number, counts: Uint32Array, groups: Int32Array, group: number): void {
    const at = this.#placeOf(row)
    if (at === 0) return
    const end = at + (this.#pool[at] as number)
    for (let place = at + 1; place <= end; place++) {
      const number = this.#pool[place] as number
      if (group < 0 || groups[number] === group) counts[number] = (counts[number] as number) + 1
    }
  }

  hasAny(row: number, chosen: Uint8Array): boolean {
    const at = this.#placeOf(row)
    if (at === 0) return false
    const end = at + (this.#pool[at] as number)
    for (let place = at + 1; place <= end; place++) if (chosen[this.#pool[place] as number] === 1) return true
    return false
  }
}
