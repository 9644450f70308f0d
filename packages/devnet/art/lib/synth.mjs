import { rng, TAU } from './random.mjs'

export const RATE = 44100

/** Two channels of silence, `seconds` long. */
export const silence = (seconds) => ({ left: new Float32Array(seconds * RATE), right: new Float32Array(seconds * RATE) })

/** Adds `voice(t)` (t in seconds from its start) to both channels; `pan` 0 is left, 1 right. */
export function add(mix, at, seconds, voice, { gain = 1, pan = 0.5 } = {}) {
  const start = Math.floor(at * RATE)
  const end = Math.min(mix.left.length, start + Math.floor(seconds * RATE))
  const [toLeft, toRight] = [gain * Math.cos((pan * TAU) / 4), gain * Math.sin((pan * TAU) / 4)]
  for (let i = start; i < end; i++) {
    const v = voice((i - start) / RATE)
    mix.left[i] += v * toLeft
    mix.right[i] += v * toRight
  }
}

/** A plucked silk string: partials that fade faster the higher they are; `bend(t)` in semitones. */
export function pluck(frequency, { decay = 0.7, bend = () => 0, bright = 1 } = {}) {
  const partials = Array.from({ length: 14 }, (_, i) => i + 1)
  const weights = partials.map((k) => (Math.abs(Math.sin(k * Math.PI * 0.19)) / k ** (1.25 / bright)) * 0.9)
  let phase = 0
  return (t) => {
    phase += (TAU * frequency * 2 ** (bend(t) / 12)) / RATE
    let sum = 0
    for (const k of partials) sum += weights[k - 1] * Math.sin(k * phase * (1 + 0.00012 * k * k)) * Math.exp(-t * decay * (0.7 + 0.32 * k))
    return sum * Math.min(1, t * 400)
  }
}

/** A struck bell or gong: partials out of harmony, each with its own life; `sag` lets the pitch fall as it is struck. */
export function strike(frequency, ratios, { decay = 0.6, sag = 0 } = {}) {
  const phases = ratios.map((_, i) => i * 1.7)
  return (t) => {
    const pitch = frequency * (1 + sag * Math.exp(-t * 3))
    let sum = 0
    ratios.forEach((ratio, i) => {
      phases[i] += (TAU * pitch * ratio) / RATE
      sum += (Math.sin(phases[i]) / (1 + i * 0.55)) * Math.exp(-t * decay * (1 + i * 0.5))
    })
    return sum * Math.min(1, t * 300) * 0.5
  }
}

/** A drum skin: a falling tone and a slap of noise. */
export function drum(frequency, seed, { decay = 7, slap = 0.3 } = {}) {
  const r = rng(seed)
  let phase = 0
  let low = 0
  return (t) => {
    phase += (TAU * frequency * (1 + 0.9 * Math.exp(-t * 40))) / RATE
    low += (r() * 2 - 1 - low) * 0.35
    return Math.sin(phase) * Math.exp(-t * decay) + low * slap * Math.exp(-t * 45)
  }
}

/** Slow water: low-passed noise that swells. */
export function water(seed, period) {
  const r = rng(seed)
  let a = 0
  let b = 0
  return (t) => {
    a += (r() * 2 - 1 - a) * 0.06
    b += (a - b) * 0.12
    return (a - b * 0.4) * (0.35 + 0.65 * Math.sin((t / period) * Math.PI) ** 2)
  }
}

/** A room around the sound: eight feedback combs and two all-passes a side. */
export function room(mix, { wet = 0.25, size = 1, damp = 0.3 } = {}) {
  const combs = [1557, 1617, 1491, 1422, 1277, 1356, 1188, 1116]
  const side = (dry, spread) => {
    const out = new Float32Array(dry.length)
    for (const length of combs) {
      const buffer = new Float32Array(Math.round(length * size) + spread)
      let held = 0
      for (let i = 0; i < dry.length; i++) {
        const k = i % buffer.length
        const y = buffer[k]
        held = y * (1 - damp) + held * damp
        buffer[k] = dry[i] + held * 0.84
        out[i] += y * 0.125
      }
    }
    for (const length of [556, 225]) {
      const buffer = new Float32Array(length + spread)
      for (let i = 0; i < out.length; i++) {
        const k = i % buffer.length
        const y = buffer[k] - out[i] * 0.5
        buffer[k] = out[i] + y * 0.5
        out[i] = y
      }
    }
    return out
  }
  const [left, right] = [side(mix.left, 0), side(mix.right, 23)]
  for (let i = 0; i < mix.left.length; i++) {
    mix.left[i] = mix.left[i] * (1 - wet * 0.4) + left[i] * wet
    mix.right[i] = mix.right[i] * (1 - wet * 0.4) + right[i] * wet
  }
}

/** Brings the loudest sample to `peak` and lets the last `fade` seconds die away. */
export function finish(mix, { peak = 0.89, fade = 1.2 } = {}) {
  let top = 0
  for (const channel of [mix.left, mix.right]) for (const v of channel) top = Math.max(top, Math.abs(v))
  const end = mix.left.length
  for (const channel of [mix.left, mix.right])
    for (let i = 0; i < end; i++) channel[i] *= (peak / top) * Math.min(1, (end - i) / (fade * RATE)) ** 1.5
}
