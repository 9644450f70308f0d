import { make } from './canvas.mjs'

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
