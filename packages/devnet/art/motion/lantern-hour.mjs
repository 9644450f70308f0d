import { grid, stamp } from '../lib/pixels.mjs'
import { rng, TAU } from '../lib/random.mjs'

const FRAMES = 24
const [W, H] = [80, 80]
const GROUND = 66

const GUAN = [
  '....ggggg....',
  '...gyyyyyg...',
  '...orrrrro...',
  '...rorrrro...'.replace('orrrro', 'oorroo').slice(0, 13),
  '...rrrrrrr...',
  '....ooooo....',
  '..ggooooogg..',
  '.gggyoooyggg.',
  '.ggggyoygggg.',
  'ggGggyyyggGgg',
  'ggGgggggggGgg',
  'gGGgggyggGGgg',
  'gGGgggyggGGgg',
  'GGGGggygGGGGG',
]
const PALETTE = { g: '#2F7A54', G: '#1E4E38', y: '#E9BE4A', r: '#B8352A', o: '#1B1412' }

function night({ dot }, frame) {
  const sky = ['#0E1330', '#151D45', '#1F2A5C', '#2E3A72']
  for (let y = 0; y < GROUND; y++)
    for (let x = 0; x < W; x++) dot(x, y, sky[Math.min(3, Math.floor(y / 17 + ((x + y) % 2 ? 0.25 : -0.25) + 0.25))])
  const r = rng(8)
  for (let i = 0; i < 34; i++) {
    const [x, y, phase] = [r() * W, r() * 34, r() * FRAMES]
    dot(x, y, (frame + phase) % FRAMES < 5 ? '#5A6AA8' : '#DDE3F5')
  }
  for (let y = -6; y <= 6; y++)
    for (let x = -6; x <= 6; x++) if (x * x + y * y < 36 && (x + 3) ** 2 + (y + 2) ** 2 > 30) dot(67 + x, 11 + y, '#F6E7BC')
}

function roof({ dot }, y0, half, tall) {
  for (let y = 0; y < tall; y++) {
    const reach = Math.round(half - (tall - y) * 0.9 + (y === tall - 1 ? 3 : 0))
    for (let x = -reach; x <= reach; x++) dot(40 + x, y0 + y, (x + 60) % 3 === 0 ? '#174535' : '#2A6E52')
  }
  dot(40 - half - 3, y0 + tall, '#C99A3A', half * 2 + 7, 1)
  for (const side of [-1, 1])
    for (let i = 0; i < 4; i++) {
      dot(40 + side * (half + 1 + i), y0 + tall - 1 - i, '#2A6E52', 2, 2)
      if (i === 3) dot(40 + side * (half + 1 + i) + (side > 0 ? 1 : 0), y0 + tall - 2 - i, '#E9BE4A')
    }
}

function hall(screen, glow) {
  const { dot } = screen
  roof(screen, 17, 18, 7)
  dot(36, 14, '#E9BE4A', 9, 1)
  dot(38, 12, '#C99A3A', 5, 2)
  dot(40, 15, '#C99A3A', 1, 2)
  dot(24, 25, '#7A231C', 33, 5)
  for (let x = 25; x < 57; x += 4) dot(x, 26, '#E9BE4A', 2, 2)
  roof(screen, 30, 29, 7)
  dot(14, 38, '#8C2A20', 53, 4)
  for (let x = 15; x < 66; x += 5) dot(x, 39, '#2A6E52', 3, 2)
  dot(14, 42, '#3A1512', 53, GROUND - 42)
  const wall = ['#7A3A1E', '#94491F'][glow]
  dot(28, 42, wall, 25, GROUND - 42)
  for (let y = 42; y < GROUND; y++)
    for (let x = 28; x < 53; x++) if (Math.hypot(x - 40, (y - 50) * 0.9) < 9 + glow && (x + y) % 2) dot(x, y, '#E2A548')
  for (const x of [16, 27, 52, 63]) {
    dot(x, 42, '#C23A2B', 3, GROUND - 42)
    dot(x + 2, 42, '#8C2A20', 1, GROUND - 42)
    dot(x - 1, GROUND - 2, '#B9AE98', 5, 2)
  }
  stamp(screen, GUAN, PALETTE, 34, 47)
  dot(32, 61, '#7A231C', 17, 5)
  dot(32, 61, '#E9BE4A', 17, 1)
}

function lantern({ dot }, x, sway, glow) {
  for (let y = 44; y < 47; y++) dot(x, y, '#1B1412')
  const lx = x + sway
  dot(lx - 2, 47, '#E9BE4A', 5, 1)
  dot(lx - 3, 48, glow ? '#F2613A' : '#D9442E', 7, 5)
  dot(lx - 2, 49, glow ? '#FFC46B' : '#F59A4C', 5, 3)
  dot(lx - 2, 53, '#E9BE4A', 5, 1)
  dot(lx, 54, '#E9BE4A', 1, 3)
}

function court({ dot }, frame, glow) {
  dot(0, GROUND, '#4A4656', W, H - GROUND)
  dot(10, GROUND, '#8B8494', 61, 2)
  dot(7, GROUND + 2, '#757082', 67, 2)
  dot(4, GROUND + 4, '#625E70', 73, 2)
  for (let y = GROUND + 6; y < H; y++) for (let x = 0; x < W; x++) if ((x * 2 + y * 5) % 13 === 0) dot(x, y, '#3C394A')
  for (let y = GROUND; y < H; y++)
    for (let x = 24; x < 57; x++) if (Math.abs(x - 40) < 9 + (y - GROUND) * 0.6 + glow && (x + y) % 2) dot(x, y, '#B07A4A')
  dot(36, 71, '#2E4A45', 9, 1)
  dot(35, 72, '#3E635C', 11, 4)
  dot(36, 76, '#2E4A45', 2, 2)
  dot(43, 76, '#2E4A45', 2, 2)
  for (const x of [38, 40, 42]) dot(x, 68, '#B5573A', 1, 3)
  for (const x of [38, 40, 42]) dot(x, 67, frame % 4 < 2 ? '#FFB14A' : '#F2613A')
  for (let i = 0; i < 3; i++)
    for (let k = 0; k < 7; k++) {
      const rise = (k * 4 + (frame * 28) / FRAMES + i * 2) % 28
      const x = 38 + i * 2 + Math.sin(rise / 4 + i * 2) * (rise / 12)
      if (rise < 24) dot(x, 66 - rise, rise < 10 ? '#D9D3DC' : '#9A93A8')
    }
}

export const frames = () =>
  Array.from({ length: FRAMES }, (_, frame) => {
    const screen = grid(W, H, 9)
    const turn = (frame / FRAMES) * TAU
    const glow = frame % 12 < 7 ? 1 : 0
    night(screen, frame)
    hall(screen, glow)
    court(screen, frame, glow)
    lantern(screen, 23, Math.round(Math.sin(turn)), (frame + 3) % 8 < 5)
    lantern(screen, 59, Math.round(Math.sin(turn + 1)), frame % 8 < 5)
    return screen.canvas
  })
export const delay = 110
