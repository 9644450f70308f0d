import { grain, lin, make } from '../lib/canvas.mjs'
import { hex, rgba } from '../lib/colour.mjs'
import { horse, inkShape, scaled } from '../lib/limbs.mjs'
import { clamp, TAU } from '../lib/random.mjs'

const CLAY = '#B5602F'
const SLIP = '#1E1916'

/** Meander, tongues, waves: what a band shows at u (0..1 around) and v (0..1 down). True is slip. */
const PATTERNS = {
  slip: () => true,
  clay: () => false,
  meander: (u, v) => {
    const f = (u * 26) % 1
    const rows = ['#######', '#.....#', '#.###.#', '#.#.#.#', '#.#...#', '..#####']
    return rows[Math.min(5, (v * 6) | 0)][Math.min(6, (f * 7) | 0)] === '#'
  },
  tongues: (u, v) => Math.abs(((u * 40) % 1) - 0.5) * 2 < 0.74 - v ** 3 * 0.7,
  rays: (u, v) => Math.abs(((u * 22) % 1) - 0.5) * 2 > v * 0.92,
  wave: (u, v) => v > 0.5 + 0.36 * Math.sin(u * TAU * 18) || Math.hypot(((u * 18) % 1) - 0.24, (v - 0.34) * 0.7) < 0.12,
  ivy: (u, v) =>
    Math.abs(v - 0.5 - 0.22 * Math.sin(u * TAU * 9)) < 0.09 ||
    Math.hypot(((u * 18) % 1) - 0.5, (v - (((u * 18) | 0) % 2 ? 0.78 : 0.22)) * 0.8) < 0.19,
  check: (u, v) => (((u * 64) | 0) + ((v * 4) | 0)) % 2 === 0,
}

function width(profile, t) {
  for (let i = 1; i < profile.length; i++) {
    const [t1, w1] = profile[i]
    const [t0, w0] = profile[i - 1]
    if (t <= t1) {
      const f = (t - t0) / (t1 - t0)
      return w0 + (w1 - w0) * f * f * (3 - 2 * f)
    }
  }
  return profile.at(-1)[1]
}

/** Turns a pot on its wheel, row by row, with the light from the left. */
function pot(seed, { size: [w, h], top, height, profile, bands, handles, figure, wall, red = false }) {
  const [c, g] = make(w, h)
  const floor = top + height - 20
  g.fillStyle = lin(g, 0, 0, 0, h, [
    [0, wall[0]],
    [floor / h, wall[1]],
    [floor / h + 0.001, wall[2]],
    [1, wall[3]],
  ])
  g.fillRect(0, 0, w, h)
  g.fillStyle = 'rgba(40,26,16,.34)'
  g.beginPath()
  g.ellipse(w / 2 + 46, top + height - 4, width(profile, 0.7) * 1.05, 20, 0, 0, TAU)
  g.fill()
  g.strokeStyle = SLIP
  g.lineCap = 'round'
  for (const side of [-1, 1])
    for (const [lineWidth, ...points] of handles) {
      const [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = points
      g.lineWidth = lineWidth
      g.beginPath()
      g.moveTo(w / 2 + side * x0, top + y0)
      g.bezierCurveTo(w / 2 + side * x1, top + y1, w / 2 + side * x2, top + y2, w / 2 + side * x3, top + y3)
      g.stroke()
    }
  const mask = make(w, h)
  mask[1].fillStyle = '#000'
  figure?.(mask[1], w / 2, top)
  const drawn = mask[1].getImageData(0, 0, w, h).data
  for (let y = 0; y < height; y++) {
    const t = y / height
    const half = width(profile, t)
    const band = bands.find(([from, to]) => t >= from && t < to)
    for (let x = -half; x < half; x++) {
      const u = Math.asin(clamp(x / half, -1, 1)) / Math.PI + 0.5
      let isSlip = band ? PATTERNS[band[2]](u * 0.5, (t - band[0]) / (band[1] - band[0])) : red
      if (drawn[((top + y) * w + ((w / 2 + x) | 0)) * 4 + 3] > 120) isSlip = !red
      const shade = 1 - Math.abs(x / half + 0.25) ** 2.4 * 0.52
      const shine = Math.exp(-(((x / half + 0.42) * 6) ** 2)) * (isSlip ? 50 : 34)
      g.fillStyle = rgba(hex(isSlip ? SLIP : CLAY).map((k) => k * shade + shine))
      g.fillRect(w / 2 + x, top + y, 1.3, 1.3)
    }
  }
  grain(g, w, h, seed, 14, 2)
  return c
}

const boat = (g, cx, top) => {
  const y = top + 330
  g.beginPath()
  g.moveTo(cx - 150, y - 30)
  g.quadraticCurveTo(cx - 120, y + 40, cx, y + 40)
  g.quadraticCurveTo(cx + 120, y + 40, cx + 164, y - 46)
  g.quadraticCurveTo(cx + 110, y + 8, cx, y + 6)
  g.quadraticCurveTo(cx - 110, y + 8, cx - 150, y - 30)
  g.fill()
  g.fillRect(cx - 4, y - 170, 8, 180)
  g.beginPath()
  g.moveTo(cx - 96, y - 156)
  g.quadraticCurveTo(cx, y - 176, cx + 96, y - 156)
  g.quadraticCurveTo(cx + 70, y - 96, cx + 88, y - 44)
  g.quadraticCurveTo(cx, y - 66, cx - 88, y - 44)
  g.quadraticCurveTo(cx - 70, y - 96, cx - 96, y - 156)
  g.fill()
  g.lineWidth = 5
  g.strokeStyle = '#000'
  for (let i = -4; i <= 4; i++) {
    g.beginPath()
    g.moveTo(cx + i * 26, y + 26)
    g.lineTo(cx + i * 26 - 26, y + 76)
    g.stroke()
  }
}

const dolphins = (g, cx, top) => {
  for (let i = 0; i < 3; i++) {
    g.save()
    g.translate(cx - 120 + i * 118, top + 250 + (i % 2) * 84)
    g.rotate(i % 2 ? -0.25 : 0.2)
    g.beginPath()
    g.moveTo(-74, 20)
    g.bezierCurveTo(-40, -34, 30, -40, 66, 8)
    g.lineTo(84, 14)
    g.lineTo(62, 20)
    g.bezierCurveTo(20, 10, -30, 8, -60, 30)
    g.lineTo(-96, 40)
    g.lineTo(-82, 22)
    g.lineTo(-100, 0)
    g.fill()
    g.beginPath()
    g.moveTo(-6, -26)
    g.lineTo(-14, -58)
    g.lineTo(26, -24)
    g.fill()
    g.restore()
  }
}

const owl = (g, cx, top) => {
  const y = top + 300
  g.beginPath()
  g.ellipse(cx, y + 40, 72, 116, 0.08, 0, TAU)
  g.fill()
  g.beginPath()
  g.arc(cx, y - 84, 66, 0, TAU)
  g.fill()
  g.globalCompositeOperation = 'destination-out'
  for (const k of [-1, 1]) {
    g.beginPath()
    g.arc(cx + k * 27, y - 88, 23, 0, TAU)
    g.fill()
  }
  for (let row = 0; row < 5; row++)
    for (let k = -2; k <= 2; k++) {
      g.beginPath()
      g.arc(cx + k * 22, y + 4 + row * 27, 4.6, 0, TAU)
      g.fill()
    }
  g.globalCompositeOperation = 'source-over'
  for (const k of [-1, 1]) {
    g.beginPath()
    g.arc(cx + k * 27, y - 88, 11, 0, TAU)
    g.fill()
    g.fillRect(cx + k * 22 - 5, y + 140, 10, 40)
  }
  g.beginPath()
  g.moveTo(cx - 8, y - 74)
  g.lineTo(cx + 8, y - 74)
  g.lineTo(cx, y - 52)
  g.fill()
}

export const works = {
  'krater-with-ship': () =>
    pot(3, {
      size: [760, 820],
      top: 90,
      height: 640,
      profile: [
        [0, 262],
        [0.05, 258],
        [0.1, 216],
        [0.42, 226],
        [0.62, 190],
        [0.76, 90],
        [0.84, 56],
        [0.9, 66],
        [1, 128],
      ],
      bands: [
        [0, 0.05, 'slip'],
        [0.06, 0.115, 'tongues'],
        [0.12, 0.175, 'meander'],
        [0.62, 0.67, 'wave'],
        [0.67, 0.72, 'slip'],
        [0.72, 0.8, 'rays'],
        [0.8, 1, 'slip'],
      ],
      handles: [[26, [186, 400], [300, 380], [300, 300], [244, 292]]],
      figure: boat,
      wall: ['#9FB0AE', '#C6D0C8', '#7E7466', '#9A8D7A'],
    }),
  'hydria-dolphins': () =>
    pot(8, {
      size: [700, 860],
      top: 70,
      height: 720,
      profile: [
        [0, 96],
        [0.04, 92],
        [0.08, 56],
        [0.22, 58],
        [0.3, 170],
        [0.42, 214],
        [0.6, 196],
        [0.84, 66],
        [0.9, 54],
        [0.94, 82],
        [1, 92],
      ],
      bands: [
        [0, 0.04, 'slip'],
        [0.08, 0.2, 'ivy'],
        [0.24, 0.29, 'tongues'],
        [0.53, 0.585, 'wave'],
        [0.585, 0.61, 'slip'],
        [0.62, 0.67, 'check'],
        [0.68, 0.86, 'rays'],
        [0.86, 1, 'slip'],
      ],
      handles: [[22, [206, 350], [300, 330], [290, 260], [200, 264]]],
      figure: dolphins,
      wall: ['#D8C3A0', '#E9DAC0', '#8C5A3C', '#A8714E'],
    }),
  'pelike-with-owl': () =>
    pot(12, {
      size: [680, 860],
      top: 80,
      height: 700,
      profile: [
        [0, 112],
        [0.04, 110],
        [0.12, 84],
        [0.24, 92],
        [0.6, 196],
        [0.78, 190],
        [0.92, 100],
        [0.95, 112],
        [1, 118],
      ],
      bands: [
        [0.13, 0.19, 'ivy'],
        [0.2, 0.235, 'tongues'],
        [0.8, 0.855, 'meander'],
      ],
      handles: [[24, [84, 70], [180, 60], [176, 220], [120, 262]]],
      figure: owl,
      wall: ['#5E6A70', '#87939A', '#3A3532', '#57504A'],
      red: true,
    }),
  'kylix-running-horse': () =>
    pot(17, {
      size: [900, 660],
      top: 120,
      height: 430,
      profile: [
        [0, 330],
        [0.06, 332],
        [0.34, 290],
        [0.56, 120],
        [0.62, 34],
        [0.84, 30],
        [0.92, 60],
        [1, 150],
      ],
      bands: [
        [0, 0.05, 'slip'],
        [0.055, 0.12, 'ivy'],
        [0.46, 0.51, 'meander'],
        [0.51, 0.62, 'rays'],
        [0.62, 1, 'slip'],
      ],
      handles: [[20, [300, 110], [420, 130], [420, 30], [326, 50]]],
      figure: (g, cx, top) => {
        for (const dx of [-136, 118]) inkShape(g, scaled(horse, 0.46), (x, y) => [cx + dx + x, top + 118 + y])
      },
      wall: ['#C9B7A4', '#E3D6C6', '#5E6B62', '#7A877C'],
    }),
}
