import { grain, make, rad } from '../lib/canvas.mjs'
import { hex, mixc, rgba } from '../lib/colour.mjs'
import { noise, rng, TAU } from '../lib/random.mjs'

const LEAD = '#14110F'

/** One pane: a colour that light comes through unevenly, in lead. */
function pane(g, path, colour, r, width = 7) {
  const base = hex(colour)
  g.save()
  path()
  g.clip()
  g.fillStyle = rgba(mixc(base, r() < 0.5 ? [255, 246, 214] : [20, 16, 40], r() * 0.26))
  g.fillRect(-2000, -2000, 4000, 4000)
  for (let i = 0; i < 5; i++) {
    g.fillStyle = rgba(mixc(base, [255, 250, 226], 0.6), 0.1 + r() * 0.12)
    g.beginPath()
    g.ellipse((r() - 0.5) * 900, (r() - 0.5) * 900, 30 + r() * 130, 20 + r() * 60, r() * TAU, 0, TAU)
    g.fill()
  }
  g.restore()
  path()
  g.strokeStyle = LEAD
  g.lineWidth = width
  g.stroke()
}

const petal = (g, inner, outer, half) => () => {
  g.beginPath()
  g.moveTo(0, -inner)
  g.bezierCurveTo(half, -inner - (outer - inner) * 0.4, half, -outer + half * 0.8, 0, -outer)
  g.bezierCurveTo(-half, -outer + half * 0.8, -half, -inner - (outer - inner) * 0.4, 0, -inner)
  g.closePath()
}
const disc = (g, x, y, radius) => () => {
  g.beginPath()
  g.arc(x, y, radius, 0, TAU)
  g.closePath()
}
const sector = (g, inner, outer, from, to) => () => {
  g.beginPath()
  g.arc(0, 0, outer, from - TAU / 4, to - TAU / 4)
  g.arc(0, 0, inner, to - TAU / 4, from - TAU / 4, true)
  g.closePath()
}

/** A rose window: rings of panes from the rim to the eye. */
function rose(seed, spokes, [rim, field, petals, inner, eye, jewel]) {
  const S = 900
  const [c, g] = make(S, S, '#1A1714')
  const r = rng(seed)
  const turn = (count, offset, each) => {
    for (let i = 0; i < count; i++) {
      g.save()
      g.rotate(((i + offset) / count) * TAU)
      each(i)
      g.restore()
    }
  }
  g.translate(S / 2, S / 2)
  g.fillStyle = '#3A342D'
  disc(g, 0, 0, 432)()
  g.fill()
  turn(spokes * 2, 0, (i) => pane(g, sector(g, 356, 412, 0, TAU / (spokes * 2)), rim[i % rim.length], r))
  turn(spokes, 0.5, () => pane(g, sector(g, 168, 356, -TAU / spokes / 2, TAU / spokes / 2), field[0], r, 9))
  turn(spokes, 0, (i) => pane(g, petal(g, 172, 350, 300 / spokes + 26), petals[i % petals.length], r))
  turn(spokes, 0, () => pane(g, disc(g, 0, -286, 21 + 40 / spokes), jewel, r, 5))
  turn(spokes, 0, (i) => pane(g, petal(g, 196, 258, 120 / spokes + 8), field[1 + (i % (field.length - 1))], r, 4))
  turn(spokes, 0.5, (i) => pane(g, disc(g, 0, -330, 16), eye[i % eye.length], r, 5))
  turn(spokes, 0, (i) => pane(g, sector(g, 74, 166, -TAU / spokes / 2, TAU / spokes / 2), inner[i % inner.length], r))
  turn(spokes, 0.5, () => pane(g, disc(g, 0, -134, 13), jewel, r, 4))
  pane(g, disc(g, 0, 0, 72), eye[0], r, 9)
  turn(8, 0, (i) => pane(g, petal(g, 12, 66, 15), eye[(i + 1) % eye.length], r, 4))
  pane(g, disc(g, 0, 0, 17), jewel, r, 4)
  g.setTransform(1, 0, 0, 1, 0, 0)
  g.globalCompositeOperation = 'screen'
  g.fillStyle = rad(g, S * 0.42, S * 0.36, 20, S * 0.6, [
    [0, 'rgba(255,240,190,.22)'],
    [1, 'rgba(255,240,190,0)'],
  ])
  g.fillRect(0, 0, S, S)
  g.globalCompositeOperation = 'source-over'
  grain(g, S, S, seed, 12, 2)
  return c
}

/** A tall light of broken glass: cells around scattered points, coloured by where they lie. */
function lancet(seed, colourAt) {
  const [w, h] = [600, 1000]
  const [c, g] = make(w, h, '#211C18')
  const [r, n] = [rng(seed), noise(seed)]
  const points = []
  for (let y = 20; y < h; y += 44) for (let x = 20; x < w; x += 44) points.push([x + (r() - 0.5) * 42, y + (r() - 0.5) * 42, r()])
  const inside = (x, y) => x > 50 && x < w - 50 && y < h - 50 && (y > 470 || Math.hypot(x - (x < w / 2 ? w - 50 : 50), y - 470) < w - 100)
  const image = g.getImageData(0, 0, w, h)
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      if (!inside(x, y)) continue
      let [d1, d2, cell] = [1e9, 1e9, points[0]]
      for (const point of points) {
        if (Math.abs(point[1] - y) > 90) continue
        const d = Math.hypot(point[0] - x, point[1] - y)
        if (d < d1) [d2, d1, cell] = [d1, d, point]
        else if (d < d2) d2 = d
      }
      const colour =
        d2 - d1 < 4.6
          ? hex(LEAD)
          : mixc(colourAt(cell[0] / w, cell[1] / h, cell[2]), [255, 248, 220], 0.05 + 0.24 * n.fbm(x / 60, y / 60, 3) + cell[2] * 0.08)
      const i = (y * w + x) * 4
      for (let k = 0; k < 3; k++) image.data[i + k] = colour[k]
    }
  g.putImageData(image, 0, 0)
  grain(g, w, h, seed, 12, 2)
  return c
}

export const works = {
  'rose-north': () =>
    rose(3, 12, [
      ['#1E3F8A', '#8A1F2B'],
      ['#16306E', '#C9A227', '#2E6E9A'],
      ['#A3202B', '#B5402A'],
      ['#1F5A8A', '#2A7A6A'],
      ['#C9302B', '#E3B23C', '#1F4E9A'],
      '#F0C548',
    ]),
  'rose-evening': () =>
    rose(8, 8, [
      ['#5A2A6E', '#C9742B', '#2A4A6E'],
      ['#3A2A5E', '#E0A03C', '#B5503C'],
      ['#D9842B', '#C9502F', '#E0B04A'],
      ['#7A2A4E', '#4A2E6E'],
      ['#F0C86A', '#B53A2B', '#6A3A7E'],
      '#FBE7A8',
    ]),
  'lancet-flood': () =>
    lancet(5, (x, y, k) => {
      const wave = 0.56 + Math.sin(x * 7) * 0.05
      if (Math.hypot(x - 0.5, (y - 0.26) * 1.66) < 0.15) return hex('#F2C23C')
      if (y > wave + 0.24) return hex(k < 0.5 ? '#12306E' : '#1C4C8C')
      if (y > wave) return hex(k < 0.4 ? '#1F7A9A' : k < 0.8 ? '#2A9A9A' : '#CFE7DC')
      if (y > wave - 0.1 && Math.abs(x - 0.5) < 0.17) return hex(k < 0.5 ? '#7A3E1E' : '#9A5A2A')
      return hex(k < 0.3 ? '#C9502F' : k < 0.6 ? '#E38A3A' : '#8A2A3E')
    }),
  'lancet-tree': () =>
    lancet(11, (x, y, k) => {
      const crown = Math.hypot(x - 0.5, (y - 0.38) * 1.35)
      if (Math.abs(x - 0.5 + Math.sin(y * 8) * 0.02) < 0.055 && y > 0.5) return hex('#5A341E')
      if (crown < 0.3) return hex(k < 0.12 ? '#C9302B' : k < 0.2 ? '#F0C548' : k < 0.6 ? '#2A7A4A' : '#7FA83C')
      if (y > 0.83) return hex(k < 0.5 ? '#3E6B2E' : '#6E8A2E')
      return hex(k < 0.4 ? '#16407E' : k < 0.8 ? '#2A6AA8' : '#6FA8D0')
    }),
}
