import { make } from '../lib/canvas.mjs'
import { TAU } from '../lib/random.mjs'

const FRAMES = 22
const SIZE = 400
const CELLS = 5
const MIDDLE = (CELLS - 1) / 2
const GROUNDS = ['#1D2B36', '#EDE5D3']
const PAIRS = [
  ['#D8432B', '#EDE5D3', '#E9B44C'],
  ['#3F6E8C', '#EDE5D3', '#1D2B36'],
  ['#E9B44C', '#1D2B36', '#D8432B'],
]

function cell(g, i, j, turn) {
  const s = SIZE / CELLS
  const away = Math.hypot(i - MIDDLE, j - MIDDLE)
  const breath = Math.sin(turn - away * 0.85)
  const rings = PAIRS[(i * i + j * j + i * j) % 3]
  g.fillStyle = GROUNDS[(i + j) % 2]
  g.fillRect(i * s, j * s, s, s)
  g.save()
  g.translate((i + 0.5) * s, (j + 0.5) * s)
  g.rotate(((i + j) % 2 ? 1 : -1) * breath * 0.5)
  rings.forEach((colour, k) => {
    const half = s * (0.41 - k * 0.13) * (1 + 0.2 * breath * (k === 1 ? -1 : 1))
    const roundness = half * (0.5 + 0.5 * breath)
    g.fillStyle = (i + j) % 2 && k === 1 && rings[1] === '#EDE5D3' ? '#8DA399' : colour
    g.beginPath()
    g.roundRect(-half, -half, half * 2, half * 2, roundness)
    g.fill()
  })
  g.restore()
}

export const frames = () =>
  Array.from({ length: FRAMES }, (_, frame) => {
    const [canvas, g] = make(SIZE, SIZE, GROUNDS[0])
    for (let j = 0; j < CELLS; j++) for (let i = 0; i < CELLS; i++) cell(g, i, j, (frame / FRAMES) * TAU)
    return canvas
  })
export const delay = 90
export const colours = 15
