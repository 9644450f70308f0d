import { grid, stamp } from '../lib/pixels.mjs'
import { rng, TAU } from '../lib/random.mjs'

const FRAMES = 24
const [W, H] = [88, 60]
const FISH = ['...aa....', '.aaaaaa.b', 'aawaaaabb', 'abaaaaabb', '.aaaaaa.b', '...aa....']
const SCHOOL = [
  [18, 1, { a: '#F08A3A', b: '#C9502A', w: '#FFFFFF' }],
  [30, 2, { a: '#F2D24A', b: '#C99A2A', w: '#1A1512' }],
  [40, 1, { a: '#E2607A', b: '#A83A5A', w: '#FFFFFF' }],
  [12, 1, { a: '#6FC0D0', b: '#3A8AA0', w: '#1A1512' }],
]

function water({ dot }, frame) {
  const tones = ['#2E8AA0', '#1F7290', '#17597A', '#124466']
  for (let y = 6; y < 52; y++)
    for (let x = 4; x < W - 4; x++) dot(x, y, tones[Math.min(3, Math.floor((y - 6) / 11.6 + ((x + y) % 2 ? 0.25 : 0)))])
  for (let i = 0; i < 5; i++)
    for (let y = 8; y < 48; y++) {
      const x = 12 + i * 16 + Math.round(Math.sin((frame / FRAMES) * TAU + i) * 2) - (y >> 3)
      if ((x + y) % 2 && x > 4 && x < W - 5) dot(x, y, '#4AA6B4', 2)
    }
  for (let x = 4; x < W - 4; x++) dot(x, 6 + Math.round(Math.sin((frame / FRAMES) * TAU + x / 5) * 0.6), '#BFE9E4')
  for (let x = 4; x < W - 4; x++) dot(x, 49 - Math.round(Math.sin(x / 9) * 1.4), '#D9BE8A', 1, 5)
}

function weeds({ dot }, frame) {
  for (const [x, tall, tone] of [
    [12, 20, '#2F8A5A'],
    [16, 14, '#5FB06A'],
    [70, 24, '#2F8A5A'],
    [75, 16, '#3E9A6A'],
    [79, 11, '#5FB06A'],
  ])
    for (let k = 0; k < tall; k++) dot(x + Math.round(Math.sin((frame / FRAMES) * TAU + k / 4) * (k / 9)), 49 - k, tone, 2)
  dot(40, 38, '#8A7A6E', 14, 12)
  dot(42, 34, '#A3938A', 4, 6)
  dot(49, 32, '#A3938A', 4, 8)
  dot(44, 42, '#2A2A34', 5, 8)
}

function bubbles({ dot }, frame) {
  const r = rng(6)
  for (let i = 0; i < 12; i++) {
    const t = (frame / FRAMES + r()) % 1
    dot(58 + r() * 5 + Math.sin(t * 9) * 1.5, 46 - t * 38, '#E4F8F4', i % 3 ? 1 : 2, i % 3 ? 1 : 2)
  }
}

export const frames = () =>
  Array.from({ length: FRAMES }, (_, frame) => {
    const screen = grid(W, H, 8, '#2A1E22')
    water(screen, frame)
    weeds(screen, frame)
    SCHOOL.forEach(([y, turns, coat], i) => {
      const x = ((i * 31 + (1 - frame / FRAMES) * (W + 12) * turns) % (W + 12)) - 10
      stamp(
        { dot: (px, py, colour) => px > 3 && px < W - 4 && screen.dot(px, py, colour) },
        FISH,
        coat,
        Math.round(x),
        y + Math.round(Math.sin((frame / FRAMES) * TAU + i) * 1.5),
      )
    })
    bubbles(screen, frame)
    const { dot } = screen
    dot(0, 54, '#5A3A2A', W, 6)
    dot(0, 54, '#7A5238', W, 1)
    for (const x of [3, W - 4]) dot(x, 4, '#CFE4E4', 1, 50)
    return screen.canvas
  })
export const delay = 80
export const colours = 47
