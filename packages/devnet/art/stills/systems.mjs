import { grain, make } from '../lib/canvas.mjs'
import { hex, ramp, rgba } from '../lib/colour.mjs'
import { clamp, mix, noise, rng, TAU } from '../lib/random.mjs'

/** Fills each pixel with `colourAt(x, y)`. */
function field(w, h, colourAt) {
  const [c, g] = make(w, h)
  const image = g.createImageData(w, h)
  for (let y = 0, i = 0; y < h; y++)
    for (let x = 0; x < w; x++, i += 4) {
      const [r, gr, b] = colourAt(x, y)
      image.data[i] = r
      image.data[i + 1] = gr
      image.data[i + 2] = b
      image.data[i + 3] = 255
    }
  g.putImageData(image, 0, 0)
  return [c, g]
}

/** Marbled paper: bands of pigment combed by noise that is itself bent by noise. */
function marbled(w, h, seed, { stops, veins, bands = 9, comb = 0 }) {
  const n = noise(seed)
  const [c, g] = field(w, h, (x, y) => {
    const combed = y + Math.sin((x / w) * TAU * comb) * (comb ? 60 : 0)
    const [u, v] = [x / 210, combed / 210]
    const qx = n.fbm(u, v, 4)
    const qy = n.fbm(u + 5.2, v + 1.3, 4)
    const f = n.fbm(u + qx * 3.1, v + qy * 3.1, 5)
    const t = (f * bands + qx * 1.6) % 1
    const base = ramp(stops, (f * 1.9 - 0.35 + t * 0.22) % 1)
    const vein = clamp(1 - Math.abs(t - 0.5) * 11)
    const light = 1 + (n.fbm(u * 4, v * 4, 3) - 0.5) * 0.12
    return base.map((k, i) => mix(k, hex(veins)[i], vein * 0.85) * light)
  })
  grain(g, w, h, seed, 7)
  return c
}

/** A grey-scott culture grown on a small torus and developed like a print. */
function culture(seed, { feed, kill, steps, stops }) {
  const S = 220
  const r = rng(seed)
  let a = new Float32Array(S * S).fill(1)
  let b = new Float32Array(S * S)
  for (let k = 0; k < 16; k++) {
    const [cx, cy] = [(r() * S) | 0, (r() * S) | 0]
    for (let y = -4; y < 5; y++) for (let x = -4; x < 5; x++) b[((cy + y + S) % S) * S + ((cx + x + S) % S)] = 0.9
  }
  let [a2, b2] = [new Float32Array(S * S), new Float32Array(S * S)]
  for (let step = 0; step < steps; step++) {
    for (let y = 0; y < S; y++) {
      const [up, down, row] = [((y + S - 1) % S) * S, ((y + 1) % S) * S, y * S]
      for (let x = 0; x < S; x++) {
        const [l, rt] = [(x + S - 1) % S, (x + 1) % S]
        const i = row + x
        const near = (m) =>
          (m[row + l] + m[row + rt] + m[up + x] + m[down + x]) * 0.2 + (m[up + l] + m[up + rt] + m[down + l] + m[down + rt]) * 0.05 - m[i]
        const abb = a[i] * b[i] * b[i]
        a2[i] = a[i] + near(a) - abb + feed * (1 - a[i])
        b2[i] = b[i] + near(b) * 0.5 + abb - (kill + feed) * b[i]
      }
    }
    ;[a, a2, b, b2] = [a2, a, b2, b]
  }
  const [w, h] = [840, 840]
  const at = (x, y) => {
    const [xi, yi] = [x | 0, y | 0]
    const get = (px, py) => b[(py % S) * S + (px % S)]
    return mix(mix(get(xi, yi), get(xi + 1, yi), x - xi), mix(get(xi, yi + 1), get(xi + 1, yi + 1), x - xi), y - yi)
  }
  const [c, g] = field(w, h, (x, y) => {
    const [u, v] = [(x / w) * S, (y / h) * S]
    const value = at(u, v)
    const relief = (value - at(u + 1.2, v + 1.2)) * 300
    return ramp(stops, clamp(value * 2.9)).map((k) => k + relief)
  })
  grain(g, w, h, seed, 6)
  return c
}

/** Multi-scale arcs: each tile may split in four, and what is light turns dark one scale down. */
function winged(seed, palette) {
  const S = 840
  const [c, g] = make(S, S, palette[0])
  const r = rng(seed)
  const queue = [[0, 0, S / 3, 0]]
  for (let j = 0; j < 3; j++) for (let i = 0; i < 3; i++) queue.push([(i * S) / 3, (j * S) / 3, S / 3, 0])
  const disc = (x, y, radius, colour) => {
    g.fillStyle = colour
    g.beginPath()
    g.arc(x, y, radius, 0, TAU)
    g.fill()
  }
  queue.shift()
  for (let at = 0; at < queue.length; at++) {
    const [x, y, s, level] = queue[at]
    const [back, front] = level % 2 ? [palette[0], palette[1]] : [palette[1], palette[0]]
    if (level < 3 && r() < [0.8, 0.6, 0.42][level]) {
      for (const [dx, dy] of [
        [0, 0],
        [1, 0],
        [0, 1],
        [1, 1],
      ])
        queue.push([x + (dx * s) / 2, y + (dy * s) / 2, s / 2, level + 1])
      continue
    }
    g.fillStyle = back
    g.fillRect(x, y, s, s)
    const turn = r() < 0.5
    g.save()
    g.translate(x + s / 2, y + s / 2)
    if (turn) g.rotate(TAU / 4)
    g.strokeStyle = r() < 0.16 ? palette[2] : front
    g.lineWidth = s / 3
    for (const k of [-1, 1]) {
      g.beginPath()
      g.arc((k * s) / 2, (k * s) / 2, s / 2, k < 0 ? 0 : Math.PI, k < 0 ? TAU / 4 : Math.PI * 1.5)
      g.stroke()
    }
    g.restore()
    for (const [dx, dy] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ])
      disc(x + dx * s, y + dy * s, s / 3, back)
    for (const [dx, dy] of [
      [0.5, 0],
      [0, 0.5],
      [1, 0.5],
      [0.5, 1],
    ])
      disc(x + dx * s, y + dy * s, s / 6, front)
  }
  grain(g, S, S, seed, 7)
  return c
}

/** Sand on a sounding plate: it gathers where the plate stands still. */
function plate(m, k, seed, stops) {
  const S = 840
  const [c, g] = make(S, S, stops[0])
  const r = rng(seed)
  const wave = (x, y) => Math.cos(m * Math.PI * x) * Math.cos(k * Math.PI * y) - Math.cos(k * Math.PI * x) * Math.cos(m * Math.PI * y)
  for (let i = 0; i < 210_000; i++) {
    const [x, y] = [r(), r()]
    const still = Math.exp(-((wave(x, y) * 5.2) ** 2))
    if (r() > still) continue
    const size = 0.6 + r() * 1.2
    g.fillStyle = rgba(ramp(stops.slice(1), Math.hypot(x - 0.5, y - 0.5) * 1.3 + r() * 0.2), 0.85)
    g.fillRect(60 + x * (S - 120), 60 + y * (S - 120), size, size)
  }
  grain(g, S, S, seed, 6)
  return c
}

/** Threads stretched between two turning rims. */
function threads(seed, { ground, stops, turns, count = 900 }) {
  const S = 880
  const [c, g] = make(S, S, ground)
  g.lineWidth = 0.9
  for (let i = 0; i < count; i++) {
    const t = i / count
    const a = t * TAU * turns[0]
    const b = t * TAU * turns[1] + seed
    const outer = S * 0.43
    const inner = S * (0.2 + 0.16 * Math.sin(t * TAU * turns[2]))
    g.strokeStyle = rgba(ramp(stops, 0.5 + 0.5 * Math.sin(t * TAU * 2)), 0.55)
    g.beginPath()
    g.moveTo(S / 2 + Math.cos(a) * outer, S / 2 + Math.sin(a) * outer)
    g.lineTo(S / 2 + Math.cos(b) * inner, S / 2 + Math.sin(b) * inner)
    g.stroke()
  }
  grain(g, S, S, 5, 6)
  return c
}

/** Seeds of a sunflower, sized and coloured by a slow wave. */
function phyllotaxis(ground, stops, wave) {
  const S = 880
  const [c, g] = make(S, S, ground)
  for (let i = 4; i < 1500; i++) {
    const radius = Math.sqrt(i) * 10.4
    const a = i * 2.39996323
    const swell = 0.5 + 0.5 * Math.sin(i * wave + radius / 46)
    g.fillStyle = rgba(ramp(stops, swell * 0.8 + radius / 2200))
    g.beginPath()
    g.ellipse(S / 2 + Math.cos(a) * radius, S / 2 + Math.sin(a) * radius, 2.2 + swell * 5.6, 1.6 + swell * 3.4, a, 0, TAU)
    g.fill()
  }
  grain(g, S, S, 7, 7)
  return c
}

export const works = {
  'marbled-peacock': () =>
    marbled(720, 940, 12, { stops: ['#0F2E3D', '#1E6E78', '#E6D3A3', '#C8643C', '#123B52'], veins: '#F3E8CB', bands: 8 }),
  'marbled-rose': () =>
    marbled(820, 820, 71, { stops: ['#F2DDD0', '#D98C86', '#7C2C3B', '#E9B89C', '#F4EADC'], veins: '#3B1A24', bands: 6, comb: 2 }),
  'culture-coral': () => culture(5, { feed: 0.0545, kill: 0.062, steps: 5200, stops: ['#F4E6D3', '#F1B79A', '#D9543C', '#7A1F2C'] }),
  'culture-moss': () => culture(8, { feed: 0.039, kill: 0.0605, steps: 4600, stops: ['#14241C', '#2E5A3C', '#8DB36A', '#EFE9B8'] }),
  'winged-tiles': () => winged(31, ['#F0E7D6', '#1E2A38', '#D2452B']),
  'plate-five-seven': () => plate(5, 7, 3, ['#14161A', '#F0DFB5', '#D59A52', '#8C5A3C']),
  'plate-three-eight': () => plate(3, 8, 4, ['#EFE9DC', '#1E3A4C', '#356E83', '#B4502F']),
  'threads-dusk': () => threads(0.6, { ground: '#171B2B', stops: ['#F5D9A8', '#E0796A', '#6C5AA8'], turns: [1, 7, 5] }),
  'threads-reed': () => threads(1.9, { ground: '#F3EEE2', stops: ['#1F4B3F', '#6F8F3C', '#C46A2A'], turns: [2, 9, 3], count: 1100 }),
  'sunflower-count': () => phyllotaxis('#1B2A1F', ['#3D5A2B', '#E3B23A', '#F6E2A0', '#B4521E'], 0.02355),
  'noon-seed-head': () => phyllotaxis('#F2ECDD', ['#12324A', '#2E7C8F', '#D8572E', '#E9B44C'], 0.0471),
}
