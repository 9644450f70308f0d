import { DAY_S } from '../facts.ts'

/** Rows of one profile made on one day of UTC. */
export type DayRows = { readonly day: number; readonly profile: number; readonly rows: ReadonlySet<number> }

/** Rows made of late, by day and profile: what is new is counted from them alone. */
export class NewRows {
  readonly #days = new Map<number, Map<number, Set<number>>>()
  /** Rows of this day and later ones are kept. */
  #oldest: number

  /** Rows made from there on are kept, in unix seconds. */
  constructor(since: number) {
    this.#oldest = dayOf(since)
  }

  put(row: number, profile: number, made: number): void {
    const day = dayOf(made)
    if (day < this.#oldest) return
    const ofDay = this.#days.get(day) ?? new Map<number, Set<number>>()
    this.#days.set(day, ofDay)
    ofDay.set(profile, (ofDay.get(profile) ?? new Set<number>()).add(row))
  }

  remove(row: number, profile: number, made: number): void {
    this.#days.get(dayOf(made))?.get(profile)?.delete(row)
  }

  /** Gives each row its new number, `now`. */
  renumber(now: Uint32Array): void {
    for (const profiles of this.#days.values())
      for (const [profile, rows] of profiles) profiles.set(profile, new Set([...rows].map((row) => now[row] as number)))
  }

  /** Those made from there on, and others of its day; undefined where these were given up. Earlier ones are given up. */
  since(time: number): DayRows[] | undefined {
    const first = dayOf(time)
    if (first < this.#oldest) return undefined
    // A day more, for a clock that is set back.
    this.#oldest = Math.max(this.#oldest, first - 1)
    for (const day of this.#days.keys()) if (day < this.#oldest) this.#days.delete(day)
    return [...this.#days].flatMap(([day, profiles]) =>
      day < first ? [] : [...profiles].map(([profile, rows]) => ({ day, profile, rows })),
    )
  }
}

const dayOf = (time: number): number => Math.floor(time / DAY_S)
