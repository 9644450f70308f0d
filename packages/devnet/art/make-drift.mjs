// node make-drift.mjs   the series Drift: one rule, run with five choices each; writes ../media/drift and ../media/drift.json
import fs from 'node:fs'
import sharp from 'sharp'
import { make } from './lib/canvas.mjs'
import { noise, rng } from './lib/random.mjs'
import { MEDIA, report } from './lib/write.mjs'

const MOST = 127
/** Older than the series, and in a collection of its own (stills/abstract.mjs). */
const FIRST_RUN = 114
const HEIGHT = 440

const PALETTES = {
  Ember: ['#1F2A44', '#1F2A44', '#C4552D', '#E0A03B', '#3D7F7A', '#8A3B2E', '#D9C7A3'],
  Tide: ['#12354A', '#2E6E83', '#7FB2B5', '#12354A', '#D8C9A0', '#1B4E63', '#B9D4CF'],
  Moss: ['#26382B', '#5E7A4A', '#A9B77A', '#26382B', '#D6B45A', '#3F5B43', '#E4DDB8'],
  Rose: ['#4A1F33', '#B2496A', '#E6A5A0', '#4A1F33', '#7A2E4D', '#F0CDB8', '#C9704F'],
  Ink: ['#16150F', '#3B3A36', '#6E6C64', '#16150F', '#A8A69C', '#2A2924', '#C8C4B8'],
  Gold: ['#3A2A12', '#B07A24', '#E3BC62', '#3A2A12', '#7A4A1E', '#F0DDA6', '#5C6B5A'],
  Dusk: ['#2A2350', '#7B4A86', '#E58B7B', '#2A2350', '#F6BD82', '#473372', '#B8638A'],
}
const GROUNDS = { Paper: '#F0EADD', Night: '#14161C', Sand: '#E2D0AE' }
/** How slowly the current turns, and how far. */
const WINDS = { Calm: [620, 5.2], Steady: [420, 10.5], Gust: [260, 14], Spiral: [360, 22] }
const DENSITIES = { Sparse: 900, Woven: 2300, Full: 4200 }
const EDGES = { Framed: 46, Wide: 96, Bled: -30 }

/** How often each choice is made, out of 100. */
const ODDS = {
  Palette: { Tide: 24, Moss: 20, Ember: 17, Ink: 14, Dusk: 12, Rose: 9, Gold: 4 },
  Wind: { Steady: 40, Calm: 32, Gust: 20, Spiral: 8 },
  Density: { Woven: 50, Full: 30, Sparse: 20 },
  Ground: { Paper: 58, Sand: 27, Night: 15 },
  Edge: { Framed: 70, Wide: 22, Bled: 8 },
}

function choose(odds, r) {
  let left = r() * 100
  const found = Object.entries(odds).find(([, share]) => {
    left -= share
    return left < 0
  })
  return (found ?? Object.entries(odds)[0])[0]
}

function draw(number, { Palette, Wind, Density, Ground, Edge }) {
  const [w, h] = [740, 940]
  const [c, g] = make(w, h, GROUNDS[Ground])
  const [r, n] = [rng(number), noise(number)]
  const [colours, [slow, turn], lines, edge] = [PALETTES[Palette], WINDS[Wind], DENSITIES[Density], EDGES[Edge]]
  const [from, isDark] = [edge + 4, Ground === 'Night']
  g.lineCap = 'round'
  g.globalAlpha = 0.82
  for (let i = 0; i < lines; i++) {
    let x = from + r() * (w - 2 * from)
    let y = from + r() * (h - 2 * from)
    const k = n.fbm(x / 320 + 9, y / 320, 2)
    const colour = colours[((k * 11 + r() * 1.3) | 0) % 7]
    g.strokeStyle = isDark && colour === colours[0] ? colours[6] : colour
    g.lineWidth = (Density === 'Sparse' ? 1.6 : 0.8) + r() ** 6 * (Density === 'Full' ? 7 : 10)
    g.beginPath()
    g.moveTo(x, y)
    for (let s = 0; s < 70; s++) {
      const a = n.fbm(x / slow, y / slow, 2) * turn
      x += Math.cos(a) * 4
      y += Math.sin(a) * 4
      if (x < edge || y < edge || x > w - edge || y > h - edge) break
      g.lineTo(x, y)
    }
    g.stroke()
  }
  return c
}

fs.mkdirSync(`${MEDIA}drift`, { recursive: true })
const works = []
for (let number = 1; number <= MOST; number++) {
  if (number === FIRST_RUN) continue
  const r = rng(number * 31)
  const attributes = Object.fromEntries(Object.entries(ODDS).map(([kind, odds]) => [kind, choose(odds, r)]))
  const name = `drift/${number}.webp`
  const picture = sharp(draw(number, attributes).toBuffer('image/png')).resize({ height: HEIGHT }).webp({ quality: 36, effort: 6 })
  const { width, height, size } = await picture.toFile(MEDIA + name)
  report(name, width, height, size)
  works.push({ number, ...attributes })
}
fs.writeFileSync(`${MEDIA}drift.json`, `${JSON.stringify(works, null, 1)}\n`)
