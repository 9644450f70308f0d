import { lin, make } from '../lib/canvas.mjs'
import { ramp, rgba } from '../lib/colour.mjs'
import { TAU } from '../lib/random.mjs'

export const [width, height, fps, seconds] = [640, 480, 16, 6]
export const crf = 33
const WAVES = 16

function swell(x, row, time) {
  const near = row / WAVES
  return (
    Math.sin((x / width) * TAU * (1 + (row % 3)) + time * TAU + row * 1.3) * (3 + near * 13) +
    Math.sin((x / width) * TAU * 3 - time * TAU * 2 + row * 2.1) * (1 + near * 5)
  )
}

export function* frames() {
  for (let frame = 0; frame < fps * seconds; frame++) {
    const time = frame / (fps * seconds)
    const [canvas, g] = make(width, height)
    g.fillStyle = lin(g, 0, 0, 0, height * 0.45, [
      [0, '#E9D3B4'],
      [0.6, '#F3C49A'],
      [1, '#E89A7A'],
    ])
    g.fillRect(0, 0, width, height)
    g.fillStyle = '#FBF0D0'
    g.beginPath()
    g.arc(width * 0.62, height * 0.3, 44, 0, TAU)
    g.fill()
    for (let row = 0; row < WAVES; row++) {
      const y = height * (0.4 + (row / WAVES) ** 1.35 * 0.62)
      g.beginPath()
      for (let x = 0; x <= width; x += 4) g.lineTo(x, y + swell(x, row, time))
      g.lineTo(width, height)
      g.lineTo(0, height)
      g.fillStyle = rgba(ramp(['#D98A7A', '#8A7A9A', '#3E6A8E', '#1F4A70', '#12304E'], row / WAVES))
      g.fill()
      g.strokeStyle = `rgba(255,236,206,${0.5 - row * 0.025})`
      g.lineWidth = 1.6
      g.beginPath()
      for (let x = 0; x <= width; x += 4) g.lineTo(x, y + swell(x, row, time))
      g.stroke()
    }
    yield canvas
  }
}
