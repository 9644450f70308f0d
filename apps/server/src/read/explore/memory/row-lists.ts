const NONE = 0

/** Rows in lists by number, each row in one list at most, and those of a list in any order. A list stays when its last row has left. */
export class RowLists {
  readonly #lists: number[][] = []
  /** Of each row 1 more than the number of its list, and its place there. */
  #list = new Uint32Array(1_024)
  #place = new Uint32Array(1_024)

  of(list: number): readonly number[] {
    return this.#lists[list] ?? []
  }

  put(row: number, list: number): void {
    if (row >= this.#list.length) this.#grow(row)
    if (this.#list[row] === list + 1) return
    this.remove(row)
    while (this.#lists.length <= list) this.#lists.push([])
    this.#list[row] = list + 1
    this.#place[row] = (this.#lists[list] as number[]).push(row) - 1
  }

  /** Its last row takes the place of the one that leaves. */
  remove(row: number): void {
    const list = this.#list[row] ?? NONE
    if (list === NONE) return
    const rows = this.#lists[list - 1] as number[]
    const place = this.#place[row] as number
    const last = rows.pop() as number
    if (last !== row) {
      rows[place] = last
      this.#place[last] = place
    }
    this.#list[row] = NONE
  }

  /** Gives each row its new number, `now`, and puts each list in the order of these. */
  renumber(now: Uint32Array): void {
    for (const [list, rows] of this.#lists.entries())
      for (const [place, row] of Uint32Array.from(rows, (one) => now[one] as number)
        .sort()
        .entries()) {
        rows[place] = row
        this.#list[row] = list + 1
        this.#place[row] = place
      }
  }

  #grow(row: number): void {
    const length = Math.max(2 * this.#list.length, row + 1)
    const [list, place] = [new Uint32Array(length), new Uint32Array(length)]
    list.set(this.#list)
    place.set(this.#place)
    this.#list = list
    this.#place = place
  }
}
