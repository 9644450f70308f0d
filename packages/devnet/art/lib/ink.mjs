import { grain, lin, make, rad } from './canvas.mjs'
import { hex, mixc, ramp, rgba } from './colour.mjs'
import { clamp, mix, noise, rng } from './random.mjs'

/** Ink mountains, back to front: each range is a washed ridge, with trees on the near ones and mist between. */
export function mountains(w, h, seed, { sky, ink, layers = 7, accents = [], mist = 1, sun, peaks = 1, boat = true, top = 0.2 }) {
  const [c, g] = make(w, h, sky[0]),
    r = rng(seed),
    n = noise(seed)
  g.fillStyle = lin(
    g,
    0,
    0,
    0,
    h,
    sky.map((s, i) => [i / (sky.length - 1), s]),
  )
  g.fillRect(0, 0, w, h)
  if (sun) {
    g.fillStyle = rad(g, w * sun[0], h * sun[1], w * sun[2] * 0.92, w * sun[2] * 1.02, [
      [0, sun[3]],
      [1, `${sun[3]}00`],
    ])
    g.fillRect(0, 0, w, h)
  }
  for (let L = 0; L < layers; L++) {
    const t = L / (layers - 1),
      col = ramp(ink, t),
      amp = h * mix(0.34, 0.13, t) * peaks,
      y0 = h * mix(top + 0.2, 0.92, t ** 0.95),
      f = mix(2.2, 3.6, t),
      ph = L * 13.7
    const ridge = (x) => {
      const u = (x / w) * f + ph
      let v = n.fbm(u, L * 3.1, 6)
      const p = 1 - Math.abs(2 * n(u * 0.8 + 5, L) - 1)
      v = v * 0.62 + p * 0.5
      return y0 - (v - 0.42) * amp * 1.7
    }
    const acc = accents.find((a) => a[0] === L)
    const img = g.getImageData(0, 0, w, h),
      d = img.data
    for (let x = 0; x < w; x++) {
      const top = ridge(x),
        edge = 1.6,
        fall = h * mix(0.34, 0.26, t)
      for (let y = Math.max(0, (top - 2) | 0); y < h; y++) {
        const depth = (y - top) / fall
        if (depth > 1.25) break
        let a = clamp((y - top) / edge) * clamp(1 - depth / 1.25) ** mix(1.25, 0.9, t) * mix(0.5, 0.96, t)
        const tx = n.fbm((x / w) * 26 + (y / h) * 9, (y / h) * 30 - (x / w) * 8 + L * 9, 4)
        a *= 0.62 + 0.75 * tx * (1 - depth * 0.35)
        const wash = n.fbm((x / w) * 5 + L, (y / h) * 5, 3)
        a *= 0.7 + wash * 0.6
        a = clamp(a)
        let cc = col
        if (acc) {
          const k = clamp(1 - Math.abs(depth - 0.28) * 2.6) * clamp((n.fbm((x / w) * 6, (y / h) * 6 + 40, 3) - 0.3) * 3) * acc[2]
          cc = mixc(col, hex(acc[1]), k)
        }
        const i = (y * w + x) * 4
        d[i] = mix(d[i], cc[0], a)
        d[i + 1] = mix(d[i + 1], cc[1], a)
        d[i + 2] = mix(d[i + 2], cc[2], a)
      }
    }
    g.putImageData(img, 0, 0)
    if (t > 0.35) {
      // trees as dabs on the ridge
      const dab = rgba(ramp(ink, Math.min(1, t + 0.12)), 0.5 + t * 0.35)
      for (let k = 0; k < (w / 9) * t; k++) {
        const x = r() * w,
          cl = n((x / w) * 9 + L * 4, 3.3)
        if (cl < 0.5) continue
        const y = ridge(x) + r() * h * 0.03,
          s = h * mix(0.004, 0.011, t) * (0.5 + r())
        g.fillStyle = dab
        g.globalAlpha = 0.25 + r() * 0.5
        g.beginPath()
        g.ellipse(x, y - s * 0.6, s * (0.5 + r() * 0.5), s * (1 + r() * 0.7), 0, 0, 7)
        g.fill()
      }
      g.globalAlpha = 1
    }
    if (mist && L < layers - 1) {
      const my = h * mix(top + 0.34, 0.93, ((L + 0.6) / layers) ** 0.95)
      g.fillStyle = lin(g, 0, my - h * 0.09, 0, my + h * 0.06, [
        [0, `${sky[1]}00`],
        [0.55, sky[1] + (mist > 1 ? 'cc' : '88')],
        [1, `${sky[1]}00`],
      ])
      g.fillRect(0, my - h * 0.09, w, h * 0.15)
    }
  }
  if (boat) {
    const bx = w * 0.3,
      by = h * 0.9,
      s = w * 0.03
    g.strokeStyle = rgba(hex(ink[ink.length - 1]), 0.85)
    g.lineWidth = s * 0.1
    g.lineCap = 'round'
    g.beginPath()
    g.moveTo(bx - s, by - s * 0.1)
    g.quadraticCurveTo(bx, by + s * 0.28, bx + s, by - s * 0.14)
    g.stroke()
    g.lineWidth = s * 0.06
    g.beginPath()
    g.moveTo(bx + s * 0.15, by)
    g.lineTo(bx + s * 0.2, by - s * 0.62)
    g.stroke()
  }
  grain(g, w, h, seed, 9)
  return [c, g]
}
