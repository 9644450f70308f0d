import type { TextPair, Texts } from '@plinth/api'

/** A subject of the doctor's check, and its result in plain words; a worry is not yet a fault. */
export type Finding = { readonly about: Texts; readonly state: 'well' | 'worry' | 'ill'; readonly says: Texts }

const textsOf = ([en, zh]: TextPair): Texts => ({ en, zh })

export function well(about: TextPair, says: TextPair): Finding {
  return { about: textsOf(about), state: 'well', says: textsOf(says) }
}
export function worry(about: TextPair, says: TextPair): Finding {
  return { about: textsOf(about), state: 'worry', says: textsOf(says) }
}
export function ill(about: TextPair, says: TextPair): Finding {
  return { about: textsOf(about), state: 'ill', says: textsOf(says) }
}
