import { lin, make } from '../lib/canvas.mjs'
import { divided, paint } from '../lib/paint.mjs'
import { noise, rng, TAU } from '../lib/random.mjs'

const ground = (g, w, h, stops) => {
  g.fillStyle = lin(g, 0, 0, 0, h, stops)
  g.fillRect(0, 0, w, h)
}

const hill = (g, w, h, colour, at) => {
  g.fillStyle = colour
  g.beginPath()
  for (let x = 0; x <= w; x += 6) g.lineTo(x, at(x))
  g.lineTo(w, h)
  g.lineTo(0, h)
  g.fill()
}

const spots = (g, r, count, place, colours, size) => {
  for (let i = 0; i < count; i++) {
    const [x, y] = place(i)
    g.fillStyle = colours[(r() * colours.length) | 0]
    g.globalAlpha = 0.75
    g.beginPath()
    g.ellipse(x, y, size * (0.6 + r()), size * (0.4 + r() * 0.6), 0, 0, TAU)
    g.fill()
  }
  g.globalAlpha = 1
}

export const works = {
  'haystacks-last-light': () => {
    const [w, h] = [980, 700]
    const [c, g] = make(w, h)
    const r = rng(31)
    ground(g, w, h, [
      [0, '#7E86B8'],
      [0.25, '#E7A98E'],
      [0.4, '#F8D78F'],
      [0.42, '#8C7FA0'],
      [0.5, '#B98F5A'],
      [1, '#6E7A3E'],
    ])
    hill(g, w, h * 0.5, '#7F7FA8', (x) => h * 0.41 - noise(3).fbm(x / 200, 1) * 50)
    spots(g, r, 420, () => [r() * w, h * (0.5 + r() * 0.5)], ['#E3B257', '#A98A3C', '#C98455', '#7F8A46'], 10)
    for (const [x, y, s] of [
      [300, 560, 190],
      [650, 500, 120],
      [850, 470, 70],
    ]) {
      g.fillStyle = 'rgba(70,60,110,.75)'
      g.beginPath()
      g.ellipse(x - s * 0.75, y + s * 0.06, s * 0.95, s * 0.13, 0, 0, TAU)
      g.fill()
      g.fillStyle = lin(g, x - s * 0.6, 0, x + s * 0.6, 0, [
        [0, '#6A4A5E'],
        [0.5, '#B5693F'],
        [1, '#F5BF5C'],
      ])
      g.beginPath()
      g.moveTo(x - s * 0.56, y + s * 0.04)
      g.quadraticCurveTo(x - s * 0.62, y - s * 0.4, x - s * 0.5, y - s * 0.46)
      g.lineTo(x, y - s)
      g.lineTo(x + s * 0.5, y - s * 0.46)
      g.quadraticCurveTo(x + s * 0.62, y - s * 0.4, x + s * 0.56, y + s * 0.04)
      g.fill()
      g.fillStyle = 'rgba(90,50,60,.45)'
      g.fillRect(x - s * 0.52, y - s * 0.47, s * 1.04, s * 0.05)
    }
    return paint(c, g, w, h, 12, {
      angle: (x, y, n) => (y > h * 0.48 ? -0.2 : 0.1) + (n.fbm(x / 120, y / 120, 2) - 0.5) * 2,
      jitter: 34,
      layers: [26, 14, 8],
      follow: true,
    })[0]
  },
  'poplars-in-wind': () => {
    const [w, h] = [740, 920]
    const [c, g] = make(w, h)
    const r = rng(8)
    ground(g, w, h, [
      [0, '#8DB8D8'],
      [0.4, '#DDE6D6'],
      [0.6, '#F2DDB0'],
      [0.62, '#7FA06A'],
      [0.74, '#9DB99A'],
      [1, '#5C8296'],
    ])
    spots(g, r, 22, () => [r() * w, h * (0.08 + r() * 0.34)], ['#F7F2E4', '#E6E2E8'], 54)
    for (let i = 0; i < 7; i++) {
      const x = 40 + i * 112 + r() * 14
      const s = 1 - Math.abs(i - 2) * 0.08
      for (const flip of [0, 1]) {
        g.fillStyle = flip ? 'rgba(58,92,84,.7)' : '#5A4636'
        const y0 = h * 0.7
        g.fillRect(x - 3, flip ? y0 : y0 - 420 * s, 7, flip ? 210 : 420 * s)
        spots(
          g,
          r,
          90,
          () => {
            const t = r()
            const spread = 46 * Math.sin(Math.min(1, t * 1.2) * Math.PI * 0.9) + 8
            return [x + (r() - 0.5) * spread * 2 + (1 - t) * 18, flip ? y0 + t * 230 : y0 - 90 - (1 - t) * 480 * s]
          },
          flip ? ['#5E8577', '#8AA98C', '#40625F'] : ['#7EA04A', '#B9BE58', '#4D7A4A', '#E0C766'],
          12,
        )
      }
    }
    hill(g, w, h * 0.72, '#8AA65A', () => h * 0.695)
    return paint(c, g, w, h, 3, {
      angle: (x, y, n) => (y > h * 0.72 ? 0 : 1.1) + (n.fbm(x / 90, y / 140, 2) - 0.5) * 1.6,
      jitter: 30,
      layers: [20, 11, 7],
    })[0]
  },
  'lavender-rows': () => {
    const [w, h] = [980, 720]
    const [c, g] = make(w, h)
    const r = rng(17)
    ground(g, w, h, [
      [0, '#F0A36A'],
      [0.2, '#F6D29A'],
      [0.36, '#D9CBE0'],
      [0.38, '#6B6FA0'],
      [1, '#4C3F7A'],
    ])
    hill(g, w, h, '#7F7BAE', (x) => h * 0.38 - noise(5).fbm(x / 240, 2) * 70)
    hill(g, w, h, '#6F8F5A', () => h * 0.42)
    for (let row = -9; row <= 9; row++)
      for (let t = 0; t < 1; t += 0.006) {
        const y = h * (0.425 + 0.6 * t ** 1.7)
        const x = w * 0.56 + row * (14 + t ** 1.5 * 190)
        g.fillStyle = ['#6A4FA3', '#8F6CC0', '#B59AD8', '#50418A'][(r() * 4) | 0]
        g.beginPath()
        g.ellipse(x + (r() - 0.5) * (6 + 60 * t), y, 4 + 46 * t, 3 + 20 * t, 0, 0, TAU)
        g.fill()
      }
    for (let row = -9; row <= 9; row++) {
      g.strokeStyle = 'rgba(196,150,92,.8)'
      g.lineWidth = 8
      g.beginPath()
      for (let t = 0.02; t < 1; t += 0.02) g.lineTo(w * 0.56 + (row + 0.5) * (14 + t ** 1.5 * 190), h * (0.425 + 0.6 * t ** 1.7))
      g.stroke()
    }
    g.fillStyle = '#E9DCC0'
    g.fillRect(w * 0.7, h * 0.36, 70, 44)
    g.fillStyle = '#C4643C'
    g.beginPath()
    g.moveTo(w * 0.69, h * 0.362)
    g.lineTo(w * 0.735, h * 0.322)
    g.lineTo(w * 0.782, h * 0.362)
    g.fill()
    spots(g, r, 30, () => [w * (0.8 + r() * 0.05), h * (0.3 + r() * 0.13)], ['#3E5B3E', '#5B7A48'], 12)
    return paint(c, g, w, h, 5, {
      angle: (x, y, n) => (y > h * 0.43 ? Math.atan2(y - h * 0.38, x - w * 0.56) : (n.fbm(x / 160, y / 80, 2) - 0.5) * 1.4),
      jitter: 28,
      layers: [22, 12, 7],
    })[0]
  },
  'white-cliffs-noon': () => {
    const [w, h] = [980, 740]
    const [c, g] = make(w, h)
    const r = rng(23)
    ground(g, w, h, [
      [0, '#6FA7D6'],
      [0.45, '#CFE3E6'],
      [0.46, '#3F8FA8'],
      [0.7, '#2F7C9C'],
      [1, '#1E5C7E'],
    ])
    spots(g, r, 16, () => [r() * w, h * (0.06 + r() * 0.26)], ['#FBF7EC'], 62)
    const n = noise(7)
    g.fillStyle = lin(g, 0, h * 0.2, 0, h * 0.8, [
      [0, '#F6EFDC'],
      [0.6, '#E0CDB6'],
      [1, '#A98F8C'],
    ])
    g.beginPath()
    g.moveTo(w, h * 0.16)
    for (let x = w; x > w * 0.42; x -= 14) g.lineTo(x, h * (0.18 + (1 - x / w) * 0.24) + (n(x / 30, 3) - 0.5) * 16)
    g.lineTo(w * 0.4, h * 0.47)
    g.lineTo(w * 0.43, h * 0.62)
    g.lineTo(w * 0.47, h * 0.64)
    g.bezierCurveTo(w * 0.47, h * 0.46, w * 0.56, h * 0.44, w * 0.57, h * 0.68)
    g.lineTo(w, h * 0.92)
    g.fill()
    g.fillStyle = '#7FA04E'
    g.beginPath()
    g.moveTo(w, h * 0.15)
    g.lineTo(w * 0.42, h * 0.35)
    g.lineTo(w * 0.42, h * 0.4)
    g.lineTo(w, h * 0.24)
    g.fill()
    const shore = (x) => (x < w * 0.4 ? 0.48 : x < w * 0.57 ? 0.66 : 0.68 + (x / w - 0.57) * 0.57)
    const waves = () => {
      const x = r() * w
      return [x, h * (shore(x) + 0.02 + r() * (1 - shore(x)))]
    }
    spots(g, r, 300, waves, ['#57A6B8', '#9CCFD0', '#1F6A8C', '#E9F2EA'], 13)
    for (const [x, y] of [
      [150, 420],
      [260, 404],
      [90, 470],
    ]) {
      g.fillStyle = '#FBF7EC'
      g.beginPath()
      g.moveTo(x, y)
      g.lineTo(x + 6, y - 48)
      g.lineTo(x + 32, y)
      g.fill()
    }
    return paint(c, g, w, h, 9, {
      angle: (x, y, n) => (y > h * 0.47 && x < w * 0.6 ? 0 : 0.9) + (n.fbm(x / 120, y / 90, 2) - 0.5) * 1.6,
      jitter: 26,
      layers: [26, 14, 8],
      follow: true,
    })[0]
  },
  'snow-road-morning': () => {
    const [w, h] = [960, 720]
    const [c, g] = make(w, h)
    const r = rng(41)
    ground(g, w, h, [
      [0, '#B9C3DC'],
      [0.3, '#F3D9C4'],
      [0.42, '#F7E6CF'],
      [0.43, '#C9CFE2'],
      [1, '#EEF0F4'],
    ])
    hill(g, w, h, '#B3B7D2', (x) => h * 0.42 - noise(4).fbm(x / 180, 4) * 60)
    hill(g, w, h, '#E6E9F1', (x) => h * 0.46 + Math.sin(x / 150) * 12)
    g.fillStyle = '#AEB6D2'
    g.beginPath()
    g.moveTo(w * 0.3, h)
    g.bezierCurveTo(w * 0.52, h * 0.76, w * 0.36, h * 0.6, w * 0.52, h * 0.47)
    g.lineTo(w * 0.545, h * 0.47)
    g.bezierCurveTo(w * 0.44, h * 0.62, w * 0.72, h * 0.74, w * 0.62, h)
    g.fill()
    for (const [x, y, s] of [
      [90, 560, 1.5],
      [230, 470, 0.9],
      [720, 480, 1],
      [870, 600, 1.7],
      [640, 420, 0.6],
    ]) {
      g.strokeStyle = '#4E4458'
      g.lineCap = 'round'
      const grow = (x0, y0, a, l, d) => {
        const [x1, y1] = [x0 + Math.cos(a) * l, y0 + Math.sin(a) * l]
        g.lineWidth = d * 2.1 * s
        g.beginPath()
        g.moveTo(x0, y0)
        g.lineTo(x1, y1)
        g.stroke()
        if (d > 1) for (let k = 0; k < 2 + (d > 3); k++) grow(x1, y1, a + (r() - 0.5) * 1.5, l * (0.62 + r() * 0.2), d - 1)
      }
      grow(x, y + 40 * s, -TAU / 4 + (r() - 0.5) * 0.2, 84 * s, 5)
    }
    g.fillStyle = '#7A4A3E'
    g.fillRect(w * 0.56, h * 0.42, 66, 40)
    g.fillStyle = '#F4F3F4'
    g.beginPath()
    g.moveTo(w * 0.55, h * 0.425)
    g.lineTo(w * 0.594, h * 0.36)
    g.lineTo(w * 0.64, h * 0.425)
    g.fill()
    g.fillStyle = '#F2B24C'
    g.fillRect(w * 0.585, h * 0.435, 14, 16)
    return paint(c, g, w, h, 8, {
      angle: (x, y, n) => (n.fbm(x / 220, y / 120, 2) - 0.5) * 2,
      jitter: 20,
      layers: [24, 12, 6],
      follow: true,
    })[0]
  },
  'sunday-on-the-bank': () => {
    const [w, h] = [960, 700]
    const [, g] = make(w, h)
    const r = rng(6)
    ground(g, w, h, [
      [0, '#BFD9E6'],
      [0.3, '#F0E7C4'],
      [0.34, '#7FA7C4'],
      [0.6, '#A9C4CE'],
      [0.61, '#8FB04E'],
      [1, '#4F7A3C'],
    ])
    hill(g, w, h * 0.36, '#7E9A74', (x) => h * 0.33 - noise(2).fbm(x / 90, 6) * 60)
    for (const [x, y] of [
      [150, 330],
      [420, 300],
      [640, 350],
    ]) {
      g.fillStyle = '#FBF6E8'
      g.beginPath()
      g.moveTo(x, y - 66)
      g.lineTo(x + 42, y)
      g.lineTo(x, y)
      g.fill()
      g.fillStyle = '#3F4E6E'
      g.fillRect(x - 16, y, 66, 8)
    }
    g.fillStyle = '#3C6338'
    for (const [x, s] of [
      [60, 150],
      [880, 190],
      [790, 120],
    ]) {
      g.fillRect(x - 8, h * 0.62 - s, 16, s * 1.1)
      g.beginPath()
      g.ellipse(x, h * 0.5 - s * 0.8, s * 0.62, s * 0.72, 0, 0, TAU)
      g.fill()
    }
    for (const [x, y, s, dress, top] of [
      [300, 560, 1.2, '#A8415C', '#E7B24A'],
      [370, 590, 1, '#2E3E66', '#F4EEDC'],
      [560, 540, 0.9, '#6A4C8C', '#D6603C'],
      [690, 620, 1.35, '#2B4A5C', '#8C2F2F'],
    ]) {
      g.fillStyle = 'rgba(30,66,60,.6)'
      g.fillRect(x - 10 * s, y, 130 * s, 14 * s)
      g.fillStyle = dress
      g.beginPath()
      g.moveTo(x - 26 * s, y + 6 * s)
      g.quadraticCurveTo(x, y - 80 * s, x + 6 * s, y - 84 * s)
      g.quadraticCurveTo(x + 22 * s, y - 60 * s, x + 30 * s, y + 6 * s)
      g.fill()
      g.fillStyle = '#E7BE98'
      g.beginPath()
      g.arc(x + 4 * s, y - 94 * s, 12 * s, 0, TAU)
      g.fill()
      g.fillStyle = top
      g.beginPath()
      g.ellipse(x + 4 * s, y - 120 * s, 44 * s, 22 * s, 0, Math.PI, 0)
      g.fill()
    }
    spots(g, r, 160, () => [r() * w, h * (0.63 + r() * 0.36)], ['#B8C850', '#2F5C46', '#E2D36A'], 9)
    return divided(g, w, h, 4, 7)
  },
  'harbour-in-points': () => {
    const [w, h] = [900, 720]
    const [, g] = make(w, h)
    const r = rng(14)
    ground(g, w, h, [
      [0, '#F2C25E'],
      [0.3, '#F6D9A0'],
      [0.48, '#E9A6A0'],
      [0.5, '#8E86C0'],
      [0.75, '#5F86C0'],
      [1, '#2F4E8C'],
    ])
    g.fillStyle = '#FFF4C9'
    g.beginPath()
    g.arc(620, 190, 66, 0, TAU)
    g.fill()
    hill(g, w, h * 0.5, '#8F7FB8', (x) => h * 0.48 - noise(9).fbm(x / 160, 2) * 80)
    g.fillStyle = '#6A5A9A'
    g.fillRect(60, 286, 26, 74)
    g.fillRect(54, 276, 38, 12)
    for (let i = 0; i < 70; i++) {
      g.fillStyle = ['#F8D77A', '#F0A072', '#FFF1C0'][(r() * 3) | 0]
      g.fillRect(620 + (r() - 0.5) * (60 + i * 3), 372 + i * 4.8, 40 * r() + 10, 4)
    }
    for (const [x, y, s, sail] of [
      [250, 500, 1.3, '#D9623E'],
      [470, 440, 0.8, '#F4EEDC'],
      [780, 560, 1.5, '#C9436A'],
    ]) {
      g.fillStyle = '#2B2A55'
      g.beginPath()
      g.moveTo(x - 70 * s, y)
      g.quadraticCurveTo(x, y + 40 * s, x + 76 * s, y - 4 * s)
      g.fill()
      g.fillStyle = sail
      g.beginPath()
      g.moveTo(x, y - 4)
      g.lineTo(x + 4 * s, y - 170 * s)
      g.quadraticCurveTo(x + 76 * s, y - 80 * s, x + 62 * s, y - 12 * s)
      g.fill()
      g.beginPath()
      g.moveTo(x - 8 * s, y - 8)
      g.lineTo(x - 4 * s, y - 140 * s)
      g.lineTo(x - 54 * s, y - 12 * s)
      g.fill()
    }
    return divided(g, w, h, 11, 8)
  },
}
