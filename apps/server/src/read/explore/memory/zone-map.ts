/** Rows of a zone. */
const ZONE = 1_024

/** The greatest value of a column among each 1,024 rows, or a greater one: what is below it is in none of them. */
export class ZoneMap {
  #most = new Uint32Array(0)

  note(row: number, value: number): void {
    const zone = Math.floor(row / ZONE)
    if (zone >= this.#most.length) {
      const longer = new Uint32Array(2 * zone + 1)
      longer.set(this.#most)
      this.#most = longer
    }
    if (value > (this.#most[zone] as number)) this.#most[zone] = value
  }

  /** Of a whole column. */
  measure(column: Uint32Array, end: number): void {
    this.#most = new Uint32Array(Math.ceil(end / ZONE))
    for (let zone = 0; zone < this.#most.length; zone++) this.#measureZone(column, zone)
  }

  /** The rows of each zone from the last to the first in which a value may be as great as `leastOf` then says. */
  visit(column: Uint32Array, end: number, leastOf: () => number, look: (from: number, to: number) => void): void {
    for (let zone = Math.ceil(end / ZONE) - 1; zone >= 0; zone--) {
      if ((this.#most[zone] as number) < leastOf()) continue
      look(zone * ZONE, Math.min(end, (zone + 1) * ZONE))
      this.#measureZone(column, zone)
    }
  }

  #measureZone(column: Uint32Array, zone: number): void {
    let most = 0
    for (const value of column.subarray(zone * ZONE, (zone + 1) * ZONE)) if (value > most) most = value
    this.#most[zone] = most
  }
}
