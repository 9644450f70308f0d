import { grain, make } from '../lib/canvas.mjs'
import { ramp, rgba } from '../lib/colour.mjs'
import { TAU } from '../lib/random.mjs'
import { add, finish, RATE, room, silence, strike, water } from '../lib/synth.mjs'

const SECONDS = 13
const BELL = [0.5, 1, 1.19, 1.5, 2, 2.74, 3.0, 3.76, 4.07]
// [start in seconds, frequency, gain]
const BELLS = [
  [0.3, 293.66, 0.9],
  [1.9, 440, 0.5],
  [2.6, 349.23, 0.55],
  [4.3, 293.66, 0.8],
  [5.7, 523.25, 0.4],
  [6.2, 440, 0.45],
  [7.9, 220, 0.9],
  [9.0, 392, 0.45],
  [9.8, 349.23, 0.5],
  [11.0, 293.66, 0.6],
]

export function render() {
  const mix = silence(SECONDS)
  add(mix, 0, SECONDS, water(3, 6.5), { gain: 0.9, pan: 0.3 })
  add(mix, 0, SECONDS, water(9, 4.3), { gain: 0.7, pan: 0.75 })
  BELLS.forEach(([at, frequency, gain], i) => {
    add(mix, at, SECONDS - at, strike(frequency, BELL, { decay: 0.55 }), { gain: gain * 0.42, pan: 0.3 + (i % 3) * 0.2 })
  })
  room(mix, { wet: 0.4, size: 1.5, damp: 0.25 })
  finish(mix, { fade: 2 })
  return mix
}

/** The recording itself, wound outward: each ring is a slice of time, each ripple its loudness there. */
export function cover({ left }) {
  const [size, rings] = [900, 64]
  const [canvas, g] = make(size, size, '#10212E')
  const slice = Math.floor(left.length / rings)
  const steps = 360
  const loudness = (ring, step) => {
    const from = ring * slice + Math.floor((step / steps) * slice)
    let sum = 0
    for (let i = 0; i < 240; i++) sum += Math.abs(left[Math.min(left.length - 1, from + i * 4)])
    return sum / 240
  }
  g.lineJoin = 'round'
  for (let ring = 0; ring < rings; ring++) {
    const values = Array.from({ length: steps }, (_, step) => loudness(ring, step))
    const mean = values.reduce((a, b) => a + b) / steps
    const seam = (step) => Math.min(1, Math.min(step, steps - step) / 24)
    g.beginPath()
    values.forEach((v, step) => {
      const radius = 46 + ring * 5.7 + ((v - mean) * 150 + mean * 26) * seam(step)
      const a = (step / steps) * TAU - TAU / 4
      g.lineTo(size / 2 + Math.cos(a) * radius, size / 2 + Math.sin(a) * radius)
    })
    g.closePath()
    g.strokeStyle = rgba(ramp(['#F3E3B8', '#E0A458', '#5FA3A8', '#2F6C86', '#24485F'], (ring * slice) / (RATE * SECONDS)), 0.95)
    g.lineWidth = 1 + Math.min(3.2, mean * 26)
    g.stroke()
  }
  grain(g, size, size, 4, 8)
  return canvas
}
