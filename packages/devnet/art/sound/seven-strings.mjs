import { grain, make, rad, seal } from '../lib/canvas.mjs'
import { noise, TAU } from '../lib/random.mjs'
import { add, finish, pluck, room, silence } from '../lib/synth.mjs'

const SECONDS = 14
// [start in seconds, semitones above the low string, weight, slide in semitones]
const PHRASE = [
  [0.2, 0, 1, 0],
  [1.25, 12, 0.7, 2],
  [2.1, 16, 0.6, 0],
  [2.55, 19, 0.75, -3],
  [3.9, 7, 0.9, 0],
  [4.7, 14, 0.6, 2],
  [5.15, 16, 0.55, 0],
  [5.6, 12, 0.7, -2],
  [7.0, 0, 0.9, 0],
  [7.05, 7, 0.55, 0],
  [8.0, 21, 0.6, 3],
  [8.9, 19, 0.6, 0],
  [9.4, 16, 0.6, -2],
  [10.6, 12, 0.7, 0],
  [11.4, 0, 1, 0],
]
const LOW = 73.42

export function render() {
  const mix = silence(SECONDS)
  PHRASE.forEach(([at, semitones, weight, slide], i) => {
    const bend = (t) =>
      (t > 0.28 && slide ? slide * Math.min(1, (t - 0.28) / 0.32) : 0) + 0.12 * Math.sin(t * 32) * Math.min(1, t) * Math.exp(-t)
    const decay = 0.42 + semitones * 0.022
    add(mix, at, SECONDS - at, pluck(LOW * 2 ** (semitones / 12), { decay, bend, bright: 0.95 }), {
      gain: weight * 0.5,
      pan: 0.35 + (i % 4) * 0.1,
    })
  })
  room(mix, { wet: 0.34, size: 1.25, damp: 0.45 })
  finish(mix)
  return mix
}

/** One note as a drop of ink: many thin washes whose edges differ. */
function drop(g, n, x, y, radius, strength, k) {
  for (let layer = 0; layer < 34; layer++) {
    const reach = radius * (0.55 + 0.5 * (layer / 34))
    g.beginPath()
    for (let a = 0; a < TAU; a += 0.07) {
      const wobble = 0.72 + 0.56 * n.fbm(Math.cos(a) * 1.4 + k * 7 + layer * 0.05, Math.sin(a) * 1.4 + layer * 0.09, 4)
      g.lineTo(x + Math.cos(a) * reach * wobble, y + Math.sin(a) * reach * wobble)
    }
    g.closePath()
    g.fillStyle = `rgba(24,26,30,${strength * 0.07})`
    g.fill()
  }
  g.strokeStyle = `rgba(24,26,30,${strength * 0.22})`
  g.lineWidth = 1.2
  g.stroke()
}

/** The phrase in ink: time runs right to left, low strings lie at the foot, a slide leaves a trace. */
export function cover() {
  const [w, h] = [900, 900]
  const [canvas, g] = make(w, h, '#EDE6D5')
  const n = noise(14)
  g.fillStyle = rad(g, w * 0.55, h * 0.4, 60, w * 0.9, [
    [0, '#F6F0E2'],
    [1, '#E3D9C2'],
  ])
  g.fillRect(0, 0, w, h)
  for (let s = 0; s < 7; s++) {
    g.fillStyle = `rgba(60,45,30,${0.16 + s * 0.03})`
    g.fillRect(70, 170 + s * 88, w - 140, 1 + s * 0.4)
  }
  PHRASE.forEach(([at, semitones, weight, slide], k) => {
    const x = w - 120 - (at / 11.4) * (w - 240)
    const y = 698 - (semitones / 21) * 528
    if (slide) {
      g.strokeStyle = 'rgba(24,26,30,.5)'
      g.lineWidth = 2
      g.beginPath()
      g.moveTo(x, y)
      g.quadraticCurveTo(x - 46, y, x - 78, y - slide * 17)
      g.stroke()
    }
    drop(g, n, x, y, 74 * weight * (1 - semitones / 36), 1 - semitones / 38, k)
  })
  grain(g, w, h, 5, 10)
  seal(g, 92, 792, 44, 21)
  return canvas
}
