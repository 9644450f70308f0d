// node avatars.mjs   redraws the demo accounts' avatars from the descriptions in ../media/works.json
import fs from 'node:fs'
import { make } from './lib/canvas.mjs'
import { MEDIA, report } from './lib/write.mjs'

const SIZE = 256
const U = SIZE / 32

const FIGURES = {
  hill: (g) => g.arc(10 * U, 22 * U, 13 * U, 0, 7),
  horizon: (g) => {
    g.rect(0, 16 * U, SIZE, 16 * U)
    g.moveTo(27 * U, 10 * U)
    g.arc(22 * U, 10 * U, 5 * U, 0, 7)
  },
  diagonal: (g) => {
    g.moveTo(0, SIZE)
    g.lineTo(SIZE, 0)
    g.lineTo(SIZE, SIZE)
  },
  sun: (g) => g.arc(SIZE / 2, SIZE / 2, 8.5 * U, 0, 7),
  peaks: (g) => {
    g.moveTo(0, SIZE)
    g.lineTo(12 * U, 11 * U)
    g.lineTo(18 * U, 20 * U)
    g.lineTo(22 * U, 15 * U)
    g.lineTo(SIZE, SIZE)
  },
  eclipse: (g) => {
    g.arc(SIZE / 2, SIZE / 2, 11 * U, 0, 2 * Math.PI)
    g.moveTo(23 * U, 13 * U)
    g.arc(17 * U, 13 * U, 6 * U, 0, 2 * Math.PI, true)
  },
}

const { profiles } = JSON.parse(fs.readFileSync(`${MEDIA}works.json`, 'utf8'))
for (const { avatar } of profiles) {
  const [canvas, g] = make(SIZE, SIZE, avatar.ground)
  g.fillStyle = avatar.colour
  g.beginPath()
  FIGURES[avatar.figure](g)
  g.fill('evenodd')
  fs.writeFileSync(MEDIA + avatar.file, canvas.toBuffer('image/png'))
  report(avatar.file, SIZE, SIZE)
}
