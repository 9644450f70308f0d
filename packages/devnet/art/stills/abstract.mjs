import { grain, make, weave } from '../lib/canvas.mjs'
import { hex, mixc, ramp, rgba } from '../lib/colour.mjs'
import { clamp, mix, noise, rng, smooth } from '../lib/random.mjs'

export const works = {
  'drift-114': () => {
    const w = 740,
      h = 940,
      [c, g] = make(w, h, '#F0EADD'),
      r = rng(114),
      n = noise(114),
      pal = ['#1F2A44', '#1F2A44', '#C4552D', '#E0A03B', '#3D7F7A', '#8A3B2E', '#D9C7A3']
    g.lineCap = 'round'
    for (let i = 0; i < 2300; i++) {
      let x = 50 + r() * (w - 100),
        y = 50 + r() * (h - 100)
      const k = n.fbm(x / 320 + 9, y / 320, 2)
      g.strokeStyle = pal[((k * 11 + r() * 1.3) | 0) % 7]
      g.globalAlpha = 0.82
      g.lineWidth = 0.8 + r() ** 6 * 9
      g.beginPath()
      g.moveTo(x, y)
      for (let s = 0; s < 70; s++) {
        const a = n.fbm(x / 420, y / 420, 2) * 10.5
        x += Math.cos(a) * 4
        y += Math.sin(a) * 4
        if (x < 46 || y < 46 || x > w - 46 || y > h - 46) break
        g.lineTo(x, y)
      }
      g.stroke()
    }
    g.globalAlpha = 1
    grain(g, w, h, 2, 7)
    return c
  },
  'untitled-ochre': () => {
    const w = 720,
      h = 900,
      [c, g] = make(w, h, '#5A1F1A'),
      n = noise(33),
      r = rng(3)
    const im = g.getImageData(0, 0, w, h),
      D = im.data,
      F = [
        [0.07, 0.06, 0.93, 0.4, '#D98324'],
        [0.08, 0.43, 0.92, 0.56, '#2B1A2E'],
        [0.07, 0.59, 0.93, 0.95, '#B23A22'],
      ]
    for (let y = 0; y < h; y++)
      for (let x = 0; x < w; x++) {
        const i = (y * w + x) * 4
        let C = mixc(hex('#6B2320'), hex('#481512'), n.fbm(x / 200, y / 200, 4))
        for (const [a, b, e, f, col] of F) {
          const wob = (n.fbm(x / 26, y / 26, 5) - 0.5) * 44,
            dx = Math.min(x - a * w, e * w - x),
            dy = Math.min(y - b * h, f * h - y),
            k = smooth(clamp((Math.min(dx, dy) + wob + 10) / 26))
          C = mixc(
            C,
            mixc(hex(col), [255, 200, 120], (n.fbm(x / 110 + 7, y / 60, 5) - 0.45) * 0.5),
            k * (0.86 + n.fbm(x / 50, y / 50, 4) * 0.2 > 1 ? 1 : 0.86 + n.fbm(x / 50, y / 50, 4) * 0.14),
          )
        }
        const j = (r() - 0.5) * 11
        D[i] = C[0] + j
        D[i + 1] = C[1] + j
        D[i + 2] = C[2] + j
      }
    g.putImageData(im, 0, 0)
    weave(g, w, h, 0.035)
    return c
  },
  'signal-ridge': () => {
    const w = 740,
      h = 940,
      [c, g] = make(w, h, '#0F1416'),
      n = noise(88)
    for (let j = 0; j < 62; j++) {
      const y0 = h * 0.16 + j * 11
      g.beginPath()
      g.moveTo(90, y0)
      for (let x = 90; x <= w - 90; x += 2) {
        const u = (x - w / 2) / (w / 2),
          e = Math.exp(-(((u + (n(j / 7, 4) - 0.5) * 0.5) * 2.5) ** 2))
        g.lineTo(x, y0 - e * n.fbm(x / 38, j / 3.2, 4) ** 1.9 * 250 - n(x / 9, j) * 3)
      }
      g.lineTo(w - 90, y0 + 40)
      g.lineTo(90, y0 + 40)
      g.fillStyle = '#0F1416'
      g.fill()
      g.strokeStyle = rgba(ramp(['#F2E8D0', '#E7B27A', '#C8674A', '#6E4B6B', '#3D4E78'], j / 62))
      g.lineWidth = 1.7
      g.beginPath()
      for (let x = 90; x <= w - 90; x += 2) {
        const u = (x - w / 2) / (w / 2),
          e = Math.exp(-(((u + (n(j / 7, 4) - 0.5) * 0.5) * 2.5) ** 2))
        g.lineTo(x, y0 - e * n.fbm(x / 38, j / 3.2, 4) ** 1.9 * 250 - n(x / 9, j) * 3)
      }
      g.stroke()
    }
    grain(g, w, h, 1, 6)
    return c
  },
  'attractor-iv': () => {
    const w = 880,
      h = 880,
      acc = new Float32Array(w * h),
      ac2 = new Float32Array(w * h)
    let x = 0.1,
      y = 0.1
    const [a, b, cc, d] = [-1.8, -2.0, -0.5, -0.9]
    for (let i = 0; i < 9e6; i++) {
      const nx = Math.sin(a * y) + cc * Math.cos(a * x),
        ny = Math.sin(b * x) + d * Math.cos(b * y)
      const sp = Math.hypot(nx - x, ny - y)
      x = nx
      y = ny
      const px = (((x / 1.75) * 0.5 + 0.5) * w * 0.92 + w * 0.04) | 0,
        py = (((y / 2.1) * 0.5 + 0.5) * h * 0.92 + h * 0.04) | 0
      if (px >= 0 && py >= 0 && px < w && py < h) {
        acc[py * w + px]++
        ac2[py * w + px] += sp
      }
    }
    const [c, g] = make(w, h, '#F1ECE1'),
      im = g.getImageData(0, 0, w, h),
      D = im.data
    for (let i = 0; i < w * h; i++)
      if (acc[i]) {
        const t = clamp(Math.log(1 + acc[i]) / 5.6),
          s = ac2[i] / acc[i] / 3,
          col = ramp(['#B8431F', '#7A2E4D', '#22305E', '#0D1526'], s * 0.9 + t * 0.25)
        for (let k = 0; k < 3; k++) D[i * 4 + k] = mix(D[i * 4 + k], col[k], t ** 0.8)
      }
    g.putImageData(im, 0, 0)
    return c
  },
  'tone-poem-iii': () => {
    const w = 840,
      h = 840,
      [c, g] = make(w, h, '#E9E4D8'),
      n = noise(61)
    g.fillStyle = '#E9E4D8'
    for (let j = 0; j < 54; j++) {
      const R = 60 + j * 6.4
      g.beginPath()
      for (let a = 0; a <= 6.284; a += 0.012) {
        const q =
          R +
          (n.fbm(Math.cos(a) * 1.6 + 5, Math.sin(a) * 1.6 + j / 9, 4) - 0.48) * 76 * Math.sin((j / 54) * Math.PI) +
          Math.sin(a * 46 + j) * 2.4 * n(j / 3, a)
        g.lineTo(w / 2 + Math.cos(a) * q, h / 2 + Math.sin(a) * q)
      }
      g.closePath()
      g.strokeStyle = rgba(ramp(['#12354A', '#2E6E83', '#C98B3A', '#B34A2C', '#3A1F2B'], j / 54))
      g.lineWidth = 1.9
      g.stroke()
    }
    grain(g, w, h, 1, 6)
    return c
  },
}
