export type Clock = {
  /** Wall clock in unix seconds: sessions, sign-ins, rows. Phases and validity follow `chain.now()` (decision 15). */
  now(): number
  nowMs(): number
}

export const systemClock: Clock = { now: () => Math.floor(Date.now() / 1_000), nowMs: () => Date.now() }
