export type BoxPattern = 'waves' | 'grain' | 'lattice' | 'cord' | 'moon'
export type BoxLook = { body: string; lid: string; inlay: string; pattern: BoxPattern }

const LOOKS: readonly BoxLook[] = [
  { body: '#2b3f5c', lid: '#57749a', inlay: '#d9be86', pattern: 'waves' },
  { body: '#8da596', lid: '#bacbbe', inlay: '#f1ebdb', pattern: 'grain' },
  { body: '#1f1d1b', lid: '#4a443b', inlay: '#d2a94f', pattern: 'lattice' },
  { body: '#c7a478', lid: '#e2c8a2', inlay: '#6a4a2a', pattern: 'cord' },
  { body: '#6e3b35', lid: '#9c635a', inlay: '#e8cfa6', pattern: 'moon' },
]

/** Of a series, always the same; neighbours differ. */
export function boxLook(id: bigint): BoxLook {
  return LOOKS[Number(id % BigInt(LOOKS.length))] as BoxLook
}

/** Plinths of a row are of different height, by as many pixels. */
const STEPS = [0, 36, -20, 20] as const

export function plinthStep(at: number): number {
  return STEPS[at % STEPS.length] as number
}
