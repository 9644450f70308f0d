import { grain, lin, make } from '../lib/canvas.mjs'
import { ramp, rgba } from '../lib/colour.mjs'
import { rng } from '../lib/random.mjs'

export const works = {
  'school-study-07': () => {
    const w = 840,
      h = 840,
      N = 6,
      s = 840 / N,
      [c, g] = make(w, h, '#EDE5D3'),
      r = rng(207),
      P = ['#1D2B36', '#D8432B', '#E9B44C', '#EDE5D3', '#3F6E8C', '#EDE5D3', '#8DA399']
    for (let j = 0; j < N; j++)
      for (let i = 0; i < N; i++) {
        const x = i * s,
          y = j * s,
          a = P[(r() * 7) | 0]
        let b = P[(r() * 7) | 0]
        if (a === b) b = P[(P.indexOf(a) + 1) % 7]
        g.fillStyle = a
        g.fillRect(x, y, s + 0.5, s + 0.5)
        g.save()
        g.translate(x + s / 2, y + s / 2)
        g.rotate(((r() * 4) | 0) * 1.5708)
        g.beginPath()
        g.rect(-s / 2, -s / 2, s, s)
        g.clip()
        g.fillStyle = b
        const k = (r() * 7) | 0
        g.beginPath()
        if (k === 0) {
          g.moveTo(-s / 2, -s / 2)
          g.arc(-s / 2, -s / 2, s, 0, 1.5708)
          g.fill()
        } else if (k === 1) {
          g.arc(0, 0, s * 0.36, 0, 7)
          g.fill()
        } else if (k === 2) {
          g.moveTo(-s / 2, -s / 2)
          g.lineTo(s / 2, -s / 2)
          g.lineTo(-s / 2, s / 2)
          g.fill()
        } else if (k === 3) {
          g.arc(0, -s / 2, s / 2, 0, Math.PI)
          g.fill()
        } else if (k === 4) {
          for (let q = 0; q < 4; q++) g.fillRect(-s / 2, -s / 2 + (q * s) / 4, s, s / 8)
        } else if (k === 5) {
          g.lineWidth = s / 8
          g.strokeStyle = b
          for (let q = 1; q < 4; q++) {
            g.beginPath()
            g.arc(-s / 2, -s / 2, (q * s) / 4 + s / 16, 0, 1.5708)
            g.stroke()
          }
        } else {
          g.arc(-s / 2, 0, s / 2, -1.5708, 1.5708)
          g.fill()
        }
        g.restore()
      }
    grain(g, w, h, 1, 7)
    return c
  },
  'three-quiet-forms': () => {
    const w = 960,
      h = 740,
      [c, g] = make(w, h)
    g.fillStyle = lin(g, 0, 0, 0, h, [
      [0, '#E7C9B4'],
      [0.62, '#F0DCC6'],
      [0.621, '#D49F83'],
      [1, '#C4866B'],
    ])
    g.fillRect(0, 0, w, h)
    g.fillStyle = lin(g, w * 0.1, 0, w * 0.1 + 220, 0, [
      [0, '#8FA39A'],
      [1, '#B9C7BB'],
    ])
    g.beginPath()
    g.moveTo(w * 0.14, h * 0.74)
    g.lineTo(w * 0.14, h * 0.3)
    g.arc(w * 0.14 + 105, h * 0.3, 105, Math.PI, 0)
    g.lineTo(w * 0.14 + 210, h * 0.74)
    g.fill()
    g.fillStyle = '#5E756E'
    g.beginPath()
    g.moveTo(w * 0.14 + 50, h * 0.74)
    g.lineTo(w * 0.14 + 50, h * 0.34)
    g.arc(w * 0.14 + 105, h * 0.34, 55, Math.PI, 0)
    g.lineTo(w * 0.14 + 160, h * 0.74)
    g.fill()
    const ball = (x, y, R, A, B, C) => {
      g.fillStyle = 'rgba(90,40,30,.34)'
      g.save()
      g.translate(x + R * 0.7, y + R * 0.93)
      g.scale(1, 0.16)
      g.beginPath()
      g.arc(0, 0, R * 1.25, 0, 7)
      g.fill()
      g.restore()
      const q = g.createRadialGradient(x - R * 0.4, y - R * 0.45, R * 0.05, x, y, R * 1.02)
      q.addColorStop(0, A)
      q.addColorStop(0.5, B)
      q.addColorStop(1, C)
      g.fillStyle = q
      g.beginPath()
      g.arc(x, y, R, 0, 7)
      g.fill()
    }
    ball(w * 0.6, h * 0.54, 170, '#F7E2C0', '#E09A55', '#8A3E22')
    ball(w * 0.82, h * 0.72, 84, '#DCE6EE', '#6D8FB0', '#2B3F5C')
    ball(w * 0.4, h * 0.8, 52, '#FFF6E8', '#EBDCC6', '#A88B74')
    grain(g, w, h, 5, 22, 3)
    return c
  },
  'loom-52': () => {
    const w = 840,
      h = 840,
      N = 14,
      s = w / N,
      [c, g] = make(w, h, '#16302B'),
      r = rng(520)
    g.lineCap = 'butt'
    for (let j = 0; j < N; j++)
      for (let i = 0; i < N; i++) {
        const x = i * s,
          y = j * s,
          f = r() > 0.5
        for (const [q, col] of [
          [0.42, '#16302B'],
          [0.34, '#E7D9B5'],
          [0.2, '#D1603D'],
          [0.08, '#16302B'],
        ]) {
          g.strokeStyle = col
          g.lineWidth = s * q
          g.beginPath()
          if (f) {
            g.arc(x, y, s / 2, 0, 1.5708)
          } else g.arc(x + s, y, s / 2, 1.5708, Math.PI)
          g.stroke()
          g.beginPath()
          if (f) g.arc(x + s, y + s, s / 2, Math.PI, 4.712)
          else g.arc(x, y + s, s / 2, 4.712, 6.283)
          g.stroke()
        }
      }
    grain(g, w, h, 1, 8)
    return c
  },
  'interval-blue': () => {
    const w = 840,
      h = 840,
      [c, g] = make(w, h, '#F2EEE4'),
      N = 34
    for (let j = -2; j < N + 2; j++) {
      g.beginPath()
      const f = (y, o) => ((j + o) * w) / N + Math.sin((y / h) * 6.283 * 1.5 + j * 0.14) * 46 * Math.sin((y / h) * Math.PI)
      for (let y = 0; y <= h; y += 6) g.lineTo(f(y, 0), y)
      for (let y = h; y >= 0; y -= 6) g.lineTo(f(y, 0.5 + 0.24 * Math.sin((y / h) * 9 + j * 0.3)), y)
      g.fillStyle = rgba(ramp(['#173A5E', '#2A6AA0', '#1D4A6E', '#0E2438'], j / N))
      g.fill()
    }
    grain(g, w, h, 3, 6)
    return c
  },
  'seed-bank': () => {
    const w = 760,
      h = 920,
      [c, g] = make(w, h, '#23352C'),
      r = rng(404),
      P = ['#E8D9B0', '#D9822B', '#B4C48C', '#C44F35', '#F3EFE0', '#6C9A8B'],
      cs = []
    for (let t = 0; t < 9000; t++) {
      const x = r() * w,
        y = r() * h
      let m = Math.min(70 * r() ** 1.4 + 5, x - 40, y - 40, w - 40 - x, h - 40 - y)
      for (const [a, b, R] of cs) {
        m = Math.min(m, Math.hypot(a - x, b - y) - R - 3)
        if (m < 4) break
      }
      if (m >= 4) cs.push([x, y, m])
    }
    for (const [x, y, R] of cs) {
      const col = P[(r() * 6) | 0],
        col2 = P[(r() * 6) | 0]
      g.fillStyle = col
      g.beginPath()
      g.arc(x, y, R, 0, 7)
      g.fill()
      if (R > 12) {
        const k = r()
        g.strokeStyle = g.fillStyle = col2 === col ? '#23352C' : col2
        if (k < 0.35) {
          for (let q = R - 5; q > 2; q -= 7) {
            g.lineWidth = 2.2
            g.beginPath()
            g.arc(x, y, q, 0, 7)
            g.stroke()
          }
        } else if (k < 0.65) {
          for (let q = 0; q < 14; q++) {
            const a = (q / 14) * 6.283
            g.beginPath()
            g.ellipse(x + Math.cos(a) * R * 0.6, y + Math.sin(a) * R * 0.6, R * 0.22, R * 0.07, a, 0, 7)
            g.fill()
          }
        } else {
          const a = r() * 6
          g.beginPath()
          g.arc(x, y, R, a, a + Math.PI)
          g.fill()
        }
      }
    }
    grain(g, w, h, 1, 8)
    return c
  },
}
