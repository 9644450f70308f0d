/** Ten colours of the house, and four shapes (WIDG-05). */
export const COLOURS = [
  '#2C4A5E',
  '#7A8F62',
  '#C58B4A',
  '#5B3F57',
  '#3E6B66',
  '#A65A45',
  '#8E8AA8',
  '#D3B676',
  '#20302C',
  '#B9806F',
] as const
export const SHAPES = ['hill', 'horizon', 'slope', 'sun'] as const

export type IdenticonPlan = { ground: string; figure: string; shape: (typeof SHAPES)[number] }

/** The same seed always gives the same picture; ground and figure are never one colour. */
export function planIdenticon(seed: string): IdenticonPlan {
  let hash = 7
  for (const character of seed.toLowerCase()) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) >>> 0
  // Neighbouring addresses differ in their last digits only: stir before the low bits are read.
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b) >>> 0
  hash = (hash ^ (hash >>> 13)) >>> 0
  const ground = hash % COLOURS.length
  const step = 1 + (Math.floor(hash / 10) % (COLOURS.length - 1))
  const figure = (ground + step) % COLOURS.length
  return {
    ground: COLOURS[ground] ?? COLOURS[0],
    figure: COLOURS[figure] ?? COLOURS[1],
    shape: SHAPES[Math.floor(hash / 90) % 4] ?? 'hill',
  }
}
