import { grain, make, rad } from '../lib/canvas.mjs'
import { ramp, rgba } from '../lib/colour.mjs'
import { inkShape, ringBird } from '../lib/limbs.mjs'
import { clamp, mix, noise, rng, smooth, TAU } from '../lib/random.mjs'

export const works = {
  'caisson-285': () => {
    const w = 860,
      h = 860,
      [c, g] = make(w, h, '#7A4B35'),
      r = rng(8),
      n = noise(2),
      P = ['#2F6B62', '#B5613F', '#D8B57E', '#35577D', '#7B3B2E', '#E9D9B6', '#4C8577']
    const sq = (s, col) => {
      g.fillStyle = col
      g.fillRect(w / 2 - s / 2, h / 2 - s / 2, s, s)
    }
    sq(860, P[4])
    sq(828, P[2])
    sq(812, P[0])
    for (let side = 0; side < 4; side++) {
      g.save()
      g.translate(w / 2, h / 2)
      g.rotate((side * Math.PI) / 2)
      for (let i = -11; i <= 11; i++) {
        g.fillStyle = P[Math.abs(i) % 2 ? 1 : 5]
        g.beginPath()
        g.moveTo(i * 35 - 17, -400)
        g.lineTo(i * 35 + 17, -400)
        g.lineTo(i * 35, -362)
        g.fill()
      }
      g.restore()
    }
    sq(706, P[1])
    sq(690, P[3])
    for (let side = 0; side < 4; side++) {
      g.save()
      g.translate(w / 2, h / 2)
      g.rotate((side * Math.PI) / 2)
      for (let i = -4; i <= 4; i++) {
        g.fillStyle = P[2]
        g.beginPath()
        g.arc(i * 75, -312, 25, 0, 7)
        g.fill()
        g.fillStyle = P[i & 1 ? 4 : 0]
        g.beginPath()
        g.arc(i * 75, -312, 17, 0, 7)
        g.fill()
        g.fillStyle = P[5]
        g.beginPath()
        g.arc(i * 75, -312, 6, 0, 7)
        g.fill()
      }
      g.restore()
    }
    sq(560, P[2])
    sq(546, P[4])
    g.save()
    g.translate(w / 2, h / 2)
    g.rotate(Math.PI / 4)
    g.fillStyle = P[5]
    g.fillRect(-193, -193, 386, 386)
    g.fillStyle = P[0]
    g.fillRect(-184, -184, 368, 368)
    g.restore()
    const ring = (k, R, rw, rl, col, off = 0) => {
      for (let i = 0; i < k; i++) {
        g.save()
        g.translate(w / 2, h / 2)
        g.rotate(((i + off) / k) * 6.283)
        g.fillStyle = col
        g.beginPath()
        g.moveTo(0, -R)
        g.bezierCurveTo(rw, -R - rl * 0.3, rw * 0.9, -R - rl * 0.8, 0, -R - rl)
        g.bezierCurveTo(-rw * 0.9, -R - rl * 0.8, -rw, -R - rl * 0.3, 0, -R)
        g.fill()
        g.restore()
      }
    }
    ring(16, 104, 26, 82, P[5])
    ring(16, 106, 20, 68, P[1])
    ring(16, 80, 20, 66, P[3], 0.5)
    ring(16, 82, 14, 52, P[2], 0.5)
    ring(12, 36, 20, 56, P[5])
    ring(12, 38, 14, 44, P[4])
    g.fillStyle = P[2]
    g.beginPath()
    g.arc(w / 2, h / 2, 40, 0, 7)
    g.fill()
    g.fillStyle = P[0]
    g.beginPath()
    g.arc(w / 2, h / 2, 30, 0, 7)
    g.fill()
    for (let i = 0; i < 3; i++) {
      g.save()
      g.translate(w / 2, h / 2)
      g.rotate(i * 2.094)
      g.strokeStyle = P[5]
      g.lineWidth = 5
      g.beginPath()
      g.arc(0, -13, 11, 0.4, 4)
      g.stroke()
      g.restore()
    }
    for (let q = 0; q < 4; q++) {
      g.save()
      g.translate(w / 2, h / 2)
      g.rotate(q * 1.5708 + 0.785)
      g.fillStyle = P[2]
      g.beginPath()
      g.arc(0, -300, 46, 0, 7)
      g.fill()
      for (let k = 0; k < 8; k++) {
        g.save()
        g.translate(0, -300)
        g.rotate(k * 0.785)
        g.fillStyle = P[k % 2 ? 0 : 1]
        g.beginPath()
        g.ellipse(0, -24, 9, 17, 0, 0, 7)
        g.fill()
        g.restore()
      }
      g.restore()
    }
    const img = g.getImageData(0, 0, w, h),
      d = img.data
    for (let y = 0; y < h; y++)
      for (let x = 0; x < w; x++) {
        const i = (y * w + x) * 4,
          v = n.fbm(x / 70, y / 70, 6),
          v2 = n.fbm(x / 14 + 50, y / 14, 4),
          k = smooth(clamp((v * 0.7 + v2 * 0.4 - 0.6) * 5)),
          base = [198, 172, 134]
        for (let q = 0; q < 3; q++) d[i + q] = mix(d[i + q], base[q], k * 0.82 + 0.08) + (r() - 0.5) * 16 - (v2 < 0.3 ? 12 : 0)
      }
    g.putImageData(img, 0, 0)
    g.strokeStyle = 'rgba(50,30,20,.5)'
    for (let i = 0; i < 6; i++) {
      let x = r() * w,
        y = r() * h,
        a = r() * 6
      g.lineWidth = 1 + r()
      g.beginPath()
      g.moveTo(x, y)
      for (let k = 0; k < 50; k++) {
        a += (r() - 0.5) * 0.8
        x += Math.cos(a) * 8
        y += Math.sin(a) * 8
        g.lineTo(x, y)
      }
      g.stroke()
    }
    return c
  },
  'mosaic-two-fish': () => {
    const w = 960,
      h = 700,
      [_s, sg] = make(w, h, '#E6DCC4'),
      r = rng(71)
    sg.fillStyle = '#7FA7A6'
    sg.fillRect(60, 60, w - 120, h - 120)
    for (let i = 0; i < 9; i++) {
      sg.strokeStyle = i % 2 ? '#5E8C90' : '#A6C2B8'
      sg.lineWidth = 13
      sg.beginPath()
      for (let x = 60; x <= w - 60; x += 10) sg.lineTo(x, 110 + i * 62 + Math.sin(x / 46 + i) * 13)
      sg.stroke()
    }
    sg.fillStyle = '#E6DCC4'
    sg.fillRect(0, 0, 60, h)
    sg.fillRect(w - 60, 0, 60, h)
    for (let i = 0; i < 40; i++) {
      sg.fillStyle = i % 2 ? '#7A3324' : '#2B3B4A'
      const x = i * 26 - 8
      sg.fillRect(x, 20, 20, 20)
      sg.fillRect(x, h - 40, 20, 20)
      sg.fillRect(20, x, 20, 20)
      sg.fillRect(w - 40, x, 20, 20)
    }
    const fish = (x, y, k, a, f) => {
      sg.save()
      sg.translate(x, y)
      sg.rotate(a)
      sg.scale(k * f, k)
      sg.fillStyle = '#2B3B4A'
      sg.beginPath()
      sg.ellipse(0, 0, 168, 74, 0, 0, 7)
      sg.fill()
      sg.fillStyle = '#C46A3C'
      sg.beginPath()
      sg.ellipse(0, 0, 156, 62, 0, 0, 7)
      sg.fill()
      sg.fillStyle = '#E3B565'
      sg.beginPath()
      sg.ellipse(-6, 20, 130, 36, 0, 0, 7)
      sg.fill()
      sg.fillStyle = '#2B3B4A'
      sg.beginPath()
      sg.moveTo(136, 0)
      sg.lineTo(226, -72)
      sg.lineTo(208, 0)
      sg.lineTo(226, 72)
      sg.fill()
      sg.fillStyle = '#9C4326'
      sg.beginPath()
      sg.moveTo(-40, -56)
      sg.quadraticCurveTo(20, -130, 90, -46)
      sg.fill()
      sg.fillStyle = '#F4ECD8'
      sg.beginPath()
      sg.arc(-104, -12, 17, 0, 7)
      sg.fill()
      sg.fillStyle = '#1d2630'
      sg.beginPath()
      sg.arc(-104, -12, 9, 0, 7)
      sg.fill()
      sg.restore()
    }
    fish(w * 0.45, h * 0.36, 1, -0.08, 1)
    fish(w * 0.55, h * 0.68, 0.92, 0.1, -1)
    const px = sg.getImageData(0, 0, w, h).data,
      [c, g] = make(w, h, '#B9AC92'),
      T = 13
    for (let y = T / 2; y < h; y += T)
      for (let x = T / 2; x < w; x += T) {
        const xx = x + (r() - 0.5) * 4,
          yy = y + (r() - 0.5) * 4,
          k = (clamp(yy | 0, 0, h - 1) * w + clamp(xx | 0, 0, w - 1)) * 4,
          j = (r() - 0.5) * 34
        g.save()
        g.translate(xx, yy)
        g.rotate((r() - 0.5) * 0.5 + Math.sin(y / 80) * 0.2)
        g.fillStyle = rgba([px[k] + j, px[k + 1] + j, px[k + 2] + j * 0.8])
        const q = T * 0.84 * (0.85 + r() * 0.2)
        g.fillRect(-q / 2, -q / 2, q, q)
        g.fillStyle = 'rgba(255,255,255,.14)'
        g.fillRect(-q / 2, -q / 2, q, q * 0.24)
        g.restore()
      }
    grain(g, w, h, 3, 12)
    return c
  },
  'sun-bird-disc': () => {
    const w = 820,
      h = 820,
      [c, g] = make(w, h, '#18201F'),
      r = rng(22),
      n = noise(5)
    g.fillStyle = rad(g, w / 2, h / 2, 60, w * 0.7, [
      [0, '#2B3634'],
      [1, '#0E1413'],
    ])
    g.fillRect(0, 0, w, h)
    const [, q] = make(w, h)
    q.translate(w / 2, h / 2)
    q.fillStyle = '#fff'
    q.beginPath()
    q.arc(0, 0, 300, 0, TAU)
    q.moveTo(266, 0)
    q.arc(0, 0, 266, 0, TAU, true)
    q.fill('evenodd')
    for (let i = 0; i < 12; i++) {
      q.save()
      q.rotate((i / 12) * 6.283)
      q.beginPath()
      q.moveTo(0, -108)
      q.bezierCurveTo(44, -124, 46, -162, 10, -190)
      q.bezierCurveTo(24, -160, 8, -134, -20, -112)
      q.fill()
      q.restore()
    }
    q.beginPath()
    q.arc(0, 0, 104, 0, TAU)
    q.moveTo(84, 0)
    q.arc(0, 0, 84, 0, TAU, true)
    q.fill('evenodd')
    for (let i = 0; i < 4; i++)
      inkShape(q, ringBird, (x, y) => {
        const a = (i * TAU) / 4 + (x * 1.28) / 236
        const radius = 236 - y * 0.86
        return [Math.sin(a) * radius, -Math.cos(a) * radius]
      })
    for (let i = 0; i < 60; i++) {
      q.save()
      q.rotate((i / 60) * 6.283)
      q.fillRect(-2, -294, 4, 20)
      q.restore()
    }
    for (let i = 0; i < 24; i++) {
      q.save()
      q.rotate((i / 24) * 6.283)
      q.beginPath()
      q.moveTo(0, -312)
      q.lineTo(13, -338)
      q.lineTo(-13, -338)
      q.fill()
      q.restore()
    }
    const m = q.getImageData(0, 0, w, h).data,
      im = g.getImageData(0, 0, w, h),
      D = im.data
    for (let y = 0; y < h; y++)
      for (let x = 0; x < w; x++) {
        const i = (y * w + x) * 4,
          a = m[i + 3] / 255
        const aL = m[(Math.max(0, y - 2) * w + Math.max(0, x - 2)) * 4 + 3] / 255,
          aR = m[(Math.min(h - 1, y + 2) * w + Math.min(w - 1, x + 2)) * 4 + 3] / 255,
          v = n.fbm(x / 60, y / 60, 5),
          G = ramp(['#6B4A14', '#B98A2E', '#E2BC5C', '#F5E09A'], v * 1.1 + (x - y) / 2400 + 0.1),
          e = (aL - aR) * -60
        for (let k = 0; k < 3; k++) D[i + k] = mix(D[i + k], G[k] + e, a) + (r() - 0.5) * 12
      }
    g.putImageData(im, 0, 0)
    return c
  },
}
