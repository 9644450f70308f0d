import { grid, mirrored, stamp } from '../lib/pixels.mjs'

// o outline, b coat, d stripe, l light fur, p ear, w eye white, g iris, k pupil, n nose, c collar, y bell
const PALETTE = {
  o: '#23262B',
  b: '#E39A4B',
  d: '#B86A2C',
  l: '#F6DDB2',
  p: '#D98279',
  w: '#FFFDF4',
  g: '#3F8F66',
  k: '#1A2320',
  n: '#B9524C',
  c: '#3D5A8A',
  y: '#F2C14E',
}

const HALF = [
  '....................',
  '....oo..............',
  '...obbo.............',
  '...obbbo............',
  '...obppbo....ooooooo',
  '...obpppboooobbbdbbb',
  '...obppbbbbbbbbbddbb',
  '...obbbbbbbdbbbbddbb',
  '...obbbbbbbddbbbbdbb',
  '..obbbbbbbbbbbbbbbbb',
  '..obbbbbbbbbbbbbbbbb',
  '..obdbbbbooooobbbbbb',
  '.oobddbbowggkwobbbbb',
  '..obbbbbowgkkwobbbbb',
  '.oobdbbbowgkkwobbbbl',
  '..obddbbbowggobbbbll',
  '..obbbbbbboooblllllln',
  '...obbbbbbbblllllnnn',
  '...obbbbbbbllllllllo',
  '....obbbbbbllllolllo',
  '.....obbbbbllllooool',
  '......oobbbbllllllll',
  '........oooobbbbllll',
  '......ooccccoooooooo',
  '.....obbcccccccccccy',
  '.....obbbbccccccccyy',
  '....obbbbbbbbbbbbbyy',
  '....obbdbbbbbblllllo',
  '...obbbddbbbbbllllll',
  '...obbbbbbbbblllllll',
  '...obbdbbbbbblllllll',
  '...obbddbbbbblllllll',
  '...obbbbbbbbblllllll',
].map((row) => row.slice(0, 20))

const TAIL = [
  '..oooo',
  '.obbbbo',
  'obddbbo',
  'obbobbo',
  '.oo.obo',
  '....obbo',
  '...obbbo',
  '...obdbo',
  '..obbbo',
  '..obbo',
  '.obbbo',
  'obbbo',
  'obboo',
  'obo',
  'oo',
]

export const works = {
  'cat-0419': () => {
    const screen = grid(44, 36, 24, '#8FB3A5')
    const { dot } = screen
    dot(0, 31, '#7BA091', 44, 5)
    for (let x = 0; x < 44; x += 2) dot(x, 30, '#7BA091')
    for (const [x, y] of [
      [3, 4],
      [40, 3],
      [38, 12],
    ]) {
      dot(x, y, '#BCD6C6')
      dot(x - 1, y + 1, '#BCD6C6', 3)
      dot(x, y + 2, '#BCD6C6')
    }
    stamp(screen, TAIL, PALETTE, 36, 17)
    stamp(screen, mirrored(HALF), PALETTE, 2, 3)
    return screen.canvas
  },
}
