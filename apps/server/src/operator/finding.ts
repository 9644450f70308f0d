import type { Texts } from '@plinth/api'

/** A subject of the doctor's check, and its result in plain words; a worry is not yet a fault. */
export type Finding = { readonly about: Texts; readonly state: 'well' | 'worry' | 'ill'; readonly says: Texts }

type Words = readonly [en: string, zh: string]

const textsOf = ([en, zh]: Words): Texts => ({ en, zh })

export function well(about: Words, says: Words): Finding {
  return { about: textsOf(about), state: 'well', says: textsOf(says) }
}
export function worry(about: Words, says: Words): Finding {
  return { about: textsOf(about), state: 'worry', says: textsOf(says) }
}
export function ill(about: Words, says: Words): Finding {
  return { about: textsOf(about), state: 'ill', says: textsOf(says) }
}
