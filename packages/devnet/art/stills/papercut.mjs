import { grain, make } from '../lib/canvas.mjs'
import { TAU } from '../lib/random.mjs'

const RED = '#B5261E'
const PAPER = '#F3EADA'

/** Cuts `hole` once a spoke; the sheet was folded that many times, so each second one is mirrored. */
function folded(g, spokes, hole) {
  for (let i = 0; i < spokes; i++)
    for (const mirror of [1, -1]) {
      g.save()
      g.rotate((i / spokes) * TAU)
      g.scale(mirror, 1)
      hole(g)
      g.restore()
    }
}

const drop = (g, x, y, length, width, turn = 0) => {
  g.save()
  g.translate(x, y)
  g.rotate(turn)
  g.beginPath()
  g.moveTo(0, 0)
  g.bezierCurveTo(width, -length * 0.3, width * 0.7, -length * 0.9, 0, -length)
  g.bezierCurveTo(-width * 0.7, -length * 0.9, -width, -length * 0.3, 0, 0)
  g.fill()
  g.restore()
}

/** The saw-tooth of cut fur: short slits along an arc. */
function teeth(g, radius, from, to, count, length) {
  for (let i = 0; i < count; i++) {
    const a = from + ((to - from) * (i + 0.5)) / count
    drop(g, Math.sin(a) * radius, -Math.cos(a) * radius, length, 3.4, a)
  }
}

function sheet(seed, spokes, edge, cut) {
  const S = 860
  const [c, g] = make(S, S, PAPER)
  g.translate(S / 2, S / 2)
  g.save()
  g.shadowColor = 'rgba(70,20,10,.35)'
  g.shadowBlur = 14
  g.shadowOffsetY = 6
  g.fillStyle = RED
  g.beginPath()
  for (let a = 0; a < TAU; a += 0.004) {
    const radius = edge(a)
    g.lineTo(Math.sin(a) * radius, -Math.cos(a) * radius)
  }
  g.closePath()
  g.fill()
  g.restore()
  g.fillStyle = PAPER
  folded(g, spokes, cut)
  g.setTransform(1, 0, 0, 1, 0, 0)
  grain(g, S, S, seed, 10, 2)
  return c
}

function fish(g, x, y, s, turn) {
  g.save()
  g.translate(x, y)
  g.rotate(turn)
  g.scale(s, s)
  g.beginPath()
  g.moveTo(0, -70)
  g.bezierCurveTo(44, -40, 40, 30, 8, 62)
  g.lineTo(38, 104)
  g.quadraticCurveTo(0, 84, -38, 104)
  g.lineTo(-8, 62)
  g.bezierCurveTo(-40, 30, -44, -40, 0, -70)
  g.fill()
  g.fillStyle = RED
  for (let row = 0; row < 4; row++)
    for (let k = -1; k <= 1; k++) {
      g.beginPath()
      g.arc(k * 15 + (row % 2 ? 7 : 0), -14 + row * 17, 7, 0, Math.PI)
      g.lineTo(k * 15 + (row % 2 ? 7 : 0), -16 + row * 17)
      g.fill()
    }
  for (const k of [-1, 1]) {
    g.beginPath()
    g.arc(k * 12, -42, 4.6, 0, TAU)
    g.fill()
  }
  g.fillStyle = PAPER
  g.restore()
}

function bird(g, x, y, s, turn) {
  g.save()
  g.translate(x, y)
  g.rotate(turn)
  g.scale(s, s)
  g.beginPath()
  g.moveTo(-64, 6)
  g.bezierCurveTo(-30, -30, 8, -34, 30, -52)
  g.bezierCurveTo(52, -60, 60, -40, 56, -32)
  g.lineTo(78, -28)
  g.lineTo(54, -20)
  g.bezierCurveTo(50, 20, 6, 34, -20, 22)
  g.lineTo(-92, 52)
  g.lineTo(-72, 24)
  g.lineTo(-106, 16)
  g.closePath()
  g.fill()
  g.fillStyle = RED
  g.beginPath()
  g.arc(44, -38, 4, 0, TAU)
  g.fill()
  for (let i = 0; i < 4; i++) drop(g, -26 + i * 17, 14 - i * 5, 30 - i * 3, 5, -0.9)
  g.fillStyle = PAPER
  g.restore()
}

export const works = {
  'papercut-surplus': () =>
    sheet(
      3,
      6,
      (a) => 372 + 22 * Math.cos(12 * a),
      (g) => {
        drop(g, 0, -26, 84, 15)
        teeth(g, 132, 0.06, 0.46, 5, 26)
        fish(g, 0, -246, 0.92, 0)
        drop(g, 120, -208, 92, 20, 0.52)
        drop(g, 84, -318, 48, 10, -0.5)
        teeth(g, 336, 0.1, 0.5, 8, 24)
      },
    ),
  'papercut-magpies': () =>
    sheet(
      5,
      4,
      (a) => 366 + 14 * Math.cos(16 * a) + 16 * Math.cos(4 * a),
      (g) => {
        for (let i = 0; i < 3; i++) drop(g, 0, -18, 76, 13, i * 0.4)
        teeth(g, 118, 0.03, 0.76, 9, 20)
        bird(g, 108, -226, 1, 0.2)
        drop(g, 0, -150, 118, 20)
        drop(g, 0, -286, 58, 12)
        drop(g, 214, -214, 92, 18, 0.785)
        teeth(g, 338, 0.05, 0.72, 14, 20)
      },
    ),
  'papercut-snow-lotus': () =>
    sheet(
      9,
      8,
      (a) => 330 + 52 * Math.abs(Math.cos(4 * a)),
      (g) => {
        drop(g, 0, -14, 70, 10)
        drop(g, 0, -104, 92, 21)
        drop(g, 46, -112, 64, 12, 0.42)
        drop(g, 92, -232, 62, 15, 0.36)
        drop(g, 0, -216, 64, 9)
        teeth(g, 250, 0.05, 0.22, 3, 26)
        drop(g, 0, -306, 52, 15)
        drop(g, 44, -314, 34, 7, 0.14)
      },
    ),
  'papercut-twelve-moons': () =>
    sheet(
      12,
      12,
      (a) => 368 + 12 * Math.cos(24 * a),
      (g) => {
        drop(g, 0, -30, 78, 8)
        g.beginPath()
        g.arc(0, -148, 25, 0, TAU)
        g.arc(9, -152, 19, 0, TAU, true)
        g.fill()
        drop(g, 44, -164, 78, 9, 0.26)
        for (let i = 0; i < 3; i++) drop(g, 0, -194 - i * 36, 30, 15 - i * 2)
        drop(g, 66, -246, 76, 13, 0.26)
        teeth(g, 336, 0.02, 0.24, 4, 20)
      },
    ),
}
