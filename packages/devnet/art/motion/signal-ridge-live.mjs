import { make } from '../lib/canvas.mjs'
import { ramp, rgba } from '../lib/colour.mjs'
import { mix, noise } from '../lib/random.mjs'

export const [width, height, fps, seconds] = [512, 576, 18, 6]
export const crf = 41
const LINES = 30
const GROUND = '#0F1416'
const TONES = Array.from({ length: LINES }, (_, j) => rgba(ramp(['#F2E8D0', '#E7B27A', '#C8674A', '#8A5578', '#4A5D96'], j / LINES)))
const n = noise(88)

/** The ridge's height at x on line j: noise flows past and is cross-faded with itself, so that the end meets the start. */
function rise(x, j, time) {
  const flow = (shift) => n.fbm(x / 40 + shift * 0.8, j / 3.4 + shift * 1.1, 3) ** 1.9
  return mix(flow(time), flow(time - 1), time) / Math.sqrt(time ** 2 + (1 - time) ** 2)
}

function trace(g, points) {
  g.beginPath()
  for (const [x, y] of points) g.lineTo(x, y)
}

export function* frames() {
  for (let frame = 0; frame < fps * seconds; frame++) {
    const time = frame / (fps * seconds)
    const [canvas, g] = make(width, height, GROUND)
    for (let j = 0; j < LINES; j++) {
      const y0 = height * 0.25 + j * 12.6
      const lean = (n(j / 7, 4) - 0.5) * 0.5
      const ridge = Array.from({ length: (width - 118) / 2 }, (_, i) => {
        const x = 60 + i * 2
        const u = (x - width / 2) / (width / 2 - 32)
        return [x, y0 - Math.exp(-(((u + lean) * 2.3) ** 2)) * rise(x, j, time) * 185]
      })
      trace(g, ridge)
      g.lineTo(width - 60, y0 + 40)
      g.lineTo(60, y0 + 40)
      g.fillStyle = GROUND
      g.fill()
      trace(g, ridge)
      g.strokeStyle = TONES[j]
      g.lineWidth = 2
      g.stroke()
    }
    yield canvas
  }
}
