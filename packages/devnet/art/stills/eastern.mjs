import { grain, lin, make, rad, seal } from '../lib/canvas.mjs'
import { hex, mixc, rgba } from '../lib/colour.mjs'
import { mountains } from '../lib/ink.mjs'
import { brush } from '../lib/paint.mjs'
import { mix, noise, rng } from '../lib/random.mjs'

export const works = {
  'mountains-after-rain': () => {
    const [c, g] = mountains(1500, 940, 41, {
      sky: ['#E9E2D0', '#F3EDDF', '#EFE7D6', '#E6DCC6'],
      ink: ['#B9C0BC', '#8FA09E', '#6B8386', '#47656D', '#2C464F', '#182A31'],
      layers: 8,
      top: 0.12,
      peaks: 1.25,
      mist: 2,
      accents: [
        [2, '#4E8E86', 0.8],
        [4, '#2F7A78', 0.85],
        [6, '#27615F', 0.5],
      ],
      sun: [0.74, 0.2, 0.042, '#C8472F'],
    })
    seal(g, 1404, 838, 46, 3)
    return c
  },
  'scroll-no-9': () => {
    const [c, g] = mountains(620, 1040, 77, {
      sky: ['#EFE9DB', '#F5F1E6', '#E9E1CF'],
      ink: ['#C2BFB5', '#98958B', '#66645D', '#3A3935', '#1A1A18'],
      layers: 8,
      top: 0.08,
      peaks: 0.9,
      mist: 2,
    })
    seal(g, 540, 70, 34, 9)
    return c
  },
  'gold-screen': () => {
    const [c, g] = mountains(1160, 620, 118, {
      sky: ['#D9B25E', '#E3C274', '#CFA24B'],
      ink: ['#9C8A4C', '#5F7A5E', '#2F6658', '#1E4B4A', '#14302F'],
      layers: 6,
      top: 0.16,
      peaks: 1.2,
      mist: 1,
      accents: [
        [2, '#3E8A6C', 1],
        [4, '#2A6F8C', 0.9],
      ],
      boat: false,
    })
    const r = rng(3)
    g.globalAlpha = 0.09
    for (let x = 0; x < 1160; x += 116)
      for (let y = 0; y < 620; y += 124) {
        g.fillStyle = r() > 0.5 ? '#fff3c4' : '#6b4a10'
        g.fillRect(x, y, 116, 124)
      }
    g.globalAlpha = 0.28
    g.fillStyle = '#5c3f12'
    for (const x of [290, 580, 870]) g.fillRect(x - 1, 0, 2, 620)
    g.globalAlpha = 1
    return c
  },
  'moon-tide': () => {
    const w = 720,
      h = 940,
      [c, g] = make(w, h)
    g.fillStyle = lin(g, 0, 0, 0, h, [
      [0, '#152A4A'],
      [0.34, '#2F5A85'],
      [0.58, '#9DBBC4'],
      [0.64, '#E9D9B8'],
      [0.641, '#2C5C7E'],
      [1, '#0F2440'],
    ])
    g.fillRect(0, 0, w, h)
    g.fillStyle = '#F2E6C8'
    g.beginPath()
    g.arc(w * 0.56, h * 0.36, w * 0.25, 0, 7)
    g.fill()
    for (let i = 0; i < 13; i++) {
      const y0 = h * (0.655 + (i / 13) ** 1.25 * 0.36),
        A = 3 + i * 2.7,
        L = 80 + i * 26
      g.beginPath()
      g.moveTo(0, h)
      for (let x = 0; x <= w; x += 4) {
        const p = (x / L + i * 1.7) % 1,
          s = (1 - Math.abs(2 * p - 1)) ** 1.7
        g.lineTo(x, y0 - s * A * 1.5)
      }
      g.lineTo(w, h)
      g.fillStyle = rgba(mixc(hex('#3F7593'), hex('#0B1B33'), i / 13))
      g.fill()
      g.strokeStyle = rgba(hex('#EFE4C9'), 0.7 - i * 0.03)
      g.lineWidth = 1.3 + i * 0.17
      g.stroke()
    }
    g.strokeStyle = '#152A4A'
    g.lineWidth = 2.4
    for (let i = 0; i < 5; i++) {
      const x = w * (0.2 + i * 0.07),
        y = h * (0.22 + (i % 2) * 0.03 + i * 0.012),
        s = 13
      g.beginPath()
      g.moveTo(x - s, y - s * 0.4)
      g.quadraticCurveTo(x - s * 0.3, y - s * 0.6, x, y)
      g.quadraticCurveTo(x + s * 0.3, y - s * 0.7, x + s, y - s * 0.5)
      g.stroke()
    }
    grain(g, w, h, 2, 11)
    seal(g, 56, 838, 38, 17)
    return c
  },
  'bamboo-wind': () => {
    const w = 600,
      h = 940,
      [c, g] = make(w, h, '#EFE9DA'),
      r = rng(21)
    g.fillStyle = rad(g, w * 0.6, h * 0.3, 40, w, [
      [0, '#F7F2E6'],
      [1, '#E8E0CC'],
    ])
    g.fillRect(0, 0, w, h)
    for (let s = 0; s < 5; s++) {
      const tone = 0.22 + s * 0.17,
        x0 = w * (0.22 + s * 0.14 + r() * 0.06),
        lean = (r() - 0.4) * 0.12,
        W0 = 13 + s * 3
      let y = h + 20,
        x = x0
      const seg = 130 + r() * 30
      while (y > -40) {
        const L = seg * (0.8 + r() * 0.3),
          x2 = x + L * lean + (r() - 0.5) * 4,
          y2 = y - L
        const pts = []
        for (let i = 0; i <= 14; i++) pts.push([mix(x, x2, i / 14), mix(y - 3, y2 + 3, i / 14)])
        brush(g, pts, W0, W0 * 0.95, rgba(hex('#20261f'), tone), r, 0.2)
        g.strokeStyle = rgba(hex('#141813'), tone + 0.1)
        g.lineWidth = 2.6
        g.beginPath()
        g.moveTo(x2 - W0 * 0.55, y2 + 2)
        g.quadraticCurveTo(x2, y2 - 4, x2 + W0 * 0.6, y2 + 2)
        g.stroke()
        if (r() > 0.3) {
          const m = (3 + r() * 4) | 0
          for (let k = 0; k < m; k++) {
            const a = mix(0.1, 1.2, r()) * (r() > 0.5 ? 1 : -1) + (Math.PI / 2) * 0.55,
              LL = 70 + r() * 90,
              lx = x2 + (r() - 0.5) * 30,
              ly = y2 + (r() - 0.5) * 30,
              ex = lx + Math.cos(a) * LL * (r() > 0.25 ? 1 : -1),
              ey = ly + Math.abs(Math.sin(a)) * LL
            g.fillStyle = rgba(hex('#151a14'), tone * (0.6 + r() * 0.6))
            const mx = (lx + ex) / 2,
              my = (ly + ey) / 2,
              nx = -(ey - ly) / LL,
              ny = (ex - lx) / LL,
              b = 9 + r() * 6
            g.beginPath()
            g.moveTo(lx, ly)
            g.quadraticCurveTo(mx + nx * b, my + ny * b, ex, ey)
            g.quadraticCurveTo(mx - nx * b * 0.6, my - ny * b * 0.6, lx, ly)
            g.fill()
          }
        }
        x = x2
        y = y2
      }
    }
    grain(g, w, h, 8, 10)
    seal(g, 40, 60, 36, 31)
    return c
  },
  'plum-first-snow': () => {
    const w = 860,
      h = 860,
      [c, g] = make(w, h, '#D8D5CB'),
      r = rng(12)
    g.fillStyle = lin(g, 0, 0, w, h, [
      [0, '#C9CBC8'],
      [0.6, '#DAD8CF'],
      [1, '#E6E1D3'],
    ])
    g.fillRect(0, 0, w, h)
    const bl = []
    const branch = (x, y, a, L, W0, d) => {
      const pts = []
      let cx = x,
        cy = y
      for (let i = 0; i < 16; i++) {
        pts.push([cx, cy])
        a += (r() - 0.5) * 0.3
        cx += (Math.cos(a) * L) / 16
        cy += (Math.sin(a) * L) / 16
        if (d < 4 && r() < 0.16) bl.push([cx, cy])
      }
      brush(g, pts, W0, W0 * 0.55, '#2A211D', r, 0.5)
      if (d > 0) {
        const k = 2 + (r() > 0.6)
        for (let i = 0; i < k; i++) {
          const p = pts[(6 + r() * 9) | 0]
          branch(p[0], p[1], a + (r() - 0.5) * 1.9, L * (0.55 + r() * 0.25), W0 * 0.5, d - 1)
        }
      } else bl.push([cx, cy])
    }
    branch(-20, h * 0.86, -0.55, 620, 44, 4)
    branch(w * 0.16, h * 0.62, -0.9, 420, 20, 3)
    for (const [x, y] of bl) {
      const s = 8 + r() * 11,
        col = r() > 0.35 ? '#C23B4A' : '#E7A5A4'
      for (let p = 0; p < 5; p++) {
        const a = (p / 5) * 6.283 + r()
        g.fillStyle = rgba(hex(col), 0.82)
        g.beginPath()
        g.ellipse(x + Math.cos(a) * s * 0.62, y + Math.sin(a) * s * 0.62, s * 0.55, s * 0.48, a, 0, 7)
        g.fill()
      }
      g.fillStyle = '#F3D27A'
      g.beginPath()
      g.arc(x, y, s * 0.2, 0, 7)
      g.fill()
    }
    for (let i = 0; i < 260; i++) {
      g.fillStyle = `rgba(255,255,252,${0.35 + r() * 0.6})`
      g.beginPath()
      g.arc(r() * w, r() * h, 0.8 + r() * r() * 5, 0, 7)
      g.fill()
    }
    grain(g, w, h, 4, 9)
    seal(g, 770, 770, 42, 8)
    return c
  },
  'koi-nine': () => {
    const w = 820,
      h = 820,
      [c, g] = make(w, h),
      r = rng(31),
      n = noise(6)
    g.fillStyle = rad(g, w * 0.45, h * 0.4, 30, w * 0.8, [
      [0, '#2F6A68'],
      [1, '#0F2F36'],
    ])
    g.fillRect(0, 0, w, h)
    g.lineWidth = 1.2
    for (let i = 0; i < 46; i++) {
      const x = r() * w,
        y = r() * h
      for (let k = 1; k < 4; k++) {
        g.strokeStyle = `rgba(190,225,214,${0.12 / k})`
        g.beginPath()
        g.ellipse(x, y, k * 20, k * 14, 0, 0, 7)
        g.stroke()
      }
    }
    for (let f = 0; f < 9; f++) {
      const t = (f / 9) * 6.283 + 0.3,
        R = w * (0.2 + (f % 3) * 0.095),
        x = w / 2 + Math.cos(t) * R,
        y = h / 2 + Math.sin(t) * R,
        s = 58 + r() * 22
      const a = t + Math.PI / 2
      const body = [
        ['#F2EDE2', '#D5542C'],
        ['#E8762F', '#F5EFE4'],
        ['#EFE7D6', '#2B2B2B'],
      ][f % 3]
      const sp = (k) => {
        const q = k * 1.0
        return [x + Math.cos(a + q * 0.55) * -s * 2.1 * k, y + Math.sin(a + q * 0.55) * -s * 2.1 * k]
      }
      const wd = (k) => s * 0.34 * Math.sin(Math.PI * (0.12 + k * 0.86)) ** 0.8
      g.save()
      g.globalAlpha = 0.25
      g.translate(8, 14)
      g.fillStyle = '#041417'
      g.beginPath()
      for (let k = 0; k <= 1; k += 0.05) {
        const [px, py] = sp(k)
        g.moveTo(px + wd(k), py)
        g.arc(px, py, wd(k), 0, 7)
      }
      g.fill()
      g.restore()
      const [tx, ty] = sp(1),
        [ux, uy] = sp(0.9),
        ta = Math.atan2(ty - uy, tx - ux)
      g.fillStyle = rgba(hex(body[0]), 0.8)
      for (const q of [-0.45, 0.45]) {
        g.beginPath()
        g.moveTo(ux, uy)
        g.quadraticCurveTo(
          tx + Math.cos(ta + q) * s * 0.3,
          ty + Math.sin(ta + q) * s * 0.3,
          tx + Math.cos(ta + q * 0.8) * s * 0.75,
          ty + Math.sin(ta + q * 0.8) * s * 0.75,
        )
        g.quadraticCurveTo(tx, ty, ux, uy)
        g.fill()
      }
      const [fx, fy] = sp(0.3),
        fa = a + 0.2
      for (const q of [-1, 1]) {
        g.fillStyle = rgba(hex(body[0]), 0.72)
        g.beginPath()
        g.ellipse(fx + Math.cos(fa + q * 1.8) * s * 0.42, fy + Math.sin(fa + q * 1.8) * s * 0.42, s * 0.3, s * 0.13, fa + q * 2.3, 0, 7)
        g.fill()
      }
      g.fillStyle = body[0]
      g.beginPath()
      for (let k = 0; k <= 1; k += 0.03) {
        const [px, py] = sp(k)
        g.moveTo(px + wd(k), py)
        g.arc(px, py, wd(k), 0, 7)
      }
      g.fill()
      g.save()
      g.clip()
      g.fillStyle = body[1]
      for (let k = 0; k < 1; k += 0.04) {
        const [px, py] = sp(k)
        if (n(px / 34, py / 34) > 0.5) {
          g.beginPath()
          g.arc(px + (r() - 0.5) * 12, py + (r() - 0.5) * 12, s * 0.22, 0, 7)
          g.fill()
        }
      }
      g.restore()
    }
    grain(g, w, h, 9, 8)
    return c
  },
}
