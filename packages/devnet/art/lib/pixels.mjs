import { make } from './canvas.mjs'
import { rng } from './random.mjs'

/** A small grid drawn large: `dot(x, y, colour, w, h)` fills cells of k × k device pixels. */
export function grid(w, h, k, ground) {
  const [canvas, g] = make(w * k, h * k, ground)
  const dot = (x, y, colour, dw = 1, dh = 1) => {
    g.fillStyle = colour
    g.fillRect(Math.round(x) * k, Math.round(y) * k, dw * k, dh * k)
  }
  return { canvas, g, dot, w, h, k }
}

/** Draws rows of letters, one colour a letter; a blank or unknown letter leaves the cell alone. */
export function stamp({ dot }, rows, palette, x0 = 0, y0 = 0) {
  rows.forEach((row, y) => {
    ;[...row].forEach((letter, x) => {
      if (palette[letter]) dot(x0 + x, y0 + y, palette[letter])
    })
  })
}

/** Mirrors the left half of each row to the right. */
export const mirrored = (rows) => rows.map((row) => row + [...row].reverse().join(''))

/** Bands of colour that meet in a chequer, as screens with few colours did it. */
export function dither({ dot, w }, from, to, colours) {
  for (let y = from; y < to; y++)
    for (let x = 0; x < w; x++) {
      const t = ((y - from) / (to - from)) * (colours.length - 1)
      const i = Math.floor(t)
      const edge = t - i
      const up = edge > 0.72 || (edge > 0.42 && (x + y) % 2 === 0) || (edge > 0.24 && x % 2 === 0 && y % 4 === 1)
      dot(x, y, colours[Math.min(colours.length - 1, i + (up ? 1 : 0))])
    }
}

/** Single cells of the given colours, anywhere above a row. */
export const stars = ({ dot, w }, seed, below, count, colours) => {
  const r = rng(seed)
  for (let i = 0; i < count; i++) dot((r() * w) | 0, (r() * below) | 0, colours[(r() * colours.length) | 0])
}

export const disc = ({ dot }, cx, cy, radius, colour) => {
  for (let y = -radius; y <= radius; y++)
    for (let x = -radius; x <= radius; x++) if (x * x + y * y <= radius * radius + radius * 0.6) dot(cx + x, cy + y, colour)
}

/** Ground from `at(x)` down: a lit rim, a body, and a deeper tone when there is a third colour. */
export const ridge = ({ dot, w, h }, at, colours, bottom = h) => {
  for (let x = 0; x < w; x++) {
    const top = Math.round(at(x))
    for (let y = top; y < bottom; y++)
      dot(x, y, colours[y === top ? 0 : y - top < 3 && (x + y) % 2 ? 0 : y - top > 9 && colours[2] ? 2 : 1])
  }
}
