import { grain, make } from '../lib/canvas.mjs'
import { ramp, rgba } from '../lib/colour.mjs'
import { TAU } from '../lib/random.mjs'
import { add, finish, pluck, room, silence } from '../lib/synth.mjs'

const SECONDS = 12
const BEAT = 0.42
/** A small dance in D minor: [beat, frequency, length in beats]. */
const TUNE = [
  [0, 293.66, 2],
  [2, 349.23, 1],
  [3, 392, 1],
  [4, 440, 2],
  [6, 392, 1],
  [7, 349.23, 1],
  [8, 329.63, 2],
  [10, 261.63, 1],
  [11, 329.63, 1],
  [12, 293.66, 3],
  [15, 440, 1],
  [16, 523.25, 2],
  [18, 466.16, 1],
  [19, 440, 1],
  [20, 392, 2],
  [22, 349.23, 1],
  [23, 329.63, 1],
  [24, 293.66, 3],
]
const BASS = [
  [0, 146.83],
  [4, 110],
  [8, 130.81],
  [12, 146.83],
  [16, 116.54],
  [20, 110],
  [24, 146.83],
]

export function render() {
  const mix = silence(SECONDS)
  for (const [beat, frequency, length] of TUNE)
    add(
      mix,
      0.2 + beat * BEAT,
      Math.min(SECONDS - beat * BEAT - 0.2, length * BEAT + 1.4),
      pluck(frequency, { decay: 1.5, bright: 1.15 }),
      { gain: 0.5, pan: 0.42 },
    )
  for (const [beat, frequency] of BASS) {
    add(mix, 0.2 + beat * BEAT, 2.6, pluck(frequency, { decay: 0.9, bright: 0.8 }), { gain: 0.5, pan: 0.62 })
    add(mix, 0.2 + (beat + 2) * BEAT, 2, pluck(frequency * 1.5, { decay: 1.2, bright: 0.8 }), { gain: 0.3, pan: 0.66 })
  }
  room(mix, { wet: 0.3, size: 1.1, damp: 0.4 })
  finish(mix, { fade: 1.5 })
  return mix
}

/** The tune as drops into a well: where a note falls its rings spread, wider the longer it is held. */
export function cover() {
  const size = 900
  const [canvas, g] = make(size, size, '#20302C')
  TUNE.forEach(([beat, frequency, length], i) => {
    const a = (beat / 27) * TAU - TAU / 4
    const far = 130 + Math.log2(frequency / 250) * 240
    const [x, y] = [size / 2 + Math.cos(a) * far, size / 2 + Math.sin(a) * far]
    for (let ring = 1; ring <= length * 5 + 3; ring++) {
      g.strokeStyle = rgba(ramp(['#F2E2B0', '#C9A24A', '#7FA08A', '#3E6A60'], ring / (length * 5 + 3)), 0.85 - ring * 0.03)
      g.lineWidth = 2.2
      g.beginPath()
      g.arc(x, y, ring * 11 - 5, 0, TAU)
      g.stroke()
    }
    g.fillStyle = i ? '#F6EBC8' : '#D9502B'
    g.beginPath()
    g.arc(x, y, 6, 0, TAU)
    g.fill()
  })
  grain(g, size, size, 7, 9)
  return canvas
}
