import type { Prices } from '../answer.ts'
import { PARTS, partOf, partsBetween } from '../question.ts'
import { isNear, NEAR, type RowPrices } from './prices.ts'

/** Cells of the table that names the part of a float: those with its first bits. */
const CELL_BITS = 12
const MANY = 255

/** Prices of a scan: floats, which decide, beside the rows whose exact ones decide between near ones. */
export class Histogram {
  #rows = new Uint32Array(1_024)
  #floats = new Float64Array(1_024)
  #count = 0
  unpriced = 0

  clear(): void {
    this.#count = 0
    this.unpriced = 0
  }

  add(row: number, float: number): void {
    if (this.#count === this.#rows.length) {
      const [rows, floats] = [new Uint32Array(this.#count * 2), new Float64Array(this.#count * 2)]
      rows.set(this.#rows)
      floats.set(this.#floats)
      this.#rows = rows
      this.#floats = floats
    }
    this.#rows[this.#count] = row
    this.#floats[this.#count++] = float
  }

  counts(prices: RowPrices): Prices | undefined {
    if (this.#count === 0) return undefined
    const [min, max] = this.#ends(prices)
    const starts = partsBetween(min, max)
    const partOfFloat = tableOf(Float64Array.from(starts, Number))
    const counts = Array.from({ length: PARTS }, () => 0)
    for (let at = 0; at < this.#count; at++) {
      const float = this.#floats[at] as number
      let part = partOfFloat(float)
      if (part < 0) part = partOf(prices.exactOnScale(this.#rows[at] as number) ?? 0n, starts)
      counts[part] = (counts[part] as number) + 1
    }
    return { min, max, counts, unpriced: this.unpriced }
  }

  #ends(prices: RowPrices): [min: bigint, max: bigint] {
    const floats = this.#floats
    let [low, high] = [floats[0] as number, floats[0] as number]
    for (let at = 1; at < this.#count; at++) {
      const float = floats[at] as number
      if (float < low) low = float
      if (float > high) high = float
    }
    let [min, max]: (bigint | undefined)[] = []
    for (let at = 0; at < this.#count; at++) {
      const float = floats[at] as number
      if (!isNear(float, low) && !isNear(float, high)) continue
      const exact = prices.exactOnScale(this.#rows[at] as number) ?? 0n
      if (min === undefined || exact < min) min = exact
      if (max === undefined || exact > max) max = exact
    }
    return [min ?? 0n, max ?? 0n]
  }
}

const bits = new DataView(new ArrayBuffer(8))
const cellOf = (float: number): number => {
  bits.setFloat64(0, float)
  return bits.getUint32(0) >>> CELL_BITS
}

/** The part of a float, -1 where it is too near to the beginning of one. A cell that no part begins in has one part. */
function tableOf(starts: Float64Array): (float: number) => number {
  const [first, last] = [cellOf(starts[0] ?? 0), cellOf(starts.at(-1) ?? 0)]
  const search = (float: number): number => {
    let part = 0
    while (part < starts.length && float >= (starts[part] as number)) part++
    const isAt = (start: number | undefined) => start !== undefined && isNear(float, start)
    return isAt(starts[part]) || isAt(starts[part - 1]) ? -1 : part
  }
  const table = new Uint8Array(last - first + 1)
  let before = 0
  for (let cell = first; cell <= last; cell++) {
    while (before < starts.length && cellOf(starts[before] as number) < cell) before++
    table[cell - first] = before
  }
  for (const start of starts)
    for (const near of [1 - 2 * NEAR, 1, 1 + 2 * NEAR]) {
      const cell = cellOf(start * near)
      if (cell >= first && cell <= last) table[cell - first] = MANY
    }
  return (float) => {
    const cell = cellOf(float)
    if (cell < first) return isNear(float, starts[0] as number) ? -1 : 0
    if (cell > last) return isNear(float, starts[starts.length - 1] as number) ? -1 : starts.length
    const known = table[cell - first] as number
    return known === MANY ? search(float) : known
  }
}
