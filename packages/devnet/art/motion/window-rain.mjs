import { grid, stamp } from '../lib/pixels.mjs'
import { rng, TAU } from '../lib/random.mjs'

const FRAMES = 24
const [W, H] = [96, 72]
const SILL = 56

const CAT = [
  '..o....o....',
  '..oo..oo....',
  '..obooboo...',
  '..obbbbbo...',
  '..obbbbbo...',
  '..obbbbbo...',
  '...obbbo....',
  '..obbbbbo...',
  '.obbdbdbbo..',
  '.obbbbbbbo..',
  'obbdbbbdbbo.',
  'obbbbbbbbbo.',
  'obbdbbbdbbo.',
  'obbbbbbbbbo.',
  'obbbbbbbbbo.',
]
const COAT = { o: '#2A1B22', b: '#E39A4B', d: '#B86A2C' }

function city(screen, frame) {
  const { dot } = screen
  const r = rng(12)
  const sky = ['#141C3A', '#1B2750', '#253566', '#33457A', '#4B5788']
  for (let y = 0; y < SILL; y++)
    for (let x = 0; x < W; x++) dot(x, y, sky[Math.min(4, Math.floor(y / 11.5 + ((x + y) % 2 ? 0.3 : -0.3) + 0.3))])
  for (let row = 0; row < 2; row++)
    for (let x = -2; x < W; ) {
      const width = 7 + ((r() * 8) | 0)
      const top = (row ? 30 : 18) + ((r() * 16) | 0)
      dot(x, top, row ? '#0D1228' : '#1A2344', width, SILL - top)
      if (r() > 0.6) dot(x + (width >> 1), top - 4, row ? '#0D1228' : '#1A2344', 1, 4)
      for (let y = top + 2; y < SILL - 2; y += 3)
        for (let wx = x + 1; wx < x + width - 1; wx += 2) {
          const chance = r()
          const phase = (r() * FRAMES) | 0
          if (chance < (row ? 0.36 : 0.26)) {
            const dim = chance < 0.05 && (frame + phase) % FRAMES < 7
            dot(wx, y, dim ? '#4A4356' : row ? '#F4C25B' : '#B58A55')
          }
        }
      x += width + (r() > 0.7 ? 2 : 0)
    }
}

function rain({ dot }, frame) {
  const r = rng(5)
  for (let i = 0; i < 80; i++) {
    const near = r() > 0.6
    const turns = near ? 2 : 1
    const y = (r() * SILL + (frame * SILL * turns) / FRAMES) % SILL
    const x = (r() * W - y * 0.12 + W) % W
    dot(x, y, near ? '#9DB4D8' : '#5F75A8', 1, near ? 3 : 2)
  }
}

function room(screen, frame) {
  const { dot } = screen
  const wood = '#5A3326'
  const dark = '#3E2119'
  dot(0, 0, wood, W, 4)
  dot(0, 0, wood, 5, SILL)
  dot(W - 5, 0, wood, 5, SILL)
  dot(5, 4, dark, W - 10, 1)
  dot(5, 4, dark, 1, SILL - 4)
  dot(47, 4, wood, 3, SILL - 4)
  dot(50, 4, dark, 1, SILL - 4)
  dot(5, 24, wood, W - 10, 2)
  dot(5, 26, dark, W - 10, 1)
  dot(0, SILL, '#7A4A34', W, 3)
  dot(0, SILL + 3, dark, W, 1)
  dot(0, SILL + 4, '#2A1B22', W, H - SILL - 4)
  for (let y = SILL + 4; y < H; y++)
    for (let x = 60; x < W; x++) if (Math.hypot(x - 82, (y - 58) * 1.6) < 20 && (x + y) % 2) dot(x, y, '#4A2A2A')
  lamp(screen)
  plant(screen)
  stamp(screen, CAT, COAT, 24, SILL - 15)
  const swing = Math.round(2.4 * Math.sin((frame / FRAMES) * TAU))
  for (let i = 0; i < 12; i++) {
    const x = 33 + i * 0.5 + (swing * i * i) / 110
    dot(x, SILL - 1 + i, COAT.o, 4)
    dot(x + 1, SILL - 1 + i, i % 4 === 3 ? COAT.d : COAT.b, 2)
  }
  if (frame % FRAMES < 2) dot(24 + 7, SILL - 15, COAT.b)
}

function lamp({ dot }) {
  for (let y = 34; y < SILL; y++) for (let x = 66; x < 91; x++) if (Math.hypot(x - 81, y - 47) < 11 && (x + y) % 2) dot(x, y, '#8A6A52')
  for (let i = 0; i < 6; i++) dot(79 - i, 42 + i, i > 3 ? '#F7D37A' : '#F2B950', 5 + i * 2)
  dot(81, 48, '#3E2119', 1, 7)
  dot(78, 55, '#3E2119', 7)
}

function plant({ dot }) {
  dot(9, 50, '#B5573A', 9, 2)
  dot(10, 52, '#9C4630', 7, 4)
  for (const [x, y, h] of [
    [13, 38, 12],
    [11, 42, 8],
    [15, 41, 9],
    [9, 45, 5],
    [17, 46, 4],
  ])
    dot(x, y, '#2F6B4A', 1, h)
  for (const [x, y] of [
    [12, 38],
    [14, 39],
    [10, 42],
    [12, 43],
    [16, 41],
    [14, 44],
    [8, 45],
    [10, 46],
    [18, 46],
    [16, 47],
  ])
    dot(x, y, '#4E9460')
}

export const frames = () =>
  Array.from({ length: FRAMES }, (_, frame) => {
    const screen = grid(W, H, 8)
    city(screen, frame)
    rain(screen, frame)
    room(screen, frame)
    return screen.canvas
  })
export const delay = 90
