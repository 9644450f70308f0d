import { lin, make, rad } from '../lib/canvas.mjs'
import { noise, rng, TAU } from '../lib/random.mjs'

export const [width, height, fps, seconds] = [560, 720, 16, 6]
export const crf = 33
const n = noise(5)
const r = rng(17)
const LANTERNS = Array.from({ length: 30 }, (_, i) => ({ x: r() * width, phase: r(), size: 7 + r() ** 2 * 26, sway: r() * TAU, row: i }))
const FAR = height * 0.66

function valley(g) {
  g.fillStyle = lin(g, 0, 0, 0, FAR, [
    [0, '#0D1430'],
    [0.6, '#22305C'],
    [1, '#6A5A7E'],
  ])
  g.fillRect(0, 0, width, FAR)
  for (const [k, colour] of ['#33406A', '#222C50', '#141B36'].entries()) {
    g.fillStyle = colour
    g.beginPath()
    for (let x = 0; x <= width; x += 4) g.lineTo(x, FAR - n.fbm(x / (150 - k * 30), k * 4) * (170 - k * 46) + k * 14)
    g.lineTo(width, FAR + 30)
    g.lineTo(0, FAR + 30)
    g.fill()
  }
  g.fillStyle = lin(g, 0, FAR, 0, height, [
    [0, '#4A4670'],
    [0.4, '#1C2448'],
    [1, '#0B1026'],
  ])
  g.fillRect(0, FAR, width, height)
}

function lantern(g, { x, phase, size, sway }, time) {
  const t = (time + phase) % 1
  const y = FAR + 10 - t * (FAR + 70)
  const px = x + Math.sin(time * TAU + sway) * 10
  const fade = Math.min(1, t * 6, (1 - t) * 4)
  g.globalAlpha = fade
  g.fillStyle = rad(g, px, y, 1, size * 3, [
    [0, 'rgba(255,190,90,.5)'],
    [1, 'rgba(255,150,60,0)'],
  ])
  g.fillRect(px - size * 3, y - size * 3, size * 6, size * 6)
  g.fillStyle = lin(g, 0, y - size, 0, y + size, [
    [0, '#D9602A'],
    [0.55, '#F6A84A'],
    [1, '#FFF0B8'],
  ])
  g.beginPath()
  g.moveTo(px - size * 0.5, y + size * 0.8)
  g.bezierCurveTo(px - size, y - size * 0.2, px - size * 0.7, y - size, px, y - size)
  g.bezierCurveTo(px + size * 0.7, y - size, px + size, y - size * 0.2, px + size * 0.5, y + size * 0.8)
  g.fill()
  const mirror = FAR + (FAR - y) * 0.34
  g.globalAlpha = fade * 0.34
  g.fillStyle = '#F6B05A'
  for (let k = 0; k < 5; k++) g.fillRect(px - size * 0.4 + Math.sin(time * TAU * 2 + k * 2 + sway) * 5, mirror + k * 6, size * 0.9, 2.4)
  g.globalAlpha = 1
}

export function* frames() {
  for (let frame = 0; frame < fps * seconds; frame++) {
    const [canvas, g] = make(width, height)
    valley(g)
    for (const each of LANTERNS) lantern(g, each, frame / (fps * seconds))
    yield canvas
  }
}
