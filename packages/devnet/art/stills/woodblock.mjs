import { grain, lin, make, seal } from '../lib/canvas.mjs'
import { noise, rng, TAU } from '../lib/random.mjs'

/** One pulled colour: a closed shape with a key line. */
function block(g, colour, points, { line, width = 2.4 } = {}) {
  g.beginPath()
  for (const [x, y] of points) g.lineTo(x, y)
  g.closePath()
  g.fillStyle = colour
  g.fill()
  if (!line) return
  g.strokeStyle = line
  g.lineWidth = width
  g.lineJoin = 'round'
  g.stroke()
}

const slope = (w, base, at) => {
  const points = []
  for (let x = -10; x <= w + 10; x += 4) points.push([x, at(x)])
  return [...points, [w + 10, base], [-10, base]]
}

/** The wood's own rings, pressed faintly into a colour. */
function woodgrain(g, w, h, seed) {
  const n = noise(seed)
  g.strokeStyle = 'rgba(255,250,235,.07)'
  g.lineWidth = 1.2
  for (let y = -20; y < h + 20; y += 9) {
    g.beginPath()
    for (let x = 0; x <= w; x += 10) g.lineTo(x, y + (n.fbm(x / 300, y / 60, 3) - 0.5) * 40)
    g.stroke()
  }
}

function pine(g, x, y, s, colour) {
  g.fillStyle = colour
  for (let i = 0; i < 5; i++) {
    g.beginPath()
    g.ellipse(x + (i % 2 ? 1 : -1) * s * 0.16, y - s * (0.28 + i * 0.2), s * (0.5 - i * 0.07), s * 0.13, 0, 0, TAU)
    g.fill()
  }
  g.fillRect(x - s * 0.03, y - s * 0.5, s * 0.06, s * 0.5)
}

function house(g, x, y, s, roof, lit) {
  block(g, '#3A2E2B', [
    [x - s * 0.42, y],
    [x - s * 0.42, y - s * 0.34],
    [x + s * 0.42, y - s * 0.34],
    [x + s * 0.42, y],
  ])
  g.fillStyle = lit
  g.fillRect(x - s * 0.22, y - s * 0.26, s * 0.18, s * 0.16)
  g.fillRect(x + s * 0.06, y - s * 0.26, s * 0.18, s * 0.16)
  block(g, roof, [
    [x - s * 0.62, y - s * 0.3],
    [x - s * 0.3, y - s * 0.72],
    [x + s * 0.3, y - s * 0.72],
    [x + s * 0.62, y - s * 0.3],
  ])
}

export const works = {
  'red-summit': () => {
    const [w, h] = [980, 700]
    const [c, g] = make(w, h)
    g.fillStyle = lin(g, 0, 0, 0, h, [
      [0, '#1F5585'],
      [0.35, '#6FA3C0'],
      [0.72, '#DDE2D2'],
    ])
    g.fillRect(0, 0, w, h)
    g.fillStyle = '#F1EDDF'
    const r = rng(12)
    for (let i = 0; i < 34; i++) {
      const [x, y] = [r() * w, 70 + r() * 330]
      for (let k = 0; k < 6; k++) {
        g.globalAlpha = 0.85
        g.beginPath()
        g.ellipse(x + (r() - 0.5) * 110, y + (r() - 0.5) * 12, 16 + r() * 22, 3 + r() * 4, 0, 0, TAU)
        g.fill()
      }
    }
    g.globalAlpha = 1
    const n = noise(8)
    const peak = (x) =>
      640 - 500 * Math.exp(-(((x - 610) / 250) ** 2) * 0.9) - 60 * Math.exp(-(((x - 300) / 330) ** 2)) + (n(x / 20, 2) - 0.5) * 8
    g.save()
    g.beginPath()
    for (const [x, y] of slope(w, h, peak)) g.lineTo(x, y)
    g.clip()
    g.fillStyle = lin(g, 0, 140, 0, 640, [
      [0, '#6E2A22'],
      [0.35, '#B2482F'],
      [0.75, '#C9713F'],
      [1, '#5D6B3A'],
    ])
    g.fillRect(0, 0, w, h)
    g.fillStyle = '#F1EDDF'
    for (let i = 0; i < 11; i++) {
      const x = 500 + i * 22
      const top = peak(x)
      g.beginPath()
      g.moveTo(x - 6, top - 6)
      g.lineTo(x + 10, top - 6)
      g.lineTo(x + (x - 610) * 0.28 + 2, top + 60 + ((i * 37) % 60))
      g.fill()
    }
    g.fillStyle = '#2E4A35'
    for (let i = 0; i < 1500; i++) {
      const x = r() * w
      const y = h - r() ** 1.6 * 190
      g.beginPath()
      g.moveTo(x, y - 9)
      g.lineTo(x + 4, y + 5)
      g.lineTo(x - 4, y + 5)
      g.fill()
    }
    g.restore()
    woodgrain(g, w, h, 6)
    seal(g, 50, h - 92, 36, 3)
    grain(g, w, h, 8, 11, 2)
    return c
  },
  'village-first-snow': () => {
    const [w, h] = [680, 980]
    const [c, g] = make(w, h)
    g.fillStyle = lin(g, 0, 0, 0, h, [
      [0, '#16263F'],
      [0.4, '#4A6480'],
      [0.62, '#9FB2BD'],
    ])
    g.fillRect(0, 0, w, h)
    const n = noise(4)
    block(
      g,
      '#7C93A5',
      slope(w, h, (x) => 430 - n.fbm(x / 190, 3) * 190),
    )
    block(
      g,
      '#B6C4CB',
      slope(w, h, (x) => 520 - n.fbm(x / 160, 7) * 150),
    )
    block(
      g,
      '#E9ECEA',
      slope(w, h, (x) => 640 - n.fbm(x / 220, 9) * 110),
    )
    for (const [x, y, s] of [
      [110, 650, 92],
      [560, 640, 84],
      [330, 612, 60],
      [620, 720, 120],
      [40, 760, 130],
    ])
      pine(g, x, y, s * 1.5, '#233B40')
    for (const [x, y, s] of [
      [240, 690, 110],
      [420, 720, 150],
      [190, 800, 180],
    ])
      house(g, x, y, s, '#F4F5F1', '#F2B95A')
    block(
      g,
      '#F4F5F1',
      slope(w, h, (x) => 830 + Math.sin(x / 150) * 26),
    )
    g.fillStyle = '#2B5673'
    g.beginPath()
    g.moveTo(380, h)
    g.bezierCurveTo(340, 900, 520, 880, 500, 826)
    g.lineTo(560, 834)
    g.bezierCurveTo(600, 890, 460, 920, 540, h)
    g.fill()
    g.strokeStyle = '#8E3B2C'
    g.lineWidth = 9
    g.beginPath()
    g.moveTo(400, 900)
    g.quadraticCurveTo(480, 850, 572, 888)
    g.stroke()
    const r = rng(21)
    g.fillStyle = '#FBFBF6'
    for (let i = 0; i < 420; i++) {
      g.beginPath()
      g.arc(r() * w, r() * h, 1.2 + r() * 2.6, 0, TAU)
      g.fill()
    }
    woodgrain(g, w, h, 9)
    seal(g, 44, 46, 34, 15)
    grain(g, w, h, 3, 10, 2)
    return c
  },
  'bridge-in-rain': () => {
    const [w, h] = [700, 980]
    const [c, g] = make(w, h)
    g.fillStyle = lin(g, 0, 0, 0, h, [
      [0, '#1F2A33'],
      [0.16, '#5F7780'],
      [0.5, '#BFCBC3'],
      [0.62, '#7FA3A6'],
      [1, '#24566E'],
    ])
    g.fillRect(0, 0, w, h)
    const n = noise(16)
    block(
      g,
      '#8FA39C',
      slope(w, h * 0.58, (x) => 500 - n.fbm(x / 120, 2) * 70),
    )
    block(
      g,
      '#5F7D78',
      slope(w, h * 0.6, (x) => 540 - n.fbm(x / 70, 6) * 60),
    )
    g.fillStyle = lin(g, 0, h * 0.57, 0, h, [
      [0, '#8FB0AE'],
      [1, '#1F4F69'],
    ])
    g.fillRect(0, h * 0.57, w, h)
    const deck = (x) => 770 - Math.sin(((x + 60) / (w + 120)) * Math.PI) * 120
    g.fillStyle = '#4A2F22'
    for (let x = 30; x < w; x += 116) for (const dx of [0, 26]) g.fillRect(x + dx, deck(x), 11, 230)
    for (let k = 0; k < 3; k++) {
      g.strokeStyle = ['#3A231A', '#A8703F', '#C99558'][k]
      g.lineWidth = [34, 24, 6][k]
      g.beginPath()
      for (let x = -20; x <= w + 20; x += 8) g.lineTo(x, deck(x) - (k === 2 ? 34 : 0))
      g.stroke()
    }
    for (let x = 20; x < w; x += 58) {
      g.fillStyle = '#A8703F'
      g.fillRect(x, deck(x) - 40, 7, 36)
    }
    for (const [x, tone, lean] of [
      [150, '#C9452F', 1],
      [226, '#2C5C84', 1],
      [400, '#D9A441', -1],
      [520, '#3E6B4F', -1],
      [566, '#8A4A6A', -1],
    ]) {
      const y = deck(x) - 10
      block(g, '#2A2422', [
        [x - 13, y],
        [x - 8 + lean * 4, y - 46],
        [x + 8 + lean * 4, y - 46],
        [x + 13, y],
      ])
      g.fillStyle = tone
      g.beginPath()
      g.moveTo(x - 42 + lean * 8, y - 46)
      g.quadraticCurveTo(x + lean * 8, y - 92, x + 42 + lean * 8, y - 46)
      g.quadraticCurveTo(x + lean * 8, y - 56, x - 42 + lean * 8, y - 46)
      g.fill()
    }
    const r = rng(2)
    for (let i = 0; i < 560; i++) {
      const [x, y, l] = [r() * w * 1.2 - 60, r() * h, 40 + r() * 120]
      g.strokeStyle = r() > 0.5 ? 'rgba(20,30,38,.34)' : 'rgba(240,244,238,.3)'
      g.lineWidth = 1 + r() * 0.9
      g.beginPath()
      g.moveTo(x, y)
      g.lineTo(x + l * 0.17, y + l)
      g.stroke()
    }
    woodgrain(g, w, h, 5)
    seal(g, w - 82, 60, 34, 40)
    grain(g, w, h, 3, 10, 2)
    return c
  },
  'cranes-at-the-sun': () => {
    const [w, h] = [900, 900]
    const [c, g] = make(w, h, '#EBDCBE')
    g.fillStyle = '#C53A26'
    g.beginPath()
    g.arc(w / 2, h * 0.47, 286, 0, TAU)
    g.fill()
    const crane = (x, y, s, flip) => {
      g.save()
      g.translate(x, y)
      g.scale(flip * s, s)
      block(g, '#1E211F', [
        [-12, 4],
        [-150, -96],
        [-172, -128],
        [-120, -112],
        [-40, -46],
      ])
      block(
        g,
        '#F8F4E8',
        [
          [-30, 10],
          [-128, -84],
          [-96, -84],
          [40, -26],
          [70, 0],
          [20, 22],
        ],
        { line: '#1E211F', width: 2.2 },
      )
      block(
        g,
        '#F8F4E8',
        [
          [0, -6],
          [28, -104],
          [96, -176],
          [88, -120],
          [66, -20],
        ],
        { line: '#1E211F', width: 2.2 },
      )
      block(g, '#1E211F', [
        [60, -136],
        [96, -176],
        [128, -196],
        [112, -150],
        [88, -118],
      ])
      g.strokeStyle = '#1E211F'
      g.lineWidth = 11
      g.lineCap = 'round'
      g.beginPath()
      g.moveTo(64, -2)
      g.bezierCurveTo(104, 0, 122, 18, 156, 14)
      g.stroke()
      g.strokeStyle = '#F8F4E8'
      g.lineWidth = 6
      g.stroke()
      g.fillStyle = '#1E211F'
      g.beginPath()
      g.ellipse(162, 12, 13, 8, 0.1, 0, TAU)
      g.fill()
      g.fillStyle = '#C53A26'
      g.fillRect(156, 3, 12, 5)
      block(g, '#6E6244', [
        [172, 9],
        [206, 14],
        [172, 17],
      ])
      g.strokeStyle = '#1E211F'
      g.lineWidth = 3.4
      for (const d of [0, 9]) {
        g.beginPath()
        g.moveTo(-24, 8)
        g.lineTo(-150, 34 + d)
        g.stroke()
      }
      g.restore()
    }
    crane(520, 330, 1.25, 1)
    crane(330, 560, 0.95, 1)
    crane(640, 640, 0.8, 1)
    const n = noise(2)
    for (let k = 0; k < 5; k++) {
      g.fillStyle = ['#D8C49A', '#C3B58F', '#8FA59B', '#5C8189', '#2E5B6B'][k]
      g.beginPath()
      for (let x = 0; x <= w; x += 6) g.lineTo(x, 730 + k * 36 + Math.sin(x / (70 + k * 14) + k * 2) * 13 + n(x / 60, k) * 10)
      g.lineTo(w, h)
      g.lineTo(0, h)
      g.fill()
    }
    woodgrain(g, w, h, 5)
    seal(g, w - 84, 52, 34, 6)
    grain(g, w, h, 6, 12, 2)
    return c
  },
}
