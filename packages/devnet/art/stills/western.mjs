import { lin, make } from '../lib/canvas.mjs'
import { hex, mixc, ramp, rgba } from '../lib/colour.mjs'
import { paint } from '../lib/paint.mjs'
import { noise, rng } from '../lib/random.mjs'

export const works = {
  'wheat-noon': () => {
    const w = 980,
      h = 700,
      [c, g] = make(w, h),
      r = rng(4),
      n = noise(14)
    g.fillStyle = lin(g, 0, 0, 0, h, [
      [0, '#3C7FB5'],
      [0.3, '#7FB2CC'],
      [0.44, '#E6DDB6'],
      [0.46, '#6E8F4E'],
      [0.54, '#C79A35'],
      [1, '#B06F1D'],
    ])
    g.fillRect(0, 0, w, h)
    for (let i = 0; i < 16; i++) {
      g.fillStyle = `rgba(250,246,230,${0.25 + r() * 0.4})`
      g.beginPath()
      g.ellipse(r() * w, h * (0.06 + r() * 0.27), 60 + r() * 120, 12 + r() * 26, -0.1, 0, 7)
      g.fill()
    }
    g.fillStyle = '#3C5F6E'
    g.beginPath()
    g.moveTo(0, h * 0.46)
    for (let x = 0; x <= w; x += 10) g.lineTo(x, h * (0.45 - n.fbm(x / 260, 2) * 0.1))
    g.lineTo(w, h * 0.5)
    g.lineTo(0, h * 0.5)
    g.fill()
    for (let i = 0; i < 7; i++) {
      const x = w * (0.58 + i * 0.055 + r() * 0.02),
        s = 38 + r() * 30
      g.fillStyle = '#24402E'
      g.beginPath()
      g.ellipse(x, h * 0.47 - s, s * 0.28, s * 1.2, 0, 0, 7)
      g.fill()
    }
    g.fillStyle = '#C9A24C'
    g.beginPath()
    g.moveTo(w * 0.36, h)
    g.quadraticCurveTo(w * 0.5, h * 0.7, w * 0.47, h * 0.52)
    g.lineTo(w * 0.49, h * 0.52)
    g.quadraticCurveTo(w * 0.58, h * 0.7, w * 0.62, h)
    g.fillStyle = '#D9BE86'
    g.fill()
    for (let i = 0; i < 260; i++) {
      const y = h * (0.58 + r() * 0.42)
      g.fillStyle = ['#E8C250', '#8F5A16', '#D8A233', '#C2341F'][(r() * 4.12) | 0] || '#C2341F'
      g.globalAlpha = 0.6
      g.fillRect(r() * w, y, 3 + r() * 5, 14 + r() * 26)
    }
    g.globalAlpha = 1
    const [o, _q] = paint(c, g, w, h, 7, {
      angle: (x, y, n) => (y > h * 0.5 ? -1.25 + n.fbm(x / 200, y / 200, 2) * 0.9 : n.fbm(x / 300, y / 160, 2) * 2.4 - 0.9),
      jitter: 30,
      layers: [30, 16, 9],
    })
    return o
  },
  'harbour-six-pm': () => {
    const w = 980,
      h = 720,
      [c, g] = make(w, h),
      r = rng(9)
    g.fillStyle = lin(g, 0, 0, 0, h, [
      [0, '#4A5C86'],
      [0.22, '#9A7C93'],
      [0.4, '#E79A62'],
      [0.5, '#F6CE7E'],
      [0.52, '#B9896F'],
      [0.7, '#5B6688'],
      [1, '#27345A'],
    ])
    g.fillRect(0, 0, w, h)
    g.fillStyle = '#F4602C'
    g.beginPath()
    g.arc(w * 0.57, h * 0.4, 36, 0, 7)
    g.fill()
    for (let i = 0; i < 40; i++) {
      const y = h * (0.53 + (i / 40) * 0.45),
        ww = 18 + r() * 60
      g.fillStyle = `rgba(250,140,70,${0.85 - i * 0.016})`
      g.fillRect(w * 0.57 - ww / 2 + (r() - 0.5) * (10 + i * 2), y, ww, 5)
    }
    g.fillStyle = '#5B5878'
    g.fillRect(0, h * 0.455, w * 0.36, h * 0.06)
    for (let i = 0; i < 9; i++) {
      const x = i * 36
      g.fillRect(x, h * (0.38 + r() * 0.06), 24, h * 0.1)
    }
    for (const [x, y, s] of [
      [0.2, 0.67, 1],
      [0.42, 0.6, 0.6],
      [0.78, 0.72, 1.35],
      [0.68, 0.565, 0.42],
    ]) {
      const X = w * x,
        Y = h * y
      g.fillStyle = '#1E2440'
      g.beginPath()
      g.moveTo(X - 90 * s, Y - 16 * s)
      g.quadraticCurveTo(X, Y + 34 * s, X + 96 * s, Y - 20 * s)
      g.quadraticCurveTo(X, Y, X - 90 * s, Y - 16 * s)
      g.fill()
      g.fillRect(X - 3 * s, Y - 170 * s, 6 * s, 170 * s)
      g.fillStyle = '#C97B54'
      g.beginPath()
      g.moveTo(X + 6 * s, Y - 164 * s)
      g.quadraticCurveTo(X + 80 * s, Y - 90 * s, X + 66 * s, Y - 24 * s)
      g.lineTo(X + 6 * s, Y - 20 * s)
      g.fill()
    }
    const [o] = paint(c, g, w, h, 17, {
      angle: (x, y, n) => (y > h * 0.5 ? 0 : -0.25) + (n.fbm(x / 160, y / 120, 2) - 0.5) * 1.5,
      jitter: 26,
      layers: [30, 17, 9, 6],
    })
    return o
  },
  'lily-study': () => {
    const w = 880,
      h = 880,
      [c, g] = make(w, h),
      r = rng(19),
      n = noise(3)
    for (let y = 0; y < h; y += 4)
      for (let x = 0; x < w; x += 4) {
        g.fillStyle = rgba(ramp(['#20464F', '#3A6E77', '#6F8FA8', '#8FA2C4', '#4F7A62', '#2B5543'], n.fbm(x / 260, y / 190, 4) * 1.5 - 0.2))
        g.fillRect(x, y, 4, 4)
      }
    for (let i = 0; i < 44; i++) {
      const y = h * r() ** 0.8,
        s = 14 + (y / h) * 62,
        x = r() * w
      g.fillStyle = ['#6FA06A', '#8FB878', '#4F8A66', '#A9BE84'][(r() * 4) | 0]
      g.beginPath()
      g.ellipse(x, y, s, s * 0.34, 0, 0.4, 6.1)
      g.fill()
      if (r() > 0.5)
        for (let p = 0; p < 6; p++) {
          g.fillStyle = ['#F3D7DC', '#E59AAB', '#FBF1E4'][p % 3]
          g.beginPath()
          g.ellipse(x + (p - 2.5) * s * 0.1, y - s * 0.2, s * 0.08, s * 0.22, (p - 2.5) * 0.3, 0, 7)
          g.fill()
        }
    }
    const [o] = paint(c, g, w, h, 27, { angle: (x, y, n) => (n.fbm(x / 200, y / 200, 3) - 0.5) * 3.4, jitter: 32, layers: [28, 16, 9, 6] })
    return o
  },
  'five-bottles': () => {
    const w = 920,
      h = 740,
      [c, g] = make(w, h)
    g.fillStyle = lin(g, 0, 0, w, h * 0.6, [
      [0, '#D8CDB9'],
      [1, '#BFB09A'],
    ])
    g.fillRect(0, 0, w, h)
    g.fillStyle = lin(g, 0, h * 0.66, 0, h, [
      [0, '#C6A98B'],
      [1, '#A78467'],
    ])
    g.fillRect(0, h * 0.66, w, h)
    const bottle = (x, b, wd, ht, col, neck = 0.3) => {
      const C = hex(col)
      g.fillStyle = 'rgba(70,50,35,.33)'
      g.beginPath()
      g.ellipse(x + wd * 0.7, b - 2, wd * 1.1, 17, 0, 0, 7)
      g.fill()
      g.fillStyle = lin(g, x - wd / 2, 0, x + wd / 2, 0, [
        [0, rgba(mixc(C, [255, 250, 235], 0.35))],
        [0.35, rgba(C)],
        [1, rgba(mixc(C, [50, 35, 30], 0.5))],
      ])
      g.beginPath()
      const nw = wd * neck
      g.moveTo(x - wd / 2, b)
      g.lineTo(x - wd / 2, b - ht * 0.55)
      g.bezierCurveTo(x - wd / 2, b - ht * 0.72, x - nw / 2, b - ht * 0.68, x - nw / 2, b - ht * 0.8)
      g.lineTo(x - nw / 2, b - ht)
      g.lineTo(x + nw / 2, b - ht)
      g.lineTo(x + nw / 2, b - ht * 0.8)
      g.bezierCurveTo(x + nw / 2, b - ht * 0.68, x + wd / 2, b - ht * 0.72, x + wd / 2, b - ht * 0.55)
      g.lineTo(x + wd / 2, b)
      g.fill()
    }
    bottle(w * 0.33, h * 0.73, 92, 400, '#E9E1D2')
    bottle(w * 0.47, h * 0.74, 116, 330, '#7D8FA0', 0.4)
    bottle(w * 0.6, h * 0.72, 80, 440, '#B26A4B')
    bottle(w * 0.71, h * 0.76, 124, 250, '#D9C27F', 0.55)
    bottle(w * 0.41, h * 0.81, 104, 200, '#5F6F5C', 0.7)
    const [o] = paint(c, g, w, h, 37, {
      follow: true,
      angle: (x, y, n) => (y > h * 0.67 ? n.fbm(x / 200, y / 200, 2) * 0.8 : -1.2 + n.fbm(x / 140, y / 140, 2) * 1.6),
      jitter: 15,
      layers: [26, 14, 8, 5],
      len: 2.2,
    })
    return o
  },
  'night-wheel': () => {
    const w = 940,
      h = 720,
      [c, g] = make(w, h),
      r = rng(40),
      n = noise(9),
      cs = [
        [0.24, 0.3, 120],
        [0.62, 0.24, 150],
        [0.84, 0.46, 90],
        [0.44, 0.5, 70],
      ].map(([x, y, s]) => [x * w, y * h, s])
    for (let y = 0; y < h; y += 3)
      for (let x = 0; x < w; x += 3) {
        let v = n.fbm(x / 180, y / 110, 4) * 0.8
        for (const [X, Y, S] of cs) {
          const d = Math.hypot(x - X, y - Y)
          v += Math.exp((-d * d) / (S * S * 0.5)) * (0.55 + 0.25 * Math.sin(d / 11))
        }
        g.fillStyle = rgba(ramp(['#0A1638', '#15306B', '#2F64A0', '#77A3B5', '#F0D36B', '#FBF0B8'], v * 0.78))
        g.fillRect(x, y, 3, 3)
      }
    g.fillStyle = '#0D1B2E'
    g.beginPath()
    g.moveTo(0, h)
    for (let x = 0; x <= w; x += 8) g.lineTo(x, h * (0.84 - n.fbm(x / 220, 7) * 0.2 + 0.06))
    g.lineTo(w, h)
    g.fill()
    for (let i = 0; i < 40; i++) {
      g.fillStyle = '#F2C14E'
      g.fillRect(r() * w, h * (0.86 + r() * 0.11), 5, 7)
    }
    const [o] = paint(c, g, w, h, 47, {
      angle: (x, y, _n) => {
        let vx = 1,
          vy = -0.15
        for (const [X, Y, S] of cs) {
          const dx = x - X,
            dy = y - Y,
            d = Math.hypot(dx, dy),
            k = Math.exp(-d / S) * 3.4
          vx += (-dy / d) * k
          vy += (dx / d) * k
        }
        return Math.atan2(vy, vx)
      },
      jitter: 34,
      layers: [24, 13, 8],
      len: 3.4,
    })
    return o
  },
  'peonies-blue-room': () => {
    const w = 700,
      h = 880,
      [c, g] = make(w, h),
      r = rng(60)
    g.fillStyle = lin(g, 0, 0, w, h, [
      [0, '#2E4E63'],
      [1, '#4F7783'],
    ])
    g.fillRect(0, 0, w, h)
    g.fillStyle = '#D0B48C'
    g.fillRect(0, h * 0.78, w, h)
    g.fillStyle = '#1C3443'
    g.globalAlpha = 0.4
    g.beginPath()
    g.ellipse(w * 0.6, h * 0.83, 190, 30, 0, 0, 7)
    g.fill()
    g.globalAlpha = 1
    g.fillStyle = lin(g, w * 0.33, 0, w * 0.67, 0, [
      [0, '#F4F0E4'],
      [0.5, '#DCD9CC'],
      [1, '#8E9A9C'],
    ])
    g.beginPath()
    g.moveTo(w * 0.43, h * 0.5)
    g.bezierCurveTo(w * 0.24, h * 0.62, w * 0.3, h * 0.82, w * 0.42, h * 0.84)
    g.lineTo(w * 0.58, h * 0.84)
    g.bezierCurveTo(w * 0.7, h * 0.82, w * 0.76, h * 0.62, w * 0.57, h * 0.5)
    g.fill()
    g.strokeStyle = '#3A6CA8'
    g.lineWidth = 5
    for (let k = 0; k < 3; k++) {
      g.beginPath()
      g.ellipse(w * 0.5, h * (0.62 + k * 0.06), 118 - k * 14, 20, 0, 0.1, 3)
      g.stroke()
    }
    for (let i = 0; i < 60; i++) {
      const a = r() * 6.28,
        d = r() * 240
      g.fillStyle = ['#38583F', '#56774C', '#243D31'][i % 3]
      g.beginPath()
      g.ellipse(w * 0.5 + Math.cos(a) * d, h * 0.32 + Math.sin(a) * d * 0.8, 50 * r() + 14, 14, a, 0, 7)
      g.fill()
    }
    for (let i = 0; i < 13; i++) {
      const a = i * 2.4,
        d = Math.sqrt(i / 13) * 210,
        x = w * 0.5 + Math.cos(a) * d,
        y = h * 0.32 + Math.sin(a) * d * 0.82,
        s = 58 + r() * 26,
        pal = [
          ['#F6E3DE', '#E9B3B0', '#C96D77'],
          ['#FBF3E2', '#EFD8B2', '#D9A86A'],
          ['#E58C8C', '#C4474F', '#8E2633'],
        ][i % 3]
      for (let k = 0; k < 30; k++) {
        const t = k / 30,
          b = r() * 6.28
        g.fillStyle = pal[Math.min(2, (t * 3) | 0)]
        g.globalAlpha = 0.85
        g.beginPath()
        g.ellipse(
          x + Math.cos(b) * s * (1 - t) * 0.8,
          y + Math.sin(b) * s * (1 - t) * 0.7,
          s * 0.36 * (1.1 - t),
          s * 0.24 * (1.1 - t),
          b + 1.5,
          0,
          7,
        )
        g.fill()
      }
      g.globalAlpha = 1
    }
    const [o] = paint(c, g, w, h, 57, { jitter: 24, layers: [22, 12, 7, 5], field: 90, len: 2.1 })
    return o
  },
}
