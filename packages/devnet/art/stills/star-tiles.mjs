import { grain, make } from '../lib/canvas.mjs'
import { hex, mixc, rgba } from '../lib/colour.mjs'
import { rng, TAU } from '../lib/random.mjs'

const star = (g, x, y, points, outer, inner, turn = 0) => {
  g.beginPath()
  for (let i = 0; i < points * 2; i++) {
    const a = (i / (points * 2)) * TAU + turn
    const radius = i % 2 ? inner : outer
    g.lineTo(x + Math.cos(a) * radius, y + Math.sin(a) * radius)
  }
  g.closePath()
}

/** Glaze: the colour pools and thins from tile to tile. */
const glaze = (colour, r, depth = 0.24) => rgba(mixc(hex(colour), r() < 0.5 ? [255, 255, 255] : [0, 0, 0], r() * depth))

function finish(g, w, h, seed) {
  const r = rng(seed)
  for (let i = 0; i < 26; i++) {
    g.strokeStyle = 'rgba(30,24,18,.22)'
    g.lineWidth = 0.8
    g.beginPath()
    let [x, y] = [r() * w, r() * h]
    for (let k = 0; k < 7; k++) {
      g.lineTo(x, y)
      x += (r() - 0.5) * 60
      y += (r() - 0.5) * 60
    }
    g.stroke()
  }
  grain(g, w, h, seed, 10, 2)
}

const stroke = (g, colour, width) => {
  g.strokeStyle = colour
  g.lineWidth = width
  g.lineJoin = 'miter'
  g.stroke()
}

/** Eight-pointed stars and the crosses between them. */
function starAndCross(seed, cell, { crosses, stars, line, hearts }) {
  const S = 880
  const [c, g] = make(S, S, line)
  const r = rng(seed)
  const q = cell / (2 * Math.SQRT2)
  for (let y = 0; y <= S + cell; y += cell)
    for (let x = 0; x <= S + cell; x += cell)
      for (const [dx, dy, kind] of [
        [0, 0, 0],
        [cell / 2, cell / 2, 1],
      ]) {
        if (kind) {
          g.fillStyle = glaze(crosses[(((x + y) / cell) % crosses.length) | 0], r)
          const arm = cell - q * 1.42
          g.beginPath()
          for (let i = 0; i < 4; i++) {
            const a = (i * TAU) / 4
            const [cx, cy] = [Math.cos(a), Math.sin(a)]
            const [px, py] = [-cy, cx]
            const centre = [x + dx, y + dy]
            for (const [along, side] of [
              [arm * 0.3, -arm * 0.3],
              [arm * 0.48, -arm * 0.3],
              [arm * 0.76, 0],
              [arm * 0.48, arm * 0.3],
            ])
              g.lineTo(centre[0] + cx * along + px * side, centre[1] + cy * along + py * side)
          }
          g.closePath()
          g.fill()
          stroke(g, line, 5)
        } else {
          star(g, x, y, 8, cell * 0.52, cell * 0.4)
          g.fillStyle = glaze(stars[((x / cell + (y / cell) * 2) % stars.length) | 0], r)
          g.fill()
          stroke(g, line, 6)
          star(g, x, y, 8, cell * 0.3, cell * 0.17, TAU / 16)
          g.fillStyle = glaze(hearts, r, 0.12)
          g.fill()
          stroke(g, line, 4)
          star(g, x, y, 8, cell * 0.12, cell * 0.07)
          g.fillStyle = glaze(crosses[0], r)
          g.fill()
        }
      }
  finish(g, S, S, seed)
  return c
}

/** A sixteen-fold sun with rings of kites around it, as over a gate. */
function gate(seed, folds, palette) {
  const S = 900
  const [c, g] = make(S, S, palette[0])
  const r = rng(seed)
  g.translate(S / 2, S / 2)
  const ring = (inner, outer, half, colours, offset = 0) => {
    for (let i = 0; i < folds; i++) {
      g.save()
      g.rotate(((i + offset) / folds) * TAU)
      g.beginPath()
      g.moveTo(0, -inner)
      g.lineTo(half, -(inner * 0.45 + outer * 0.55))
      g.lineTo(0, -outer)
      g.lineTo(-half, -(inner * 0.45 + outer * 0.55))
      g.closePath()
      g.fillStyle = glaze(colours[i % colours.length], r)
      g.fill()
      stroke(g, palette[1], 4.5)
      g.restore()
    }
  }
  const step = (radius) => (radius * Math.PI) / folds
  ring(520, 700, step(610) * 0.98, [palette[5], palette[3]], 0.5)
  ring(440, 610, step(520) * 0.98, [palette[2]], 0)
  ring(350, 520, step(440) * 0.98, [palette[4], palette[3]], 0.5)
  ring(262, 432, step(350) * 0.98, [palette[5]], 0)
  ring(186, 344, step(270) * 0.98, [palette[2], palette[4]], 0.5)
  ring(112, 260, step(190) * 0.98, [palette[3]], 0)
  ring(60, 180, step(120) * 0.96, [palette[5]], 0.5)
  star(g, 0, 0, folds, 108, 70, -TAU / 4)
  g.fillStyle = glaze(palette[2], r)
  g.fill()
  stroke(g, palette[1], 5)
  star(g, 0, 0, folds / 2, 56, 28)
  g.fillStyle = palette[1]
  g.fill()
  g.setTransform(1, 0, 0, 1, 0, 0)
  g.strokeStyle = palette[0]
  g.lineWidth = 30
  g.strokeRect(15, 15, S - 30, S - 30)
  g.strokeStyle = palette[1]
  g.lineWidth = 5
  g.strokeRect(34, 34, S - 68, S - 68)
  finish(g, S, S, seed)
  return c
}

export const works = {
  'fez-courtyard': () =>
    starAndCross(7, 176, { crosses: ['#1E5A8A', '#2A7A6A'], stars: ['#E9E2CF', '#C98A2E', '#E9E2CF'], hearts: '#1B2E4A', line: '#F4EFE2' }),
  'isfahan-noon': () => gate(3, 16, ['#123A5E', '#F2E8CC', '#1F7FA8', '#0F4E86', '#D9A63A', '#2FA0A0']),
  'granada-wall': () => gate(9, 12, ['#2A1F1A', '#EFE6D0', '#B5502F', '#1E6A5A', '#D9A441', '#2A4A6E']),
  'samarkand-night': () =>
    starAndCross(15, 220, { crosses: ['#0F2A4E', '#12406E'], stars: ['#1F8A9A', '#155A7A'], hearts: '#E9C45A', line: '#DCE9E4' }),
}
