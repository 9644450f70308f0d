const PAD = 3

type Point = { x: number; y: number }

/** The path through these values from the lowest to the highest of them, and the point at the last one where it is known. */
export function sparklinePath(
  values: readonly (bigint | null)[],
  { width, height }: { width: number; height: number },
): { path: string; end: Point | undefined } {
  const known = values.filter((value) => value !== null)
  const [first = 0n] = known
  const low = known.reduce((least, value) => (value < least ? value : least), first)
  const high = known.reduce((most, value) => (value > most ? value : most), first)
  const step = (width - 2 * PAD) / Math.max(1, values.length - 1)
  const pointAt = (value: bigint, at: number): Point => {
    // In thousandths, so that amounts of any size keep their shape; a level line runs in the middle.
    const part = high === low ? 0.5 : Number(((value - low) * 1_000n) / (high - low)) / 1_000
    return { x: PAD + at * step, y: height - PAD - part * (height - 2 * PAD) }
  }
  let path = ''
  for (const [at, value] of values.entries()) {
    if (value === null) continue
    const { x, y } = pointAt(value, at)
    const isLone = !isKnown(values[at - 1]) && !isKnown(values[at + 1])
    path += `${isKnown(values[at - 1]) ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}${isLone ? 'h0' : ''}`
  }
  const last = values.at(-1)
  return { path, end: isKnown(last) ? pointAt(last, values.length - 1) : undefined }
}

const isKnown = (value: bigint | null | undefined): value is bigint => value !== null && value !== undefined
