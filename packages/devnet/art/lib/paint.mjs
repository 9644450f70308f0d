import { make } from './canvas.mjs'
import { rgba } from './colour.mjs'
import { clamp, mix, noise, rng, TAU } from './random.mjs'

/** The way an edge runs at (x, y), and how strong it is (0..1), read from the source's light. */
function edgeAt(px, w, h, x, y, reach) {
  const light = (dx, dy) => {
    const k = (clamp((y + dy) | 0, 0, h - 1) * w + clamp((x + dx) | 0, 0, w - 1)) * 4
    return px[k] * 0.4 + px[k + 1] * 0.45 + px[k + 2] * 0.15
  }
  const gx = light(reach, 0) - light(-reach, 0)
  const gy = light(0, reach) - light(0, -reach)
  return { along: Math.atan2(gx, -gy), strength: clamp(Math.hypot(gx, gy) / 60) }
}

const scattered = (w, h, size, r) => {
  const points = []
  const step = size * 0.62
  for (let y = 0; y < h; y += step) for (let x = 0; x < w; x += step) points.push([x + (r() - 0.5) * size, y + (r() - 0.5) * size])
  for (let i = points.length - 1; i > 0; i--) {
    const j = (r() * (i + 1)) | 0
    ;[points[i], points[j]] = [points[j], points[i]]
  }
  return points
}

/**
 * Repaints a source with bristle strokes, large to small.
 * `follow` lays strokes along the edges they meet, so that shapes stay firm.
 */
export function paint(src, sourceContext, w, h, seed, options = {}) {
  const { layers = [34, 18, 9, 5], angle, jitter = 14, field = 260, len = 2.6, follow = false } = options
  const [canvas, g] = make(w, h)
  const r = rng(seed)
  const n = noise(seed)
  const px = sourceContext.getImageData(0, 0, w, h).data
  g.drawImage(src, 0, 0)
  g.lineCap = 'round'
  for (const size of layers)
    for (const [x, y] of scattered(w, h, size, r)) {
      const k = (clamp(y | 0, 0, h - 1) * w + clamp(x | 0, 0, w - 1)) * 4
      let a = angle ? angle(x, y, n) : n.fbm(x / field, y / field, 3) * 8
      let length = size * len * (0.6 + r() * 0.7)
      if (follow) {
        const edge = edgeAt(px, w, h, x, y, Math.max(3, size * 0.5))
        if (edge.strength > 0.35) a = edge.along
        if (edge.strength > 0.35 && size > 12) length *= 0.55
      }
      stroke(g, { x, y, a, length, size, tone: (r() - 0.5) * jitter, jitter, colour: [px[k], px[k + 1], px[k + 2]] }, r)
    }
  return [canvas, g]
}

function stroke(g, { x, y, a, length, size, tone, jitter, colour }, r) {
  const bx = Math.cos(a)
  const by = Math.sin(a)
  for (let b = -2; b <= 2; b++) {
    const o = b * size * 0.17
    const t = tone + (r() - 0.5) * jitter * 1.3
    g.strokeStyle = rgba([colour[0] + t, colour[1] + t * 0.9, colour[2] + t * 0.8], 0.72)
    g.lineWidth = size * 0.26
    g.beginPath()
    g.moveTo(x - (bx * length) / 2 - by * o, y - (by * length) / 2 + bx * o)
    const bend = length * 0.06
    g.quadraticCurveTo(x - by * o + by * bend, y + bx * o - bx * bend, x + (bx * length) / 2 - by * o, y + (by * length) / 2 + bx * o)
    g.stroke()
  }
}

/** A dry brush along a path: many bristles, some running out of ink. */
export function brush(g, points, w0, w1, colour, r, dry = 0.35) {
  const bristles = 26
  for (let b = 0; b < bristles; b++) {
    const o = b / (bristles - 1) - 0.5
    let on = true
    let started = false
    g.strokeStyle = colour
    g.globalAlpha = 0.35 + r() * 0.5
    g.lineCap = 'round'
    g.beginPath()
    for (let i = 0; i < points.length; i++) {
      const t = i / (points.length - 1)
      const [x, y] = points[i]
      const [x2, y2] = points[Math.min(points.length - 1, i + 1)]
      const [x1, y1] = points[Math.max(0, i - 1)]
      const a = Math.atan2(y2 - y1, x2 - x1)
      const width = mix(w0, w1, t)
      const px = x - Math.sin(a) * o * width
      const py = y + Math.cos(a) * o * width
      if (r() < 0.05 * dry * t * 4) on = !on
      if (on || t < 0.3) {
        if (started) g.lineTo(px, py)
        else g.moveTo(px, py)
        started = true
      } else started = false
    }
    g.lineWidth = Math.max(1, (mix(w0, w1, 0.3) / bristles) * 1.7)
    g.stroke()
  }
  g.globalAlpha = 1
}

/** Points of pure colour over a source: each shifted a little in hue, as the divisionists did. */
export function divided(from, w, h, seed, size) {
  const r = rng(seed)
  const px = from.getImageData(0, 0, w, h).data
  const [c, g] = make(w, h, '#EFE6D2')
  for (let pass = 0; pass < 3; pass++)
    for (let i = 0; i < (w * h) / (size * size * 0.55); i++) {
      const [x, y] = [r() * w, r() * h]
      const k = ((y | 0) * w + (x | 0)) * 4
      const shift = [(r() - 0.5) * 74, (r() - 0.5) * 46, (r() - 0.5) * 74]
      g.fillStyle = `rgb(${px[k] + shift[0]},${px[k + 1] + shift[1]},${px[k + 2] + shift[2]})`
      g.beginPath()
      g.arc(x, y, size * (0.34 + r() * 0.3) * (1 - pass * 0.14), 0, TAU)
      g.fill()
    }
  return c
}
