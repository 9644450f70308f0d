import { disc, dither, grid, ridge, stamp, stars } from '../lib/pixels.mjs'
import { noise, rng } from '../lib/random.mjs'

export const works = {
  'noodle-bar-two-am': () => {
    const s = grid(96, 72, 11)
    const { dot } = s
    dither(s, 0, 30, ['#0E1024', '#1B1B3E', '#2E2456', '#3F2D66'])
    const r = rng(7)
    for (let x = 0; x < 96; ) {
      const [width, top] = [6 + ((r() * 9) | 0), 6 + ((r() * 18) | 0)]
      dot(x, top, '#15142E', width, 58 - top)
      for (let y = top + 2; y < 44; y += 3)
        for (let wx = x + 1; wx < x + width - 1; wx += 2) if (r() < 0.28) dot(wx, y, ['#E7B24A', '#6F8FC0', '#C9607A'][(r() * 3) | 0])
      x += width
    }
    dot(0, 58, '#23203A', 96, 14)
    for (let y = 60; y < 72; y += 2) for (let x = 0; x < 96; x++) if ((x * 7 + y * 3) % 13 < 3) dot(x, y, '#2F2B4C')
    dot(18, 26, '#5A2A2A', 60, 34)
    dot(20, 34, '#F4C66A', 56, 16)
    dot(20, 34, '#F9DE9A', 56, 4)
    for (let x = 22; x < 76; x += 6) dot(x, 34, '#B5402A', 4, 5)
    for (let x = 22; x < 76; x += 6) dot(x, 39, '#8E2A20', 4, 1)
    dot(16, 24, '#8E2A20', 64, 4)
    dot(16, 23, '#C9503A', 64, 1)
    dot(18, 50, '#7A4630', 60, 3)
    dot(18, 53, '#4A2A22', 60, 7)
    for (let x = 20; x < 76; x += 8) dot(x, 54, '#5E3628', 5, 5)
    dot(40, 16, '#1E1A30', 16, 8)
    dot(41, 17, '#E23A5A', 14, 6)
    stamp(s, ['.w.w.', 'wwwww', '.w.w.', 'w.w.w'], { w: '#FFE9D0' }, 42, 18)
    stamp(s, ['.ww.', 'w..w', 'w..w', '.ww.'], { w: '#FFE9D0' }, 49, 18)
    const guest = (x, coat, hair) => {
      dot(x, 46, '#E0A878', 5, 5)
      dot(x - 1, 44, hair, 7, 3)
      dot(x - 2, 51, coat, 9, 8)
      dot(x, 59, '#1E1A26', 2, 4)
      dot(x + 3, 59, '#1E1A26', 2, 4)
    }
    guest(28, '#2F5A7A', '#1A1512')
    guest(42, '#8A3A5A', '#4A2A1A')
    guest(64, '#3E6B4A', '#1A1512')
    dot(54, 40, '#E0A878', 5, 5)
    dot(53, 37, '#F4F0E6', 7, 3)
    dot(52, 45, '#F4F0E6', 9, 5)
    for (const [x, y] of [
      [34, 44],
      [36, 42],
      [35, 40],
      [60, 46],
      [61, 43],
    ])
      dot(x, y, '#FFF6DC')
    for (const x of [14, 81]) {
      dot(x - 2, 30, '#E2472F', 5, 6)
      dot(x - 1, 31, '#FFB46A', 3, 4)
      dot(x - 1, 29, '#3A1A1A', 3)
    }
    for (let i = 0; i < 60; i++) dot(24 + r() * 50, 61 + r() * 10, r() < 0.5 ? '#8A5A4A' : '#C98A4A')
    return s.canvas
  },
  'lighthouse-blue-hour': () => {
    const s = grid(72, 96, 11)
    const { dot } = s
    dither(s, 0, 66, ['#10183A', '#1E2C5E', '#35488A', '#5E6FB0', '#A08AC0', '#E0A2A8', '#F6C9A0'])
    stars(s, 3, 34, 40, ['#F4ECD0', '#8A9AD0'])
    for (let x = 0; x < 72; x++) {
      const reach = Math.abs(x - 45) * 0.17
      for (let y = -reach; y <= reach; y++) if (x < 42 && (x + Math.round(y)) % 2 === 0) dot(x, 26 + Math.round(y), '#F7E3A0')
    }
    dither(s, 66, 96, ['#8A7AB0', '#4A5A9A', '#2A3A74', '#18244E'])
    const r = rng(8)
    for (let i = 0; i < 120; i++) dot(r() * 72, 67 + r() * 29, r() < 0.4 ? '#F2C9A6' : '#6F7FC0', 1 + r() * 3)
    const n = noise(2)
    ridge(s, (x) => (x < 22 ? 96 : 76 - Math.sin(((x - 22) / 52) * 2.6) * 15 - n(x / 4, 1) * 4), ['#3E4A52', '#232C3A', '#161C28'])
    for (let y = 22; y < 66; y++) {
      const half = 3 + ((y - 22) / 44) * 3
      const band = ((y - 22) / 8) | 0
      for (let x = -half; x <= half; x++) dot(45 + x, y, band % 2 ? (x > 1 ? '#9A2A2A' : '#C9403A') : x > 1 ? '#B9B4C4' : '#F0EADC')
    }
    dot(41, 20, '#2A2438', 9, 2)
    dot(42, 23, '#FFF3B8', 7, 5)
    dot(43, 24, '#FFFFFF', 3, 3)
    dot(41, 28, '#2A2438', 9, 1)
    dot(42, 17, '#9A2A2A', 7, 3)
    dot(44, 15, '#9A2A2A', 3, 2)
    dot(44, 44, '#2A2438', 2, 4)
    dot(54, 56, '#F0EADC', 10, 8)
    dot(53, 53, '#8E3A34', 12, 3)
    dot(57, 58, '#F7D27A', 2, 3)
    return s.canvas
  },
  'night-train-desert': () => {
    const s = grid(112, 64, 10)
    const { dot } = s
    dither(s, 0, 40, ['#1A1236', '#3A1E56', '#6E2E6A', '#B5476A', '#E97A5E', '#F9B872'])
    stars(s, 5, 22, 46, ['#FBEFD0', '#C9A0D0'])
    disc(s, 84, 32, 9, '#FBE0A0')
    for (let y = 30; y < 42; y += 3) for (let x = 74; x < 95; x++) if (Math.hypot(x - 84, y - 32) < 9.5) dot(x, y, '#F2A46A')
    ridge(s, (x) => 40 - (x > 10 && x < 34 ? 12 : 0) - (x > 14 && x < 24 ? 4 : 0) - (x > 56 && x < 66 ? 9 : 0), ['#7A2E4E', '#5A2448'], 46)
    dither(s, 44, 64, ['#C9603E', '#8E3A3A', '#5A2436', '#361830'])
    for (let x = 0; x < 112; x++) {
      dot(x, 52, '#2A1424')
      if (x % 4 < 2) dot(x, 53, '#4A2434')
    }
    const car = (x, width) => {
      dot(x, 42, '#2B3A5E', width, 9)
      dot(x, 42, '#E9D9A8', width, 1)
      dot(x, 48, '#B5402A', width, 1)
      for (let k = x + 2; k < x + width - 2; k += 4) dot(k, 44, '#FBD98A', 3, 3)
      for (const k of [x + 2, x + width - 5]) dot(k, 51, '#120C1A', 3, 2)
    }
    for (let i = 0; i < 5; i++) car(-8 + i * 21, 20)
    dot(97, 44, '#2B3A5E', 10, 7)
    dot(99, 41, '#2B3A5E', 5, 3)
    dot(100, 42, '#FBD98A', 3, 2)
    dot(97, 48, '#B5402A', 11, 1)
    dot(106, 46, '#FFF6C0', 2, 2)
    for (let x = 108; x < 112; x++) for (let y = 44; y < 51; y++) if ((x + y) % 2) dot(x, y, '#F9D98A')
    const r = rng(4)
    for (let i = 0; i < 9; i++) {
      const [x, y] = [(r() * 110) | 0, 56 + ((r() * 7) | 0)]
      dot(x, y - 5, '#24402E', 2, 6)
      dot(x - 2, y - 3, '#24402E', 2, 1)
      dot(x + 2, y - 4, '#24402E', 2, 1)
      dot(x - 2, y - 4, '#24402E', 1, 1)
    }
    return s.canvas
  },
  'glasshouse-noon': () => {
    const s = grid(88, 72, 11)
    const { dot } = s
    dither(s, 0, 72, ['#BFE3E0', '#DDF0DC', '#F3F2D0'])
    const r = rng(15)
    for (let x = 0; x < 88; x += 2) {
      const tall = 8 + ((r() * 22) | 0)
      const tone = ['#2F6B4A', '#3E8A57', '#1F4E3A', '#6FA84E'][(r() * 4) | 0]
      for (let k = 0; k < tall; k++) {
        dot(x + Math.round(Math.sin(k / 4 + x) * 1.6), 60 - k, tone, 2)
        if (k % 3 === 1) dot(x - 2 + ((k * 5) % 6), 60 - k, '#5FA05A', 2)
      }
      if (r() < 0.34) {
        const colour = ['#E2573F', '#F2B23C', '#F7E6D0', '#C9609A'][(r() * 4) | 0]
        dot(x - 1, 60 - tall, colour, 3)
        dot(x, 59 - tall, colour, 1, 3)
      }
    }
    for (const [x, y] of [
      [20, 58],
      [62, 58],
    ]) {
      for (let a = 0; a < 7; a++)
        for (let k = 0; k < 15; k++)
          dot(
            x + Math.round((a - 3) * k * 0.42),
            y - 14 - Math.round(Math.sin((k / 15) * 3) * (12 - Math.abs(a - 3) * 2)) + (k > 10 ? k - 10 : 0),
            k % 2 ? '#24593E' : '#3E8A57',
            2,
          )
      dot(x, y - 14, '#6E4A32', 2, 16)
    }
    dot(0, 60, '#C9B08A', 88, 12)
    for (let y = 61; y < 72; y += 3) for (let x = (y % 2) * 4; x < 88; x += 8) dot(x, y, '#B59A74', 7, 1)
    dot(34, 56, '#8A5A3A', 20, 2)
    dot(35, 58, '#6E4630', 2, 6)
    dot(51, 58, '#6E4630', 2, 6)
    dot(40, 51, '#D9663A', 5, 5)
    dot(46, 49, '#3E7A9A', 5, 7)
    for (let i = 0; i <= 8; i++) dot(i * 11 - 1, 0, '#F8F6EA', 1, 60)
    for (const y of [0, 16, 34]) dot(0, y, '#F8F6EA', 88, 1)
    for (let x = 0; x < 88; x++) dot(x, Math.round(16 - Math.abs(44 - x) * 0.36), '#8FA8A0')
    return s.canvas
  },
  'laundry-day-kowloon': () => {
    const s = grid(72, 96, 11)
    const { dot } = s
    const r = rng(11)
    dot(0, 0, '#7FB0C0', 72, 96)
    for (let col = 0; col < 6; col++)
      for (let row = 0; row < 8; row++) {
        const [x, y] = [col * 12, row * 12]
        dot(x, y, ['#C9A88A', '#B9977A', '#D4B896', '#A98A72', '#BFA0A0'][(r() * 5) | 0], 12, 12)
        dot(x, y, '#8A6E5A', 12, 1)
        dot(x, y, '#7E6450', 1, 12)
        const lit = r()
        dot(x + 2, y + 3, '#3A3A44', 8, 6)
        dot(x + 3, y + 4, lit < 0.3 ? '#F7D98A' : lit < 0.6 ? '#6F9AA8' : '#4A5A68', 3, 4)
        dot(x + 7, y + 4, lit < 0.4 ? '#F2C870' : '#5A7684', 2, 4)
        if (r() < 0.45) {
          dot(x + 1, y + 8, '#D8DCD8', 5, 3)
          dot(x + 2, y + 9, '#9AA4A8', 3, 1)
        }
        if (r() < 0.62) {
          dot(x + 1, y + 10, '#5A4A40', 11, 1)
          for (let k = 0; k < 4; k++) {
            const cloth = ['#E2573F', '#F4F0E4', '#3E6FA0', '#E9B84A', '#6FA070', '#C9709A'][(r() * 6) | 0]
            const wide = 2 + ((r() * 2) | 0)
            dot(x + 1 + k * 3, y + 10, cloth, wide, 3 + ((r() * 3) | 0))
          }
        }
        if (r() < 0.2) {
          dot(x + 3, y + 7, '#3E7A4A', 5, 2)
          dot(x + 5, y + 5, '#5FA05A', 2, 2)
        }
      }
    for (let y = 0; y < 96; y++) for (let x = 30; x < 38; x++) dot(x, y, y < 40 ? '#9FD0DC' : y < 70 ? '#7FB0C0' : '#4A6A78')
    for (let y = 6; y < 96; y += 9) {
      dot(29, y, '#3A3A40', 10, 1)
      for (let k = 0; k < 3; k++) dot(30 + k * 3, y + 1, ['#E2573F', '#F4F0E4', '#E9B84A', '#3E6FA0'][(r() * 4) | 0], 2, 4)
    }
    dot(26, 44, '#B5302A', 5, 20)
    for (let y = 46; y < 62; y += 4) dot(27, y, '#FBE7A0', 3, 2)
    return s.canvas
  },
  'last-arcade': () => {
    const s = grid(96, 72, 11)
    const { dot } = s
    dot(0, 0, '#17122C', 96, 72)
    for (let y = 50; y < 72; y++) for (let x = 0; x < 96; x++) if ((((x + (y - 50) * 2) >> 3) + ((y - 50) >> 2)) % 2) dot(x, y, '#2A1E4A')
    for (let x = 0; x < 96; x += 6) dot(x, 8, x % 12 ? '#E23A7A' : '#3AC0D0', 4, 1)
    const cabinet = (x, body, glow, picture) => {
      dot(x, 18, body, 20, 40)
      dot(x + 1, 19, '#0E0A1C', 18, 1)
      dot(x + 2, 20, glow, 16, 4)
      dot(x + 2, 26, '#0A0814', 16, 14)
      picture(x + 3, 27)
      dot(x - 1, 41, body, 22, 4)
      dot(x + 4, 39, '#E9E4F0', 1, 3)
      dot(x + 3, 38, '#E23A4A', 3, 2)
      for (const [dx, tone] of [
        [10, '#F2C23C'],
        [13, '#3AC0D0'],
        [16, '#E23A7A'],
      ])
        dot(x + dx, 42, tone, 2, 1)
      dot(x + 8, 48, '#0E0A1C', 4, 6)
      dot(x + 9, 49, '#F2C23C', 2, 1)
      for (let k = 0; k < 9; k++) for (let q = 0; q < 20; q++) if ((q + k) % 2 && k < 7) dot(x + q, 58 + k, glow)
    }
    const r = rng(2)
    cabinet(8, '#3A2A6E', '#E23A7A', (x, y) => {
      for (let row = 0; row < 3; row++)
        for (let k = 0; k < 4; k++)
          stamp(s, ['.g.', 'ggg', 'g.g'], { g: ['#6FE07A', '#F2E23C', '#E26AC0'][row] }, x + k * 4 - 1, y + row * 3)
      dot(x + 6, y + 11, '#E9E4F0', 3, 1)
    })
    cabinet(38, '#1E4A6E', '#3AC0D0', (x, y) => {
      for (let k = 0; k < 12; k++) dot(x + k, y + 9 - Math.abs(Math.round(Math.sin(k / 1.7) * 3)), '#6FE07A', 1, 4)
      dot(x + 8, y + 2, '#F2C23C', 3, 3)
      dot(x + 3, y + 4, '#E23A4A', 2, 2)
    })
    cabinet(68, '#6E2A3A', '#F2C23C', (x, y) => {
      for (let k = 0; k < 26; k++) dot(x + r() * 13, y + r() * 11, ['#3A6AE2', '#E23A4A', '#F2C23C', '#6FE07A'][(r() * 4) | 0], 2, 1)
    })
    dot(46, 46, '#2A1E1A', 7, 3)
    dot(46, 48, '#E0A878', 6, 3)
    dot(44, 51, '#C9503A', 11, 10)
    dot(45, 61, '#24345E', 4, 8)
    dot(50, 61, '#24345E', 4, 8)
    return s.canvas
  },
  'orbit-garden': () => {
    const s = grid(84, 84, 11)
    const { dot } = s
    dot(0, 0, '#0B0A1E', 84, 84)
    const n = noise(3)
    for (let y = 0; y < 84; y++) for (let x = 0; x < 84; x++) if (n.fbm(x / 18, y / 18, 3) > 0.56 && (x + y) % 2) dot(x, y, '#1C1640')
    stars(s, 9, 84, 90, ['#F4ECD0', '#7A7AC0', '#C08AC0'])
    for (let y = -26; y <= 26; y++)
      for (let x = -26; x <= 26; x++) {
        const d = Math.hypot(x, y)
        if (d > 26) continue
        const land = n.fbm((x + 60) / 9, (y + 20) / 9, 4)
        const shade = x + y > 12 || (x + y > 6 && (x + y) % 2)
        dot(42 + x, 44 + y, land > 0.52 ? (shade ? '#2F6B4A' : '#6FB05A') : shade ? '#1E4A7A' : '#3E8AC0')
        if (land > 0.66) dot(42 + x, 44 + y, shade ? '#8A9A7A' : '#E9EAD0')
      }
    for (let x = -38; x <= 38; x++) {
      const y = Math.round(Math.sqrt(Math.max(0, 1 - (x / 38) ** 2)) * 8 - x * 0.22)
      dot(42 + x, 44 + y, x % 3 ? '#E9C98A' : '#B5835A')
      dot(42 + x, 46 + y, x % 2 ? '#C9A070' : '#8A5A4A')
    }
    disc(s, 68, 14, 5, '#E9E0D0')
    disc(s, 66, 13, 1, '#B9AFA0')
    dot(70, 15, '#B9AFA0', 2, 1)
    stamp(
      s,
      ['..w..', '.www.', '.wbw.', '.www.', 'rwwwr', 'r.f.r', '..f..'],
      { w: '#F4F0E6', b: '#3E8AC0', r: '#D9503A', f: '#F2B23C' },
      14,
      56,
    )
    return s.canvas
  },
  'moth-plate-twelve': () => {
    const s = grid(88, 72, 12, '#EDE3CB')
    const { dot } = s
    const r = rng(44)
    const sets = [
      ['#3A2A22', '#B5602A', '#F0C27A'],
      ['#22303A', '#5A8A9A', '#E9E0C8'],
      ['#3A1E2A', '#A83A4A', '#F2C0A0'],
      ['#2A2E1E', '#7A8A3A', '#EFE0A0'],
    ]
    for (let row = 0; row < 3; row++)
      for (let col = 0; col < 4; col++) {
        const [cx, cy] = [11 + col * 22, 12 + row * 24]
        const [dark, mid, light] = sets[(col + row * 3) % 4]
        const cells = Array.from({ length: 15 }, () => Array.from({ length: 9 }, () => r()))
        for (let y = -7; y <= 7; y++)
          for (let x = 1; x <= 9; x++) {
            const upper = y < 1 ? Math.hypot((x - 5) / 5.2, (y + 3) / 4.2) : Math.hypot((x - 4) / 3.8, (y - 3) / 4.2)
            if (upper > 1) continue
            const value = cells[y + 7][x - 1]
            const eye = Math.hypot(x - 5.5, y + 2.5) < 1.3
            const colour = eye
              ? '#1A1512'
              : upper > 0.84
                ? dark
                : Math.hypot(x - 5.5, y + 2.5) < 2.4
                  ? light
                  : value > 0.72
                    ? light
                    : value > 0.42
                      ? mid
                      : dark
            for (const k of [-1, 1]) dot(cx + k * x, cy + y, colour)
          }
        dot(cx, cy - 6, '#2A201A', 1, 11)
        for (const k of [-1, 1]) {
          dot(cx + k, cy - 8, '#2A201A')
          dot(cx + k * 2, cy - 9, '#2A201A')
        }
        dot(cx - 3, cy + 9, '#B5A585', 7, 1)
      }
    return s.canvas
  },
}
