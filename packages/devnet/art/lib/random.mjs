export const TAU = Math.PI * 2
export const mix = (a, b, t) => a + (b - a) * t
export const clamp = (v, a = 0, b = 1) => Math.max(a, Math.min(b, v))
export const smooth = (t) => t * t * (3 - 2 * t)

/** A seeded generator (mulberry32), so that every run draws the same picture. */
export const rng = (seed) => {
  let s = seed
  return () => {
    s = (s + 0x6d2b79f5) | 0
    let t = Math.imul(s ^ (s >>> 15), 1 | s)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** Value noise in 0..1 with period 256, and `fbm`, its sum over octaves. */
export function noise(seed) {
  const r = rng(seed)
  const lattice = new Float32Array(65536).map(() => r())
  const at = (x, y) => lattice[(x & 255) + ((y & 255) << 8)]
  const n = (x, y) => {
    const xi = Math.floor(x)
    const yi = Math.floor(y)
    const u = smooth(x - xi)
    const v = smooth(y - yi)
    return mix(mix(at(xi, yi), at(xi + 1, yi), u), mix(at(xi, yi + 1), at(xi + 1, yi + 1), u), v)
  }
  n.fbm = (x, y, octaves = 5) => {
    let sum = 0
    let a = 0.5
    let f = 1
    for (let i = 0; i < octaves; i++) {
      sum += a * n(x * f, y * f)
      f *= 2.03
      a *= 0.5
    }
    return sum
  }
  return n
}
