import { disc, dither, grid, ridge, stamp } from '../lib/pixels.mjs'
import { rng } from '../lib/random.mjs'

export const works = {
  'red-hare-pixel': () => {
    const s = grid(56, 48, 18)
    const { dot } = s
    dither(s, 0, 36, ['#F3C46A', '#F6D994', '#F9EBC0'])
    disc(s, 40, 14, 8, '#D9402B')
    ridge(s, (x) => 32 - Math.abs(Math.sin(x / 9)) * 6, ['#9A7A5A', '#7A5E4A'], 40)
    dot(0, 38, '#5E4636', 56, 10)
    for (let x = 0; x < 56; x++) if ((x * 5) % 7 < 3) dot(x, 40 + (x % 5), '#7A5E48', 2)
    const coat = {
      r: '#B5281E',
      d: '#7A1812',
      k: '#2A0E0C',
      w: '#F6EAD0',
      g: '#1F6B4A',
      y: '#E9B23C',
      f: '#C9382A',
      b: '#120C0A',
      e: '#8A5A2B',
      s: '#DCE2E0',
    }
    stamp(
      s,
      [
        '.....................................s....',
        '....................................ss....',
        '...................yyy..............ss.s..',
        '..................ggggg............sss....',
        '..................ggggg............ss.....',
        '..................fffbf...........ee......',
        '..................fffff...........e.......',
        '...................bbb...........ee.......',
        '.................gggbbgg.......kke........',
        '................gggybbygggg...krrk........',
        '...............gggggbbggggg..kkrrrk.......',
        '..............gggggybbygg.e.kkrrrrrr......',
        '..............ggggggbbgg.eekkrrrwrrrr.....',
        '.............ggggggybygg.ekkkrrrrrrrrr....',
        '....kk.......gggggggbggeekkrrrrrrrrddd....',
        '...kkkk....rrgggggggggrrrrrrrrrrrr........',
        '..kk.kkkrrrrrrgggggggrrrrrrrrrrrr.........',
        '..k...krrrrrrrrgggggrrrrrrrrrrrr..........',
        '.kk...rrrrrrrrrryyyrrrrrrrrrrrr...........',
        '.k....rrrrrrrrrrrrrrrrrrrrrrrrr...........',
        '......drrrrrrrrrrrrrrrrrrrrrrrdd..........',
        '......ddrrrrrrddddddddrrrrrrrrrrrrr.......',
        '.....ddd.rrrr..........drrrd...ddrrrr.....',
        '....ddd...rrr...........rrr.......drr.....',
        '...ddd.....rrr..........drr.......drr.....',
        '...dd.......rrr..........rr.......dd......',
        '..dd.........rr..........rr......dd.......',
        '..kk.........kk..........kk......kk.......',
      ],
      coat,
      6,
      12,
    )
    return s.canvas
  },
  'temple-first-snow': () => {
    const s = grid(80, 64, 12)
    const { dot } = s
    dither(s, 0, 46, ['#1E2440', '#33406A', '#5E6F98', '#9AA4BE'])
    ridge(s, (x) => 34 - Math.abs(Math.sin(x / 13 + 1)) * 14, ['#8A98B4', '#5A6A8C'], 48)
    dot(0, 46, '#E6EAF0', 80, 18)
    for (let x = 0; x < 80; x++) if ((x * 7) % 11 < 4) dot(x, 48 + (x % 13), '#C6D0DE', 3)
    const roof = (x, y, width, rise) => {
      for (let k = 0; k < rise; k++) dot(x + k * 2, y - k, k % 2 ? '#2E6E52' : '#24573F', width - k * 4)
      dot(x - 2, y, '#1B4030', width + 4)
      dot(x - 3, y - 1, '#1B4030', 2)
      dot(x + width + 1, y - 1, '#1B4030', 2)
      for (let k = 0; k < width - rise * 4 + 8; k++) dot(x + rise * 2 - 4 + k, y - rise - (k % 3 ? 0 : 1), '#F6F8FA')
      for (let k = 0; k < width; k += 3) dot(x + k, y - 1, '#F6F8FA', 2)
    }
    dot(20, 34, '#8E2A22', 40, 16)
    for (let x = 21; x < 60; x += 9) dot(x, 34, '#B5402F', 3, 16)
    dot(33, 38, '#3A1A18', 14, 12)
    dot(34, 39, '#F2B95A', 12, 11)
    dot(39, 39, '#3A1A18', 2, 11)
    roof(14, 33, 52, 6)
    dot(28, 20, '#8E2A22', 24, 7)
    for (let x = 30; x < 52; x += 5) dot(x, 21, '#F2B95A', 3, 4)
    roof(22, 20, 36, 5)
    for (const x of [16, 62]) {
      dot(x, 36, '#E2472F', 3, 5)
      dot(x + 1, 37, '#FFC97A', 1, 3)
      dot(x + 1, 34, '#2A1A18', 1, 2)
    }
    dot(18, 50, '#C9CEDA', 44, 2)
    dot(14, 52, '#B2BACB', 52, 2)
    for (const x of [8, 70]) {
      dot(x, 42, '#3A2A24', 2, 10)
      for (let k = 0; k < 5; k++) dot(x - 4 + k, 42 - k * 3, k % 2 ? '#2E5A4A' : '#F4F7FA', 10 - k * 2, 2)
    }
    dot(38, 55, '#4A4A55', 4, 4)
    dot(37, 54, '#6A6A78', 6, 1)
    const r = rng(6)
    for (let i = 0; i < 120; i++) dot(r() * 80, r() * 64, '#FFFFFF')
    return s.canvas
  },
  'three-at-the-gate': () => {
    const s = grid(72, 56, 14)
    const { dot } = s
    dither(s, 0, 42, ['#B5402A', '#D9703A', '#F2B25A', '#F9DE9A'])
    dot(0, 40, '#6E3A2A', 72, 16)
    for (let x = 0; x < 72; x += 6) for (let y = 41; y < 56; y += 4) dot(x + (y % 8 ? 3 : 0), y, '#5A2E24', 5, 1)
    dot(8, 4, '#2E2420', 56, 4)
    dot(4, 2, '#1F5A43', 64, 3)
    dot(10, 8, '#7A1F18', 5, 34)
    dot(57, 8, '#7A1F18', 5, 34)
    dot(26, 9, '#1A1512', 20, 5)
    for (let k = 0; k < 4; k++) dot(28 + k * 4, 10, '#E9B23C', 3, 3)
    const person = (x, robe, trim, skin, beard) => {
      dot(x, 26, robe, 12, 18)
      dot(x - 2, 28, robe, 16, 9)
      dot(x + 5, 26, trim, 2, 18)
      dot(x, 36, trim, 12, 1)
      dot(x + 2, 18, skin, 8, 8)
      dot(x + 1, 14, '#1A1512', 10, 4)
      dot(x + 4, 12, trim, 4, 2)
      dot(x + 3, 21, '#1A1512', 2, 1)
      dot(x + 7, 21, '#1A1512', 2, 1)
      beard(x)
      dot(x + 1, 44, '#1A1512', 4, 2)
      dot(x + 7, 44, '#1A1512', 4, 2)
    }
    person(16, '#2F5A8A', '#E9B23C', '#F0C8A0', (x) => dot(x + 5, 25, '#3A2A20', 2, 3))
    person(30, '#1F6B4A', '#E9B23C', '#B5301E', (x) => dot(x + 3, 24, '#1A1512', 6, 10))
    person(44, '#3A3A44', '#B5402A', '#8A5A3E', (x) => {
      dot(x + 1, 24, '#1A1512', 10, 4)
      dot(x + 2, 28, '#1A1512', 2, 2)
      dot(x + 8, 28, '#1A1512', 2, 2)
    })
    const r = rng(3)
    for (let i = 0; i < 40; i++) dot(r() * 72, r() * 50, '#F6B8C0')
    return s.canvas
  },
}
