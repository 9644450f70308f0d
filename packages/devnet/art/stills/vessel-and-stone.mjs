import { grain, lin, make, seal } from '../lib/canvas.mjs'
import { hex, rgba } from '../lib/colour.mjs'
import { horse, inkShape } from '../lib/limbs.mjs'
import { clamp, mix, noise, rng, smooth } from '../lib/random.mjs'

export const works = {
  'amphora-ii': () => {
    const w = 680,
      h = 860,
      [c, g] = make(w, h)
    g.fillStyle = lin(g, 0, 0, 0, h, [
      [0, '#C9BCA6'],
      [0.78, '#DCD1BE'],
      [0.781, '#AD9D85'],
      [1, '#C2B39B'],
    ])
    g.fillRect(0, 0, w, h)
    g.fillStyle = 'rgba(60,40,20,.3)'
    g.beginPath()
    g.ellipse(w * 0.55, h * 0.86, 190, 22, 0, 0, 7)
    g.fill()
    const prof = (t) =>
        t < 0.06
          ? 74
          : t < 0.2
            ? mix(56, 52, (t - 0.06) / 0.14)
            : t < 0.3
              ? mix(52, 150, smooth((t - 0.2) / 0.1))
              : t < 0.5
                ? mix(150, 186, smooth((t - 0.3) / 0.2))
                : t < 0.92
                  ? mix(186, 46, smooth((t - 0.5) / 0.42) ** 0.9)
                  : mix(46, 78, (t - 0.92) / 0.08),
      y0 = h * 0.1,
      H = h * 0.76,
      cx = w / 2
    for (const s of [-1, 1]) {
      g.strokeStyle = '#1E1916'
      g.lineWidth = 20
      g.beginPath()
      g.moveTo(cx + s * 52, y0 + H * 0.07)
      g.bezierCurveTo(cx + s * 150, y0 + H * 0.04, cx + s * 168, y0 + H * 0.2, cx + s * 138, y0 + H * 0.31)
      g.stroke()
    }
    for (let y = 0; y < H; y++) {
      const t = y / H,
        R = prof(t)
      let col = '#B5602F'
      const band = (a, b) => t > a && t < b
      if (band(0, 0.06) || band(0.2, 0.29) || band(0.63, 0.69) || band(0.93, 1)) col = '#1E1916'
      for (let x = -R; x < R; x++) {
        const u = Math.asin(clamp(x / R, -1, 1)) / 1.5708
        let cc = col
        if (band(0.31, 0.35) || band(0.58, 0.62)) {
          const k = Math.floor((u + 1) * 12),
            f = ((u + 1) * 12) % 1,
            v = t < 0.4 ? (t - 0.31) / 0.04 : (t - 0.58) / 0.04
          cc = v < 0.15 || v > 0.85 || (k % 2 ? f < 0.2 : f < 0.2 || (v > 0.4 && v < 0.6)) ? '#1E1916' : '#B5602F'
        }
        if (band(0.7, 0.9)) {
          const f = Math.abs((((u + 1) * 9) % 1) - 0.5) * 2
          cc = f < ((t - 0.7) / 0.2) * 0.9 ? '#B5602F' : '#1E1916'
        }
        if (band(0.08, 0.18)) {
          const f = Math.sin((u + 1) * 20 + (t - 0.08) * 60)
          cc = f > 0.55 ? '#1E1916' : '#B5602F'
        }
        const sh = 1 - Math.abs(x / R + 0.25) ** 2.4 * 0.5,
          C = hex(cc),
          hl = Math.exp(-(((x / R + 0.42) * 6) ** 2)) * 38
        g.fillStyle = rgba([C[0] * sh + hl, C[1] * sh + hl, C[2] * sh + hl])
        g.fillRect(cx + x, y0 + y, 1.2, 1.2)
      }
    }
    g.fillStyle = '#1E1916'
    inkShape(g, horse, (x, y) => [cx + 4 + x * 0.66, y0 + H * 0.468 + y * 0.66])
    grain(g, w, h, 6, 15, 2)
    return c
  },
  'stele-rubbing': () => {
    const w = 640,
      h = 860,
      [s, g2] = make(w, h, '#1B1A18'),
      r = rng(52),
      n = noise(12)
    g2.strokeStyle = '#EFE8D8'
    g2.fillStyle = '#EFE8D8'
    g2.lineWidth = 4
    g2.strokeRect(38, 38, w - 76, h - 76)
    g2.lineWidth = 2
    g2.strokeRect(50, 50, w - 100, h - 100)
    const spiral = (x, y, R, dir, a0) => {
      g2.lineWidth = 5
      g2.beginPath()
      for (let t = 0; t < 13; t += 0.1) {
        const q = R * (1 - t / 14)
        g2.lineTo(x + Math.cos(a0 + t * dir) * q, y + Math.sin(a0 + t * dir) * q)
      }
      g2.stroke()
    }
    for (let j = 0; j < 2; j++) for (let i = 0; i < 5; i++) spiral(118 + i * 101, 116 + j * (h - 232), 40, i % 2 ? 1 : -1, i)
    for (const row of [0.352, 0.632]) inkShape(g2, horse, (x, y) => [w * 0.5 + x * 1.08, h * row + y * 0.86])

    for (const y of [h * 0.2, h * 0.475, h * 0.76]) {
      g2.lineWidth = 3
      g2.beginPath()
      g2.moveTo(60, y)
      g2.lineTo(w - 60, y)
      g2.stroke()
      for (let x = 72; x < w - 70; x += 24) {
        g2.beginPath()
        g2.moveTo(x, y + 6)
        g2.lineTo(x + 12, y + 20)
        g2.lineTo(x + 24, y + 6)
        g2.stroke()
      }
    }
    const im = g2.getImageData(0, 0, w, h),
      D = im.data
    for (let y = 0; y < h; y++)
      for (let x = 0; x < w; x++) {
        const i = (y * w + x) * 4,
          v = n.fbm(x / 40, y / 40, 6),
          k = clamp((v - 0.42) * 4),
          speck = r() > 0.965 ? 90 : 0,
          edge = Math.min(x, y, w - x, h - y),
          e = clamp((30 - edge + n(x / 9, y / 9) * 26) / 26),
          L = D[i] / 255,
          base = mix(mix(26, 110, k * 0.7) + speck, 232, L * (1 - k * 0.45)),
          o = mix(base, 236, e)
        D[i] = o + (r() - 0.5) * 12
        D[i + 1] = o * 0.985 + (r() - 0.5) * 12
        D[i + 2] = o * 0.95 + (r() - 0.5) * 12
      }
    g2.putImageData(im, 0, 0)
    seal(g2, w - 104, h - 96, 34, 44)
    return s
  },
}
