import { grid } from '../lib/pixels.mjs'
import { rng, TAU } from '../lib/random.mjs'

const FRAMES = 20
const [W, H] = [64, 80]

function shrine({ dot }) {
  dot(0, 0, '#2A1014', W, H)
  for (let x = 0; x < W; x += 8) dot(x, 0, '#3A161A', 1, H)
  dot(6, 4, '#8E2A1E', 52, 5)
  dot(6, 4, '#C9503A', 52, 1)
  for (let k = 0; k < 5; k++) dot(18 + k * 6, 5, '#E9B23C', 4, 3)
  dot(16, 12, '#1A0A0C', 32, 38)
  dot(17, 13, '#4A1A16', 30, 36)
  for (let y = 14; y < 48; y++)
    for (let x = 18; x < 46; x++)
      if (Math.hypot(x - 31.5, y - 24) < 11 && ((x + y) % 2 || Math.hypot(x - 31.5, y - 24) < 9)) dot(x, y, '#D9A441')
  dot(25, 30, '#1F6B4A', 14, 18)
  dot(22, 33, '#1F6B4A', 20, 12)
  dot(31, 30, '#E9B23C', 2, 18)
  dot(28, 19, '#B5301E', 8, 10)
  dot(27, 15, '#174A34', 10, 4)
  dot(26, 18, '#E9B23C', 12, 1)
  dot(29, 22, '#120C0A', 2)
  dot(33, 22, '#120C0A', 2)
  dot(29, 27, '#120C0A', 6, 13)
  dot(30, 40, '#120C0A', 4, 3)
  dot(4, 50, '#7A2A1C', 56, 4)
  dot(4, 50, '#B5482F', 56, 1)
  dot(4, 54, '#4A1812', 56, 26)
  for (let k = 0; k < 4; k++) dot(8 + k * 13, 58, '#5E2018', 9, 18)
}

function burner({ dot }, frame) {
  dot(25, 58, '#C9973A', 14, 8)
  dot(23, 57, '#E9C06A', 18, 2)
  dot(27, 66, '#8A5E1E', 2, 3)
  dot(35, 66, '#8A5E1E', 2, 3)
  for (const x of [28, 31, 35]) {
    dot(x, 46, '#7A3A22', 1, 11)
    dot(x, 45, frame % 4 < 2 ? '#FF9A4A' : '#E2502A')
  }
  for (const x of [12, 50]) {
    dot(x, 44, '#E9E0CC', 3, 10)
    const flicker = (frame + x) % 5 < 3
    dot(x + 1, flicker ? 40 : 41, '#FFD77A', 1, flicker ? 4 : 3)
    dot(x, 42, '#F7A23A', 3, 2)
  }
}

function smoke({ dot }, frame) {
  const r = rng(4)
  for (const x of [28, 31, 35])
    for (let i = 0; i < 22; i++) {
      const t = (frame / FRAMES + i / 22) % 1
      const drift = Math.sin(t * 6 + x) * t * 5 + Math.sin((frame / FRAMES) * TAU + t * 4) * t * 2
      if (r() < 1 - t * 0.5) dot(x + drift, 44 - t * 42, t < 0.35 ? '#D9CFC4' : t < 0.7 ? '#8A7A78' : '#5A4648', t > 0.5 ? 2 : 1)
    }
}

export const frames = () =>
  Array.from({ length: FRAMES }, (_, frame) => {
    const screen = grid(W, H, 9)
    shrine(screen)
    burner(screen, frame)
    smoke(screen, frame)
    return screen.canvas
  })
export const delay = 100
export const colours = 31
