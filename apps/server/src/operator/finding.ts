/** What the doctor looked at, and in plain words what he found; a worry is no illness yet. */
export type Finding = { readonly about: string; readonly state: 'well' | 'worry' | 'ill'; readonly says: string }

export function well(about: string, says: string): Finding {
  return { about, state: 'well', says }
}
export function worry(about: string, says: string): Finding {
  return { about, state: 'worry', says }
}
export function ill(about: string, says: string): Finding {
  return { about, state: 'ill', says }
}
