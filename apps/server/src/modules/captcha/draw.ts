import sharp from 'sharp'
import { type Stroke, strokesOf } from './glyphs.ts'

const WIDTH = 180
const HEIGHT = 60
const PAPER = 250
const INK = 34

/** A number from 0 up to 1, like `Math.random`. */
export type Chance = () => number
type Line = { readonly ax: number; readonly ay: number; readonly bx: number; readonly by: number; readonly half: number }

/** The captcha's text as a PNG: each letter is rotated, skewed and shifted at random, with lines and noise. */
export async function drawCaptcha(word: string, chance: Chance): Promise<Buffer> {
  const wave = { high: 2 + chance() * 3, long: 30 + chance() * 20, from: chance() * 6 }
  const lines = [...[...word].flatMap((letter, at) => linesOf(letter, at, word.length, chance)), ...scratches(chance)]
  const pixels = Buffer.alloc(WIDTH * HEIGHT)
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) {
      const swayed = y + wave.high * Math.sin(x / wave.long + wave.from)
      const dust = chance() < 0.06 ? chance() * 90 : 0
      pixels[y * WIDTH + x] = Math.max(INK, Math.round(PAPER - coverage(lines, x, swayed) * (PAPER - INK) - dust))
    }
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 1 } })
    .png()
    .toBuffer()
}

const between = (chance: Chance, from: number, to: number): number => from + chance() * (to - from)

function linesOf(letter: string, at: number, count: number, chance: Chance): Line[] {
  const cell = (WIDTH - 24) / count
  const [size, turn, lean] = [between(chance, 5.2, 6.4), between(chance, -0.35, 0.35), between(chance, -0.25, 0.25)]
  const [left, top] = [12 + cell * (at + 0.5) + between(chance, -4, 4), HEIGHT / 2 + between(chance, -5, 5)]
  const place = ([x, y]: readonly [number, number]): [number, number] => {
    const [dx, dy] = [(x - 2) * size + lean * (y - 3) * size + between(chance, -0.9, 0.9), (y - 3) * size + between(chance, -0.9, 0.9)]
    return [left + dx * Math.cos(turn) - dy * Math.sin(turn), top + dx * Math.sin(turn) + dy * Math.cos(turn)]
  }
  return strokesOf(letter).flatMap((stroke) => joined(stroke.map(place), between(chance, 1.3, 1.9)))
}

function joined(points: Stroke, half: number): Line[] {
  return points.slice(1).map(([bx, by], at) => {
    const [ax, ay] = points[at] ?? [bx, by]
    return { ax, ay, bx, by, half }
  })
}

function scratches(chance: Chance): Line[] {
  return [1, 2].flatMap(() => {
    const points = [0, 0.33, 0.66, 1].map((part): [number, number] => [part * WIDTH, between(chance, 8, HEIGHT - 8)])
    return joined(points, between(chance, 0.5, 0.9))
  })
}

/** How much of a pixel ink covers, 0 to 1, with soft edges. */
function coverage(lines: readonly Line[], x: number, y: number): number {
  let most = 0
  for (const line of lines) {
    const covered = line.half + 0.5 - distance(line, x, y)
    if (covered > most) most = covered
    if (most >= 1) return 1
  }
  return most
}

function distance({ ax, ay, bx, by }: Line, x: number, y: number): number {
  const [dx, dy] = [bx - ax, by - ay]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length))
  return Math.hypot(x - ax - along * dx, y - ay - along * dy)
}
