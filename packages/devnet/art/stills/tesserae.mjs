import { grain, make } from '../lib/canvas.mjs'
import { noise, rng, TAU } from '../lib/random.mjs'

/** Lays small stones over a drawing: rows follow a slow field, each stone a little off in hue and angle. */
function lay(w, h, seed, draw, { size = 9, flow = () => 0 } = {}) {
  const [, s] = make(w, h, '#E6DCC3')
  draw(s)
  const px = s.getImageData(0, 0, w, h).data
  const [c, g] = make(w, h, '#8F8168')
  const [r, n] = [rng(seed), noise(seed)]
  for (let y = size / 2; y < h; y += size)
    for (let x = size / 2; x < w; x += size) {
      const [jx, jy] = [x + (r() - 0.5) * 1.6, y + (r() - 0.5) * 1.6]
      const k = (Math.min(h - 1, jy | 0) * w + Math.min(w - 1, jx | 0)) * 4
      const tone = (r() - 0.5) * 34 + (n.fbm(x / 90, y / 90, 3) - 0.5) * 22
      g.save()
      g.translate(jx, jy)
      g.rotate(flow(x, y) + (r() - 0.5) * 0.24)
      g.fillStyle = `rgb(${px[k] + tone},${px[k + 1] + tone},${px[k + 2] + tone * 0.9})`
      const [a, b] = [size * (0.78 + r() * 0.12), size * (0.76 + r() * 0.12)]
      g.fillRect(-a / 2, -b / 2, a, b)
      g.fillStyle = 'rgba(255,250,235,.16)'
      g.fillRect(-a / 2, -b / 2, a, 1.4)
      g.restore()
    }
  for (let i = 0; i < 4; i++) {
    g.fillStyle = '#9A8C72'
    g.beginPath()
    const [cx, cy] = [r() * w, r() < 0.5 ? r() * 60 : h - r() * 60]
    for (let a = 0; a < TAU; a += 0.3) g.lineTo(cx + Math.cos(a) * (18 + n(a, i) * 40), cy + Math.sin(a) * (12 + n(a + 4, i) * 30))
    g.fill()
  }
  grain(g, w, h, seed, 12, 2)
  return c
}

function frame(g, w, h, colours, step) {
  colours.forEach((colour, i) => {
    g.strokeStyle = colour
    g.lineWidth = step
    g.strokeRect(step * (i + 0.5), step * (i + 0.5), w - step * (2 * i + 1), h - step * (2 * i + 1))
  })
}

/** A running guilloche between two lines. */
function braid(g, w, h, inset, colours) {
  const run = (length, place) => {
    for (let k = 0; k < 2; k++)
      for (let t = 0; t < length; t += 2) {
        const [x, y] = place(t, Math.sin((t / 44) * Math.PI + k * Math.PI) * 11)
        g.fillStyle = colours[k]
        g.fillRect(x - 5, y - 5, 10, 10)
      }
  }
  run(w - inset * 2, (t, o) => [inset + t, inset + o])
  run(w - inset * 2, (t, o) => [inset + t, h - inset + o])
  run(h - inset * 2, (t, o) => [inset + o, inset + t])
  run(h - inset * 2, (t, o) => [w - inset + o, inset + t])
}

export const works = {
  'floor-hound': () => {
    const [w, h] = [900, 680]
    return lay(
      w,
      h,
      9,
      (g) => {
        g.fillStyle = '#EADFC4'
        g.fillRect(0, 0, w, h)
        g.fillStyle = '#B9A878'
        g.fillRect(60, 480, w - 120, 20)
        const dog = '#231D1A'
        g.fillStyle = dog
        g.beginPath()
        g.moveTo(190, 330)
        g.bezierCurveTo(260, 270, 400, 292, 520, 284)
        g.bezierCurveTo(560, 262, 570, 216, 620, 190)
        g.lineTo(616, 150)
        g.lineTo(650, 182)
        g.bezierCurveTo(690, 190, 730, 214, 768, 222)
        g.bezierCurveTo(770, 248, 720, 252, 690, 252)
        g.bezierCurveTo(660, 300, 640, 350, 600, 372)
        g.bezierCurveTo(500, 380, 420, 360, 320, 392)
        g.bezierCurveTo(260, 420, 200, 400, 190, 330)
        g.fill()
        const leg = (points, width) => {
          g.strokeStyle = dog
          g.lineCap = 'round'
          g.lineJoin = 'round'
          g.lineWidth = width
          g.beginPath()
          for (const [x, y] of points) g.lineTo(x, y)
          g.stroke()
        }
        leg(
          [
            [580, 350],
            [640, 410],
            [700, 476],
            [726, 478],
          ],
          26,
        )
        leg(
          [
            [560, 360],
            [560, 430],
            [520, 476],
            [548, 478],
          ],
          26,
        )
        leg(
          [
            [250, 370],
            [300, 420],
            [230, 474],
            [256, 478],
          ],
          30,
        )
        leg(
          [
            [230, 350],
            [180, 410],
            [120, 470],
            [146, 478],
          ],
          30,
        )
        leg(
          [
            [196, 320],
            [130, 270],
            [90, 210],
            [110, 170],
          ],
          13,
        )
        g.fillStyle = '#B5452F'
        g.beginPath()
        g.moveTo(560, 262)
        g.lineTo(592, 226)
        g.lineTo(640, 280)
        g.lineTo(622, 304)
        g.fill()
        g.fillStyle = '#F2E6C4'
        g.fillRect(680, 204, 16, 14)
        braid(g, w, h, 36, ['#B5452F', '#2F5A6E'])
        frame(g, w, h, ['#231D1A'], 10)
      },
      { size: 10 },
    )
  },
  'floor-labyrinth': () => {
    const S = 880
    return lay(
      S,
      S,
      12,
      (g) => {
        g.fillStyle = '#EADFC4'
        g.fillRect(0, 0, S, S)
        g.strokeStyle = '#3A4A52'
        g.lineWidth = 20
        const rings = 8
        for (let i = 0; i < rings; i++) {
          const radius = 96 + i * 36
          const gap = [0.3, 3.4, 1.6, 4.8, 0.8, 2.6, 5.4, 1.2][i]
          g.beginPath()
          g.arc(S / 2, S / 2, radius, gap + 14 / radius + 0.1, gap + TAU - 14 / radius - 0.1)
          g.stroke()
          if (i < rings - 1) {
            const wall = gap + (i % 2 ? 0.5 : -0.5)
            g.beginPath()
            g.moveTo(S / 2 + Math.cos(wall) * radius, S / 2 + Math.sin(wall) * radius)
            g.lineTo(S / 2 + Math.cos(wall) * (radius + 36), S / 2 + Math.sin(wall) * (radius + 36))
            g.stroke()
          }
        }
        g.fillStyle = '#B5452F'
        g.beginPath()
        for (let i = 0; i < 16; i++) {
          const radius = i % 2 ? 34 : 74
          g.lineTo(S / 2 + Math.cos((i / 16) * TAU) * radius, S / 2 + Math.sin((i / 16) * TAU) * radius)
        }
        g.fill()
        g.fillStyle = '#E3B24A'
        g.beginPath()
        g.arc(S / 2, S / 2, 26, 0, TAU)
        g.fill()
        for (const [x, y] of [
          [92, 92],
          [S - 92, 92],
          [92, S - 92],
          [S - 92, S - 92],
        ]) {
          g.fillStyle = '#2F5A6E'
          for (let i = 0; i < 4; i++) {
            g.beginPath()
            g.ellipse(x + Math.cos((i * TAU) / 4) * 26, y + Math.sin((i * TAU) / 4) * 26, 24, 13, (i * TAU) / 4, 0, TAU)
            g.fill()
          }
        }
        frame(g, S, S, ['#3A4A52', '#EADFC4', '#B5452F'], 10)
      },
      { size: 10, flow: (x, y) => Math.atan2(y - S / 2, x - S / 2) },
    )
  },
  'vault-of-stars': () => {
    const S = 900
    return lay(
      S,
      S,
      20,
      (g) => {
        g.fillStyle = '#16295E'
        g.fillRect(0, 0, S, S)
        const n = noise(5)
        for (let y = 0; y < S; y += 10)
          for (let x = 0; x < S; x += 10) {
            const k = n.fbm(x / 160, y / 160, 3)
            g.fillStyle = k > 0.55 ? '#2A4A94' : k > 0.45 ? '#1E3A7E' : '#142654'
            g.fillRect(x, y, 10, 10)
          }
        for (let ring = 1; ring < 7; ring++)
          for (let i = 0; i < ring * 8; i++) {
            const a = (i / (ring * 8)) * TAU + ring * 0.2
            const [x, y] = [S / 2 + Math.cos(a) * (90 + ring * 62), S / 2 + Math.sin(a) * (90 + ring * 62)]
            g.fillStyle = '#E9C45A'
            g.beginPath()
            for (let p = 0; p < 16; p++)
              g.lineTo(x + Math.cos((p / 16) * TAU + a) * (p % 2 ? 7 : 21), y + Math.sin((p / 16) * TAU + a) * (p % 2 ? 7 : 21))
            g.fill()
          }
        g.fillStyle = '#E9C45A'
        g.beginPath()
        g.arc(S / 2, S / 2, 96, 0, TAU)
        g.fill()
        g.fillStyle = '#8A2A2A'
        g.beginPath()
        g.arc(S / 2, S / 2, 80, 0, TAU)
        g.fill()
        g.fillStyle = '#F3E3B0'
        for (const [dx, dy, dw, dh] of [
          [-9, -64, 18, 128],
          [-64, -9, 128, 18],
        ])
          g.fillRect(S / 2 + dx, S / 2 + dy, dw, dh)
        frame(g, S, S, ['#8A2A2A', '#E9C45A', '#1E6A5A', '#E9C45A'], 11)
      },
      { size: 11, flow: (x, y) => Math.atan2(y - S / 2, x - S / 2) },
    )
  },
}
