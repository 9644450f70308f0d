import { grain, make, rad } from '../lib/canvas.mjs'
import { TAU } from '../lib/random.mjs'
import { add, drum, finish, room, silence, strike } from '../lib/synth.mjs'

const SECONDS = 11
const GONG = [1, 1.48, 1.73, 2.11, 2.6, 3.18, 3.9, 4.7, 5.3, 6.1]
const PULSE = [0.3, 0.9, 1.4, 1.8, 2.12, 2.38, 2.6, 2.78, 2.94, 3.08, 3.21, 3.33]
const MARCH = [4.6, 5.1, 5.35, 5.6, 6.1, 6.6, 6.85, 7.1, 7.6, 7.725, 7.85, 7.975, 8.1]
const GONGS = [
  [3.55, 164, 1, -0.12],
  [5.6, 392, 0.3, 0.14],
  [7.1, 392, 0.3, 0.14],
  [8.5, 131, 1.2, -0.1],
]

export function render() {
  const mix = silence(SECONDS)
  for (const [i, at] of PULSE.entries()) add(mix, at, 0.9, drum(112, 20 + i, { slap: 0.5 }), { gain: 0.45 + i * 0.035, pan: 0.42 })
  for (const [i, at] of MARCH.entries())
    add(mix, at, 1.2, drum(i % 3 ? 132 : 86, 60 + i, { decay: i % 3 ? 9 : 5, slap: 0.45 }), {
      gain: i % 3 ? 0.5 : 0.9,
      pan: i % 2 ? 0.36 : 0.6,
    })
  for (const at of [...MARCH.filter((_, i) => i % 2), 4.1, 4.25])
    add(mix, at, 0.25, drum(910, at * 100, { decay: 34, slap: 0.9 }), { gain: 0.22, pan: 0.7 })
  for (const [at, frequency, gain, sag] of GONGS)
    add(mix, at, SECONDS - at, strike(frequency, GONG, { decay: gain > 0.5 ? 0.75 : 2.2, sag }), { gain: gain * 0.55, pan: 0.55 })
  room(mix, { wet: 0.22, size: 1.1, damp: 0.35 })
  finish(mix, { fade: 1.6 })
  return mix
}

/** Every stroke as a disc: time runs round the drum, gongs are gold. */
export function cover() {
  const size = 900
  const [canvas, g] = make(size, size, '#8E2419')
  g.fillStyle = rad(g, size / 2, size / 2, 60, size * 0.72, [
    [0, '#B83A28'],
    [1, '#6E1710'],
  ])
  g.fillRect(0, 0, size, size)
  const disc = (x, y, radius, colour) => {
    g.fillStyle = colour
    g.beginPath()
    g.arc(x, y, radius, 0, 7)
    g.fill()
  }
  const ring = (radius, width, colour) => {
    g.strokeStyle = colour
    g.lineWidth = width
    g.beginPath()
    g.arc(size / 2, size / 2, radius, 0, 7)
    g.stroke()
  }
  disc(size / 2, size / 2, 392, '#1B1412')
  disc(size / 2, size / 2, 376, '#EBDDBD')
  for (let i = 0; i < 48; i++) {
    const a = (i / 48) * TAU
    disc(size / 2 + Math.cos(a) * 384, size / 2 + Math.sin(a) * 384, 6, '#D9A93F')
  }
  for (const [at, , gain] of GONGS)
    if (gain > 0.5) for (let k = 0; k < 4; k++) ring(90 + (at / SECONDS) * 250 + k * 11, 3.2 - k * 0.6, `rgba(201,154,58,${0.9 - k * 0.2})`)
  const place = (at, radius) => {
    const a = (at / 9) * TAU - TAU / 4
    return [size / 2 + Math.cos(a) * radius, size / 2 + Math.sin(a) * radius]
  }
  for (const [i, at] of PULSE.entries()) disc(...place(at, 300 - i * 3), 15 + i * 1.6, '#1B1412')
  for (const [i, at] of MARCH.entries()) disc(...place(at, i % 3 ? 250 : 285), i % 3 ? 19 : 34, i % 3 ? '#1B1412' : '#A8342A')
  for (const [at, , gain] of GONGS) disc(...place(at, gain > 0.5 ? 180 : 215), gain > 0.5 ? 44 : 20, '#C99A3A')
  disc(size / 2, size / 2, 62, '#A8342A')
  disc(size / 2, size / 2, 40, '#1F5A43')
  disc(size / 2, size / 2, 18, '#E0B345')
  grain(g, size, size, 7, 13, 2)
  return canvas
}
