import type { InBoth } from './command.ts'

/** A subject of the doctor's check, and its result in plain words; a worry is not yet a fault. */
export type Finding = { readonly about: InBoth; readonly state: 'well' | 'worry' | 'ill'; readonly says: InBoth }

type Words = readonly [en: string, zh: string]

const inBoth = ([en, zh]: Words): InBoth => ({ en, zh })

export function well(about: Words, says: Words): Finding {
  return { about: inBoth(about), state: 'well', says: inBoth(says) }
}
export function worry(about: Words, says: Words): Finding {
  return { about: inBoth(about), state: 'worry', says: inBoth(says) }
}
export function ill(about: Words, says: Words): Finding {
  return { about: inBoth(about), state: 'ill', says: inBoth(says) }
}
