import { make } from '../lib/canvas.mjs'
import { noise, rng } from '../lib/random.mjs'

export const works = {
  'pixel-valley': () => {
    const W0 = 64,
      H0 = 48,
      K = 15,
      [c, g] = make(W0 * K, H0 * K),
      n = noise(7),
      r = rng(7),
      p = (x, y, col) => {
        g.fillStyle = col
        g.fillRect(x * K, y * K, K, K)
      },
      sky = ['#2A2350', '#473372', '#7B4A86', '#B8638A', '#E58B7B', '#F6BD82', '#FBE3A4']
    for (let y = 0; y < H0; y++)
      for (let x = 0; x < W0; x++) {
        const t = (y / 30) * 6,
          k = Math.min(6, Math.floor(t + ((x + y) & 1 ? 0.25 : -0.25) * 1.2))
        p(x, y, sky[Math.max(0, k)])
      }
    for (let i = 0; i < 26; i++) p((r() * W0) | 0, (r() * 14) | 0, '#F5E7C8')
    for (let y = -6; y <= 6; y++)
      for (let x = -6; x <= 6; x++) if (x * x + y * y < 38) p(44 + x, 19 + y, y > 2 && y & 1 ? '#F6BD82' : '#FFF1C9')
    const hill = (b, a, f, cols, o) => {
      for (let x = 0; x < W0; x++) {
        const top = Math.round(b - n.fbm(x / f, o) * a)
        for (let y = top; y < H0; y++) p(x, y, cols[y === top ? 0 : y - top < 3 && (x + y) & 1 ? 0 : 1])
      }
    }
    hill(34, 16, 14, ['#8C5A8E', '#6B4580'], 1)
    hill(40, 14, 11, ['#57477E', '#413569'], 5)
    hill(45, 12, 9, ['#2F3A5E', '#232A4C'], 9)
    for (let y = 42; y < H0; y++) for (let x = 0; x < W0; x++) p(x, y, (x * 3 + y * 7) % 11 < 2 ? '#F6BD82' : y & 1 ? '#3A5A86' : '#2F4A77')
    for (let i = 0; i < 9; i++) {
      const x = 3 + i * 3 + ((r() * 2) | 0),
        y = 42,
        hh = 4 + ((r() * 5) | 0)
      for (let k = 0; k < hh; k++) for (let q = -((k / 2) | 0); q <= ((k / 2) | 0); q++) p(x + q, y - hh + k, q < 0 ? '#1E3B45' : '#162C36')
    }
    return c
  },
  'guan-gong-pixel': () => {
    const S = 32,
      K = 25,
      [c, g] = make(S * K, S * K, '#E7C987'),
      p = (x, y, q, ww = 1, hh = 1) => {
        g.fillStyle = q
        g.fillRect(x * K, y * K, ww * K, hh * K)
      },
      sym = (x, y, q, ww = 1, hh = 1) => {
        p(x, y, q, ww, hh)
        p(S - 1 - x - ww, y, q, ww, hh)
      },
      O = '#1B1714',
      G = '#2E6E4E',
      GD = '#1E4E38',
      R = '#A8342A',
      RD = '#7E231E',
      Y = '#E3B23C'
    for (let y = 0; y < S; y++)
      for (let x = 0; x < S; x++)
        if (Math.hypot(x - 15, y - 13) < 12.5) p(x, y, (x + y) & 1 && Math.hypot(x - 15, y - 13) > 11 ? '#E7C987' : '#F1DDA9')
    p(9, 2, O, 13, 6)
    p(10, 3, G, 11, 5)
    p(10, 6, Y, 11, 1)
    p(14, 1, O, 3, 2)
    p(15, 2, Y, 1, 2)
    sym(7, 5, O, 3, 4)
    sym(8, 6, GD, 2, 3)
    p(14, 4, R, 3, 2)
    p(15, 4, Y)
    p(9, 8, O, 13, 9)
    p(10, 8, R, 11, 9)
    sym(10, 8, RD, 1, 9)
    sym(10, 9, O, 4, 1)
    sym(11, 10, O, 3, 1)
    sym(11, 11, '#F3E7D0', 3, 1)
    sym(12, 11, O)
    p(15, 11, RD, 1, 3)
    p(14, 13, RD, 3, 1)
    p(13, 15, O, 5, 1)
    sym(9, 14, O, 2, 6)
    p(9, 20, GD, 13, 12)
    p(11, 16, O, 9, 9)
    p(12, 25, O, 7, 2)
    p(14, 27, O, 3, 1)
    sym(12, 17, '#3A332E', 1, 7)
    p(15, 18, '#3A332E', 1, 7)
    sym(3, 19, O, 7, 13)
    sym(4, 20, G, 6, 12)
    sym(4, 22, GD, 2, 10)
    sym(8, 19, Y, 2, 1)
    sym(9, 20, Y, 1, 8)
    p(13, 28, Y, 5, 1)
    p(12, 29, GD, 7, 3)
    p(27, 3, O, 1, 29)
    p(28, 3, '#8A5A2B', 1, 29)
    p(27, 9, Y, 3, 1)
    p(27, 2, '#D7DDDF', 2, 7)
    p(29, 1, '#D7DDDF', 1, 7)
    p(30, 2, '#AEB8BC', 1, 5)
    p(28, 0, O, 2, 1)
    return c
  },
}
