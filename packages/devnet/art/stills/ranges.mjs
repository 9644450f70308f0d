import { lin, seal } from '../lib/canvas.mjs'
import { mountains } from '../lib/ink.mjs'
import { noise, rng } from '../lib/random.mjs'

/** Flakes of three sizes, the large ones soft. */
function snowfall(g, w, h, seed) {
  const r = rng(seed)
  for (let i = 0; i < 520; i++) {
    const size = r() < 0.86 ? 0.8 + r() * 1.4 : 2.2 + r() * 2.2
    g.fillStyle = `rgba(255,255,255,${size > 2 ? 0.55 : 0.85})`
    g.beginPath()
    g.arc(r() * w, r() * h, size, 0, 7)
    g.fill()
  }
}

/** A skein of geese, each two strokes. */
function geese(g, x, y, count, size, colour) {
  g.strokeStyle = colour
  g.lineCap = 'round'
  for (let i = 0; i < count; i++) {
    const side = i % 2 ? 1 : -1
    const rank = Math.ceil(i / 2)
    const gx = x + side * rank * size * 2.3
    const gy = y + rank * size * (side > 0 ? 1.1 : 1.5)
    g.lineWidth = size * 0.2
    g.beginPath()
    g.moveTo(gx - size, gy - size * 0.35)
    g.quadraticCurveTo(gx - size * 0.3, gy - size * 0.3, gx, gy + size * 0.12)
    g.quadraticCurveTo(gx + size * 0.3, gy - size * 0.42, gx + size, gy - size * 0.2)
    g.stroke()
  }
}

/** A waterfall: hanging threads of bare paper. */
function fall(g, x, top, bottom, width, seed) {
  const r = rng(seed)
  const n = noise(seed)
  g.lineCap = 'round'
  for (let i = 0; i < 46; i++) {
    const x0 = x + (r() - 0.5) * width
    g.strokeStyle = `rgba(246,243,232,${0.25 + r() * 0.5})`
    g.lineWidth = 0.8 + r() * 2
    g.beginPath()
    for (let y = top + r() * 10; y < bottom - r() * 40; y += 6)
      g.lineTo(x0 + (n(y / 40, i) - 0.5) * 9 + ((y - top) / (bottom - top)) * (x0 - x) * 0.9, y)
    g.stroke()
  }
  g.fillStyle = lin(g, 0, bottom - 70, 0, bottom + 26, [
    [0, '#F2EFE200'],
    [0.6, '#F2EFE2D0'],
    [1, '#F2EFE200'],
  ])
  g.fillRect(x - width * 3, bottom - 70, width * 6, 96)
}

export const works = {
  'blue-green-thousand-li': () => {
    const [w, h] = [1180, 560]
    const [c, g] = mountains(w, h, 41, {
      sky: ['#D9C089', '#E3CD9B', '#CDB27A'],
      ink: ['#8FA58C', '#4E8F86', '#2E7480', '#1F5C74', '#174A4E', '#1D3A33'],
      layers: 8,
      accents: [
        [2, '#2C8C7E', 0.9],
        [4, '#1E6FA0', 0.95],
        [6, '#2F8A63', 0.8],
      ],
      mist: 0.6,
      peaks: 1.25,
      boat: false,
      top: 0.1,
    })
    seal(g, w - 62, h - 62, 30, 8)
    return c
  },
  'river-in-snow': () => {
    const [w, h] = [760, 960]
    const [c, g] = mountains(w, h, 77, {
      sky: ['#8D97A3', '#C4CAD0', '#E4E6E6'],
      ink: ['#B3BCC4', '#97A2AD', '#74808C', '#4C5763', '#2B333C'],
      layers: 6,
      mist: 2,
      peaks: 1.15,
      top: 0.18,
    })
    snowfall(g, w, h, 3)
    seal(g, 48, 54, 32, 19)
    return c
  },
  'autumn-geese': () => {
    const [w, h] = [1120, 660]
    const [c, g] = mountains(w, h, 90, {
      sky: ['#EBC99B', '#F2DDBB', '#E8B98A'],
      ink: ['#C79A72', '#B3714B', '#8E4A33', '#5E3129', '#33201F'],
      layers: 7,
      accents: [
        [4, '#C2502B', 0.8],
        [5, '#D98A2E', 0.7],
      ],
      mist: 1,
      sun: [0.74, 0.3, 0.062, '#C8402B'],
      peaks: 0.9,
      top: 0.26,
    })
    geese(g, 330, 120, 9, 13, '#3A2622')
    seal(g, w - 70, h - 70, 34, 5)
    return c
  },
  'moon-over-nine-bends': () => {
    const [w, h] = [640, 1080]
    const [c, g] = mountains(w, h, 133, {
      sky: ['#101C2E', '#1D3450', '#2C4A63'],
      ink: ['#52748A', '#3A5C74', '#24425A', '#142A3F', '#081420'],
      layers: 7,
      mist: 2,
      sun: [0.66, 0.16, 0.1, '#F1E7C9'],
      peaks: 1.05,
      top: 0.32,
    })
    geese(g, 190, 210, 5, 10, '#DCD6BE')
    seal(g, 46, h - 84, 32, 27)
    return c
  },
  'the-sound-of-the-fall': () => {
    const [w, h] = [620, 1080]
    const [c, g] = mountains(w, h, 58, {
      sky: ['#E8E3D3', '#EFEBDD', '#DAD8C8'],
      ink: ['#B9BBAE', '#8D9488', '#5E6A62', '#36433F', '#1A2423'],
      layers: 6,
      mist: 2,
      peaks: 1.5,
      boat: false,
      top: 0.1,
    })
    fall(g, w * 0.53, h * 0.352, h * 0.72, 22, 6)
    seal(g, w - 78, 60, 34, 33)
    return c
  },
}
