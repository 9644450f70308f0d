import { grid } from '../lib/pixels.mjs'
import { rng, TAU } from '../lib/random.mjs'

const FRAMES = 16
const [W, H] = [72, 72]
const FIRE = ['#7A1E14', '#C93A1C', '#F0741E', '#F9B23A', '#FDE79A']

function night({ dot }, frame) {
  const sky = ['#0B1026', '#121A3A', '#1B2650', '#2A3566']
  for (let y = 0; y < 46; y++) for (let x = 0; x < W; x++) dot(x, y, sky[Math.min(3, Math.floor(y / 11.5 + ((x + y) % 2 ? 0.28 : 0)))])
  const r = rng(5)
  for (let i = 0; i < 54; i++) {
    const [x, y, phase] = [(r() * W) | 0, (r() * 34) | 0, (r() * FRAMES) | 0]
    dot(x, y, (frame + phase) % FRAMES < 3 ? '#5A6AA0' : '#F2EBD0')
  }
  for (let x = 0; x < W; x++) {
    const top = 36 + Math.round(Math.sin(x / 6) * 2 + Math.sin(x / 17) * 4)
    dot(x, top, '#0E1A24', 1, 46 - top)
  }
  for (let k = 0; k < 9; k++) {
    const x = 3 + k * 8
    if (x > 24 && x < 46) continue
    for (let y = 0; y < 20; y++) for (let q = -(y >> 2); q <= y >> 2; q++) dot(x + q, 28 + y, q < 0 ? '#12241F' : '#0B1814')
  }
}

function glow({ dot }, frame) {
  const reach = 26 + Math.round(Math.sin((frame / FRAMES) * TAU * 2) * 1.4)
  for (let y = 46; y < H; y++)
    for (let x = 0; x < W; x++) {
      const d = Math.hypot(x - 36, (y - 58) * 1.9)
      dot(
        x,
        y,
        d < reach * 0.55
          ? '#7A4426'
          : d < reach * 0.8 && (x + y) % 2
            ? '#7A4426'
            : d < reach
              ? '#4A2E26'
              : d < reach * 1.25 && (x + y) % 2
                ? '#4A2E26'
                : '#1E1E24',
      )
    }
}

function flames({ dot }, frame) {
  for (let x = -8; x <= 8; x++) {
    const sway = Math.sin((frame / FRAMES) * TAU + x * 0.8) + Math.sin((frame / FRAMES) * TAU * 2 + x * 1.9) * 0.8
    const tall = Math.round((1 - (x / 9) ** 2) * 20 + sway * 2.4)
    for (let y = 0; y < tall; y++) {
      const heat = (1 - y / (tall + 1)) * (1 - Math.abs(x) / 9)
      dot(36 + x + Math.round((Math.sin((frame / FRAMES) * TAU + y / 4) * y) / 14), 57 - y, FIRE[Math.min(4, Math.floor(heat * 6.4))])
    }
  }
  for (const [x, w] of [
    [25, 22],
    [28, 16],
  ])
    dot(x, x === 25 ? 59 : 57, '#4A2A1C', w, 2)
  dot(26, 58, '#7A4A2E', 20)
  const r = rng(3)
  for (let i = 0; i < 14; i++) {
    const [x, phase, sway] = [26 + r() * 20, r(), r() * TAU]
    const t = (frame / FRAMES + phase) % 1
    dot(x + Math.sin(t * 5 + sway) * 4, 42 - t * 36, t < 0.6 ? '#F9B23A' : '#C93A1C')
  }
}

function sitters({ dot }) {
  for (const [x, coat, k] of [
    [13, '#2F5A6A', 1],
    [54, '#8A3A4A', -1],
  ]) {
    dot(x - 3, 60, '#3A261C', 13, 3)
    dot(x, 50, coat, 8, 10)
    dot(k > 0 ? x + 7 : x, 50, '#D98A4A', 1, 10)
    dot(x + 1, 44, '#E0A878', 6, 6)
    dot(x, 42, '#241814', 8, 3)
    dot(k > 0 ? x + 6 : x - 4, 54, coat, 6, 2)
  }
}

export const frames = () =>
  Array.from({ length: FRAMES }, (_, frame) => {
    const screen = grid(W, H, 9)
    night(screen, frame)
    glow(screen, frame)
    sitters(screen)
    flames(screen, frame)
    return screen.canvas
  })
export const delay = 90
export const colours = 31
