import type { Hex } from 'viem'

/** Pseudo-random numbers by seed (sfc32), so that a failing run can be repeated. */
export class Random {
  #a: number
  #b: number
  #c: number
  #counter = 1

  constructor(seed: number, stream = 0) {
    this.#a = seed | 0
    this.#b = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) | 0
    this.#c = (stream * 0x27d4eb2f + 0x165667b1) | 0
    for (let warmUp = 0; warmUp < 20; warmUp++) this.#word()
  }

  #word(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0
    this.#counter = (this.#counter + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0
    return sum >>> 0
  }

  /** A whole number from 0 to `count` - 1. */
  below(count: number): number {
    return Math.floor((this.#word() / 2 ** 32) * count)
  }

  between(least: number, most: number): number {
    return least + this.below(most - least + 1)
  }

  chance(probability: number): boolean {
    return this.#word() / 2 ** 32 < probability
  }

  pick<T>(list: readonly T[]): T {
    const picked = list[this.below(list.length)]
    if (picked === undefined) throw new Error('Nothing to pick from')
    return picked
  }

  hash(): Hex {
    return `0x${Array.from({ length: 8 }, () => this.#word().toString(16).padStart(8, '0')).join('')}`
  }
}
