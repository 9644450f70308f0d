import { grain, make } from '../lib/canvas.mjs'
import { ramp, rgba } from '../lib/colour.mjs'
import { TAU } from '../lib/random.mjs'
import { add, finish, room, silence, strike } from '../lib/synth.mjs'

const SECONDS = 11
const GLASS = [1, 2.32, 4.25, 6.63]
const ROWS = [
  [440, 554.37, 659.25, 830.61],
  [369.99, 554.37, 659.25, 739.99],
  [293.66, 440, 554.37, 880],
  [329.63, 493.88, 659.25, 987.77],
]
/** [start in seconds, frequency, place in the bar] */
const NOTES = Array.from({ length: 40 }, (_, i) => [0.2 + i * 0.235, ROWS[(i >> 3) % 4][[0, 2, 1, 3, 2, 1, 3, 2][i % 8]], i % 8])

export function render() {
  const mix = silence(SECONDS)
  for (const [at, frequency, step] of NOTES)
    add(mix, at, SECONDS - at, strike(frequency, GLASS, { decay: 1.7 }), {
      gain: 0.24 + (step === 0 ? 0.12 : 0),
      pan: 0.25 + (step / 7) * 0.5,
    })
  for (const [i, row] of ROWS.entries())
    add(mix, 0.2 + i * 1.88, 3.4, (t) => Math.sin(TAU * (row[0] / 2) * t) * Math.min(1, t * 2) * Math.exp(-t * 0.9), { gain: 0.22 })
  room(mix, { wet: 0.42, size: 1.3, damp: 0.2 })
  finish(mix, { fade: 1.8 })
  return mix
}

/** One pane a note: left to right as played, as high as it sounds, as wide as it rings. */
export function cover() {
  const size = 900
  const [canvas, g] = make(size, size, '#EEF1EC')
  NOTES.forEach(([at, frequency, step]) => {
    const x = 60 + (at / 10) * 780
    const y = 830 - (Math.log2(frequency / 280) / 1.9) * 740
    const tall = step === 0 ? 260 : 150
    g.save()
    g.translate(x, y)
    g.rotate(0.2)
    g.fillStyle = rgba(ramp(['#1E5A7A', '#4AA0A8', '#E0B24A', '#D9603A'], Math.log2(frequency / 280) / 1.9), 0.42)
    g.fillRect(-16, -tall / 2, 74, tall)
    g.fillStyle = 'rgba(255,255,255,.5)'
    g.fillRect(-16, -tall / 2, 5, tall)
    g.restore()
  })
  grain(g, size, size, 4, 7)
  return canvas
}
