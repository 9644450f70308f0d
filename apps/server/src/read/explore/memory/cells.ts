/** Of a row without an ask, and of one with asks in several pay tokens. */
export const NO_CELL = 0
export const SEVERAL_CELL = 1

/** Sign, exponent and the first six digits of a float: 64 cells from a price to its double. */
const SHIFT = 14
const PER_TOKEN = 2 ** (32 - SHIFT)

const bits = new DataView(new ArrayBuffer(8))
function firstOf(float: number): number {
  bits.setFloat64(0, float)
  return bits.getUint32(0) >>> SHIFT
}
function floatAt(first: number): number {
  bits.setUint32(0, (first << SHIFT) >>> 0)
  bits.setUint32(4, 0)
  return bits.getFloat64(0)
}

/** Ranges of prices in one pay token, by number: what rows of a cell cost is `low` or more, and less than `high`. */
export class PriceCells {
  /** Of the first two numbers, which are no ranges, nothing. */
  readonly token: number[] = [-1, -1]
  readonly low: number[] = [0, 0]
  readonly high: number[] = [0, 0]
  readonly #numbers = new Map<number, number>()

  get size(): number {
    return this.token.length
  }

  numberOf(token: number, price: number): number {
    const first = firstOf(price)
    const key = token * PER_TOKEN + first
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    this.#numbers.set(key, this.token.length)
    this.low.push(floatAt(first))
    this.high.push(floatAt(first + 1))
    return this.token.push(token) - 1
  }
}
