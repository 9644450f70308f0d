import { clamp, mix } from './random.mjs'

export const hex = (h) => [1, 3, 5].map((i) => Number.parseInt(h.slice(i, i + 2), 16))
export const rgba = (c, a = 1) => `rgba(${c[0] | 0},${c[1] | 0},${c[2] | 0},${a})`
export const mixc = (a, b, t) => a.map((v, i) => mix(v, b[i], t))

/** The colour at t (0..1) along evenly spaced hex stops. */
export const ramp = (stops, t) => {
  const k = clamp(t) * (stops.length - 1)
  const i = Math.min(stops.length - 2, k | 0)
  return mixc(hex(stops[i]), hex(stops[i + 1]), k - i)
}
