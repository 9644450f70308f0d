/** Values by the number that columns have for them. */
export class Dictionary<T> {
  readonly values: T[] = []
  readonly keys: string[] = []
  readonly #byKey = new Map<string, number>()
  #order = new Uint32Array(0)

  find(key: string): number | undefined {
    return this.#byKey.get(key)
  }

  add(key: string, value: () => T): number {
    const known = this.#byKey.get(key)
    if (known !== undefined) return known
    this.#byKey.set(key, this.values.length)
    this.keys.push(key)
    return this.values.push(value()) - 1
  }

  /** All numbers, in the order of their keys. */
  get inOrder(): Uint32Array {
    const [known, count] = [this.#order.length, this.keys.length]
    if (known === count) return this.#order
    const order = new Uint32Array(count)
    order.set(this.#order)
    if (count - known > FEW) {
      for (let at = known; at < count; at++) order[at] = at
      order.sort((one, other) => this.#compare(one, other))
    } else for (let at = known; at < count; at++) this.#insert(order, at)
    this.#order = order
    return order
  }

  /** The last number among those before it, which are in order. */
  #insert(order: Uint32Array, number: number): void {
    let [low, high] = [0, number]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#compare(order[middle] as number, number) < 0) low = middle + 1
      else high = middle
    }
    order.copyWithin(low + 1, low, number)
    order[low] = number
  }

  #compare(one: number, other: number): number {
    return (this.keys[one] as string) < (this.keys[other] as string) ? -1 : 1
  }
}

/** More new keys than this are sorted with all others. */
const FEW = 64
