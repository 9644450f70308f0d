import { grain, make, rad } from '../lib/canvas.mjs'
import { rng, TAU } from '../lib/random.mjs'
import { add, drum, finish, room, silence, strike, water } from '../lib/synth.mjs'

const SECONDS = 12
const GONG = [0.56, 1, 1.42, 1.98, 2.44, 3.1]
const CLAPPER = [1, 2.76, 5.4]
/** The watchman's fifth round: clappers in pairs, a gong, and the temple drum far off. */
const CLAPS = [0.5, 0.86, 2.6, 2.96, 4.7, 5.06, 6.8, 7.16, 8.9, 9.26]
const GONGS = [1.4, 3.5, 5.6, 7.7, 9.8]
const DRUMS = [3.0, 3.4, 3.7, 7.2, 7.6, 7.9]

export function render() {
  const mix = silence(SECONDS)
  add(mix, 0, SECONDS, water(12, 5.2), { gain: 0.5, pan: 0.5 })
  for (const at of CLAPS) add(mix, at, 0.6, strike(980, CLAPPER, { decay: 16 }), { gain: 0.5, pan: 0.36 })
  for (const at of GONGS) add(mix, at, Math.min(4, SECONDS - at), strike(196, GONG, { decay: 0.75, sag: 0.06 }), { gain: 0.5, pan: 0.44 })
  DRUMS.forEach((at, i) => {
    add(mix, at, 1.2, drum(62, i + 3, { decay: 4.5 }), { gain: 0.4, pan: 0.7 })
  })
  room(mix, { wet: 0.45, size: 1.7, damp: 0.35 })
  finish(mix, { fade: 2 })
  return mix
}

/** A lantern goes up the lane: every stroke leaves its light on the wall. */
export function cover() {
  const size = 900
  const [canvas, g] = make(size, size, '#121726')
  const r = rng(8)
  for (let row = 0; row < 26; row++)
    for (let col = -1; col < 13; col++) {
      g.fillStyle = `rgba(${70 + r() * 24},${74 + r() * 20},${96 + r() * 20},.5)`
      g.fillRect(col * 76 + (row % 2) * 38, row * 35, 73, 32)
    }
  const light = (at, y, reach, tone) => {
    const x = 50 + (at / SECONDS) * 830
    g.globalCompositeOperation = 'screen'
    g.fillStyle = rad(g, x, y, 4, reach, [
      [0, tone],
      [1, 'rgba(0,0,0,0)'],
    ])
    g.fillRect(x - reach, y - reach, reach * 2, reach * 2)
    g.globalCompositeOperation = 'source-over'
    return x
  }
  for (const at of GONGS) {
    const x = light(at, 520, 260, 'rgba(250,150,60,.6)')
    g.strokeStyle = 'rgba(255,214,140,.85)'
    for (let k = 1; k < 6; k++) {
      g.lineWidth = 3.4 - k * 0.5
      g.beginPath()
      g.arc(x, 520, k * 22, 0, TAU)
      g.stroke()
    }
  }
  for (const at of CLAPS) {
    const x = light(at, 300, 70, 'rgba(240,230,200,.7)')
    g.fillStyle = '#F3E6C4'
    g.fillRect(x - 4, 262, 8, 76)
  }
  for (const at of DRUMS) {
    const x = light(at, 730, 120, 'rgba(200,60,40,.7)')
    g.fillStyle = '#B5301E'
    g.beginPath()
    g.arc(x, 730, 24, 0, TAU)
    g.fill()
  }
  grain(g, size, size, 3, 10)
  return canvas
}
