import { grain, lin, make, rad } from '../lib/canvas.mjs'
import { hex, mixc, rgba } from '../lib/colour.mjs'
import { noise, rng, TAU } from '../lib/random.mjs'

export const [width, height, fps, seconds] = [640, 800, 24, 6]
export const crf = 27
const HORIZON = height * 0.6
const MOON = [width * 0.6, height * 0.3, 132]
const FAR = ['#3F7593', '#0B1B33']

/** Sky, moon and paper are drawn once, the sea over them every frame. */
function stage() {
  const [canvas, g] = make(width, height)
  g.fillStyle = lin(g, 0, 0, 0, HORIZON, [
    [0, '#12213F'],
    [0.55, '#2B5480'],
    [0.93, '#9DBBC4'],
    [1, '#EBDDBC'],
  ])
  g.fillRect(0, 0, width, height)
  const [x, y, radius] = MOON
  g.fillStyle = rad(g, x, y, radius, radius * 2.1, [
    [0, 'rgba(242,230,200,.34)'],
    [1, 'rgba(242,230,200,0)'],
  ])
  g.fillRect(0, 0, width, height)
  g.fillStyle = '#F2E6C8'
  g.beginPath()
  g.arc(x, y, radius, 0, 7)
  g.fill()
  const n = noise(4)
  g.fillStyle = '#35587A'
  g.beginPath()
  g.moveTo(0, HORIZON + 12)
  for (let k = 0; k <= width; k += 4) g.lineTo(k, HORIZON + 2 - Math.max(0, n.fbm(k / 150, 3, 4) - 0.3) * 130)
  g.lineTo(width, HORIZON + 12)
  g.fill()
  grain(g, width, height, 2, 5)
  return canvas
}

function stars(g, turn) {
  const r = rng(31)
  for (let i = 0; i < 46; i++) {
    const [x, y, phase] = [r() * width, r() * height * 0.34, r() * TAU]
    if (Math.hypot(x - MOON[0], y - MOON[1]) < MOON[2] * 1.25) continue
    g.fillStyle = `rgba(247,240,220,${0.35 + 0.35 * Math.sin(turn * 2 + phase)})`
    g.beginPath()
    g.arc(x, y, 1.1 + (i % 3) * 0.5, 0, 7)
    g.fill()
  }
}

function cloud(g, y, shift, alpha) {
  g.fillStyle = `rgba(226,226,214,${alpha})`
  for (const [dx, w, h] of [
    [-170, 120, 9],
    [-40, 190, 12],
    [110, 150, 8],
    [210, 80, 6],
  ]) {
    g.beginPath()
    g.ellipse(width * 0.5 + dx + shift, y + dx * 0.02, w, h, 0, 0, 7)
    g.fill()
  }
}

const WAVES = 12
const waveTop = (i) => HORIZON + 8 + (i / WAVES) ** 1.25 * (height - HORIZON) * 0.98

function wave(g, i, time) {
  const [rise, length] = [3 + i * 2.5, 70 + i * 23]
  const drift = time * (i % 2 ? 1 : 2) + i * 1.7
  const swell = Math.sin(time * TAU + i * 0.9) * (1 + i * 0.45)
  g.beginPath()
  g.moveTo(-20, height + 20)
  for (let x = -20; x <= width + 20; x += 3) {
    const p = (x / length + drift + 1) % 1
    g.lineTo(x, waveTop(i) + swell - (1 - Math.abs(2 * p - 1)) ** 1.7 * rise * 1.5)
  }
  g.lineTo(width + 20, height + 20)
  g.fillStyle = rgba(mixc(hex(FAR[0]), hex(FAR[1]), i / WAVES))
  g.fill()
  g.strokeStyle = rgba(hex('#EFE4C9'), 0.62 - i * 0.03)
  g.lineWidth = 1.2 + i * 0.16
  g.stroke()
}

function moonPath(g, turn) {
  const r = rng(6)
  for (let i = 0; i < 34; i++) {
    const t = i / 34
    const y = HORIZON + 6 + t ** 1.4 * (height - HORIZON) * 0.9
    const w = (26 + r() * 50) * (0.6 + t)
    const phase = r() * TAU
    g.fillStyle = `rgba(246,232,196,${Math.max(0, 0.34 - t * 0.26) * (0.65 + 0.35 * Math.sin(turn * 2 + phase))})`
    g.beginPath()
    g.ellipse(MOON[0] + Math.sin(turn + phase) * (4 + t * 14), y, w, 1.6 + t * 2, 0, 0, 7)
    g.fill()
  }
}

function ferry(g, turn) {
  g.save()
  g.translate(width * 0.34 + Math.sin(turn) * 7, waveTop(5) - 8 + Math.sin(turn * 2 + 0.6) * 4)
  g.rotate(Math.sin(turn * 2) * 0.035)
  g.fillStyle = rad(g, 40, -40, 4, 110, [
    [0, `rgba(255,178,84,${0.5 + 0.07 * Math.sin(turn * 5)})`],
    [1, 'rgba(255,178,84,0)'],
  ])
  g.fillRect(-120, -170, 300, 260)
  g.fillStyle = '#0C1830'
  g.beginPath()
  g.moveTo(-92, -12)
  g.quadraticCurveTo(-60, 22, 0, 22)
  g.quadraticCurveTo(62, 22, 98, -16)
  g.quadraticCurveTo(40, 2, -92, -12)
  g.fill()
  g.beginPath()
  g.moveTo(-44, -4)
  g.lineTo(-40, -34)
  g.quadraticCurveTo(-12, -56, 18, -34)
  g.lineTo(22, -2)
  g.fill()
  g.fillStyle = '#F2B24E'
  g.fillRect(-30, -28, 12, 14)
  g.fillRect(-6, -28, 12, 14)
  g.fillStyle = '#0C1830'
  g.beginPath()
  g.ellipse(62, -38, 9, 24, 0.12, 0, 7)
  g.fill()
  g.beginPath()
  g.arc(64, -66, 8, 0, 7)
  g.fill()
  g.beginPath()
  g.moveTo(46, -68)
  g.lineTo(64, -82)
  g.lineTo(83, -66)
  g.fill()
  g.strokeStyle = '#0C1830'
  g.lineWidth = 3
  g.beginPath()
  g.moveTo(38, -78)
  g.lineTo(104, 40)
  g.moveTo(40, 0)
  g.lineTo(40, -62)
  g.stroke()
  g.fillStyle = '#FFCB77'
  g.beginPath()
  g.ellipse(40, -44, 7, 9, 0, 0, 7)
  g.fill()
  g.restore()
}

export function* frames() {
  const still = stage()
  for (let frame = 0; frame < fps * seconds; frame++) {
    const time = frame / (fps * seconds)
    const [canvas, g] = make(width, height)
    g.drawImage(still, 0, 0)
    stars(g, time * TAU)
    cloud(g, height * 0.36, Math.sin(time * TAU) * 26, 0.3)
    cloud(g, height * 0.22, Math.cos(time * TAU) * 18 + 120, 0.2)
    for (let i = 0; i < WAVES; i++) {
      wave(g, i, time)
      if (i === 2) moonPath(g, time * TAU)
      if (i === 5) ferry(g, time * TAU)
    }
    yield canvas
  }
}
