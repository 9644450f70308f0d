import { createCanvas } from '@napi-rs/canvas'
import { noise, rng } from './random.mjs'

export const make = (w, h, ground) => {
  const canvas = createCanvas(w, h)
  const g = canvas.getContext('2d')
  if (ground) {
    g.fillStyle = ground
    g.fillRect(0, 0, w, h)
  }
  return [canvas, g]
}

const withStops = (gradient, stops) => {
  for (const [at, colour] of stops) gradient.addColorStop(at, colour)
  return gradient
}
export const lin = (g, x0, y0, x1, y1, stops) => withStops(g.createLinearGradient(x0, y0, x1, y1), stops)
export const rad = (g, x, y, r0, r1, stops) => withStops(g.createRadialGradient(x, y, r0, x, y, r1), stops)

/** Paper: fine speckle over slow unevenness. */
export function grain(g, w, h, seed, amount = 10, scale = 1) {
  const image = g.getImageData(0, 0, w, h)
  const r = rng(seed)
  const n = noise(seed + 1)
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      const i = (y * w + x) * 4
      const k = (r() - 0.5) * amount + (n.fbm((x / 90) * scale, (y / 90) * scale, 4) - 0.5) * amount * 1.6
      image.data[i] += k
      image.data[i + 1] += k
      image.data[i + 2] += k * 0.92
    }
  g.putImageData(image, 0, 0)
}

/** Canvas threads, for colour-field works. */
export function weave(g, w, h, alpha = 0.05) {
  g.globalAlpha = alpha
  for (let x = 0; x < w; x += 3) {
    g.fillStyle = x % 2 ? '#fff' : '#000'
    g.fillRect(x, 0, 1, h)
  }
  for (let y = 0; y < h; y += 3) {
    g.fillStyle = y % 2 ? '#fff' : '#000'
    g.fillRect(0, y, w, 1)
  }
  g.globalAlpha = 1
}

/** A made-up seal: strokes that look carved, no real characters. */
export function seal(g, x, y, s, seed = 1) {
  const r = rng(seed)
  g.save()
  g.translate(x, y)
  g.rotate((r() - 0.5) * 0.06)
  g.fillStyle = '#B0301E'
  g.beginPath()
  g.roundRect(0, 0, s, s, s * 0.08)
  g.fill()
  g.strokeStyle = '#F3E9D6'
  g.lineWidth = s * 0.075
  g.lineCap = 'square'
  for (let q = 0; q < 4; q++) {
    const ox = (q % 2) * s * 0.46 + s * 0.12
    const oy = (q >> 1) * s * 0.46 + s * 0.12
    const u = s * 0.3
    g.beginPath()
    g.moveTo(ox, oy + u * (r() * 0.4))
    g.lineTo(ox + u, oy + u * (r() * 0.3))
    g.moveTo(ox + u * 0.5, oy)
    g.lineTo(ox + u * (0.3 + r() * 0.4), oy + u)
    g.moveTo(ox, oy + u * 0.8)
    g.lineTo(ox + u, oy + u * 0.75)
    g.stroke()
  }
  g.restore()
}
