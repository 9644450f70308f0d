import { make } from '../lib/canvas.mjs'
import { TAU } from '../lib/random.mjs'

const FRAMES = 18
const S = 300

/** Two screens of rings: one stays, one goes round; what moves is between them. */
export const frames = () =>
  Array.from({ length: FRAMES }, (_, frame) => {
    const [canvas, g] = make(S, S, '#F0E9DA')
    const a = (frame / FRAMES) * TAU
    const rings = (x, y, colour) => {
      g.strokeStyle = colour
      g.lineWidth = 5.4
      for (let radius = 6; radius < 240; radius += 12) {
        g.beginPath()
        g.arc(x, y, radius, 0, TAU)
        g.stroke()
      }
    }
    g.save()
    g.beginPath()
    g.arc(S / 2, S / 2, 132, 0, TAU)
    g.clip()
    rings(S / 2, S / 2, '#17324A')
    g.globalCompositeOperation = 'multiply'
    rings(S / 2 + Math.cos(a) * 24, S / 2 + Math.sin(a) * 24, '#D2452B')
    g.restore()
    return canvas
  })
export const delay = 80
export const colours = 7
