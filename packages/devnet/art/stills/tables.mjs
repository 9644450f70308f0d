import { grain, lin, make, rad } from '../lib/canvas.mjs'
import { paint } from '../lib/paint.mjs'
import { rng, TAU } from '../lib/random.mjs'

/** Dark wall, lit table, as the Dutch set it. */
function room(w, h, wall, cloth, edge) {
  const [c, g] = make(w, h)
  g.fillStyle = rad(g, w * 0.32, h * 0.28, 30, w * 0.9, wall)
  g.fillRect(0, 0, w, h)
  g.fillStyle = lin(g, 0, edge, 0, h, cloth)
  g.fillRect(0, edge, w, h - edge)
  return [c, g]
}

/** A round fruit lit from the upper left, with its shadow on the table. */
function fruit(g, x, y, rx, ry, [light, body, dark], turn = 0) {
  g.fillStyle = 'rgba(20,12,10,.5)'
  g.beginPath()
  g.ellipse(x + rx * 0.55, y + ry * 0.84, rx * 1.15, ry * 0.24, 0, 0, TAU)
  g.fill()
  g.save()
  g.translate(x, y)
  g.rotate(turn)
  g.scale(rx, ry)
  g.fillStyle = rad(g, -0.38, -0.42, 0.04, 1.25, [
    [0, light],
    [0.38, body],
    [1, dark],
  ])
  g.beginPath()
  g.arc(0, 0, 1, 0, TAU)
  g.fill()
  g.restore()
}

/** A turned vessel: half-widths down its height. */
function vessel(g, x, top, height, widths, [light, body, dark]) {
  const width = (t) => {
    const k = t * (widths.length - 1)
    const i = Math.min(widths.length - 2, k | 0)
    const f = k - i
    return widths[i] + (widths[i + 1] - widths[i]) * f * f * (3 - 2 * f)
  }
  g.fillStyle = 'rgba(20,12,10,.45)'
  g.beginPath()
  g.ellipse(x + 40, top + height, width(0.9) * 1.3, 16, 0, 0, TAU)
  g.fill()
  for (let y = 0; y < height; y++) {
    const half = width(y / height)
    g.fillStyle = lin(g, x - half, 0, x + half, 0, [
      [0, dark],
      [0.28, light],
      [0.55, body],
      [1, dark],
    ])
    g.fillRect(x - half, top + y, half * 2, 1.4)
  }
}

const leaf = (g, x, y, length, turn, colour) => {
  g.save()
  g.translate(x, y)
  g.rotate(turn)
  g.fillStyle = colour
  g.beginPath()
  g.moveTo(0, 0)
  g.quadraticCurveTo(length * 0.5, -length * 0.34, length, 0)
  g.quadraticCurveTo(length * 0.5, length * 0.3, 0, 0)
  g.fill()
  g.restore()
}

const oil = (c, g, w, h, seed, options = {}) => paint(c, g, w, h, seed, { jitter: 16, layers: [22, 11, 6], follow: true, ...options })[0]

export const works = {
  'lemons-and-pewter': () => {
    const [w, h] = [920, 720]
    const [c, g] = room(
      w,
      h,
      [
        [0, '#4A4438'],
        [1, '#171412'],
      ],
      [
        [0, '#6B5A44'],
        [1, '#3A2E24'],
      ],
      h * 0.62,
    )
    vessel(g, 640, 190, 330, [40, 44, 30, 60, 96, 104, 90, 60, 74], ['#D8DCDA', '#7C8384', '#2A2D30'])
    g.strokeStyle = '#5A6062'
    g.lineWidth = 15
    g.beginPath()
    g.moveTo(700, 250)
    g.bezierCurveTo(800, 240, 800, 400, 730, 410)
    g.stroke()
    g.fillStyle = '#E9E4D8'
    g.beginPath()
    g.moveTo(90, 560)
    g.bezierCurveTo(240, 500, 420, 540, 560, 530)
    g.lineTo(620, 640)
    g.bezierCurveTo(430, 700, 300, 640, 210, 720)
    g.lineTo(60, 720)
    g.fill()
    const lemon = ['#FFF6B8', '#F0C22E', '#8A5A12']
    fruit(g, 250, 520, 92, 70, lemon, -0.3)
    fruit(g, 420, 548, 84, 66, lemon, 0.35)
    fruit(g, 330, 452, 80, 62, lemon, 0.1)
    fruit(g, 520, 590, 70, 70, ['#FBEFA0', '#F4E3A0', '#C79A2B'])
    g.strokeStyle = '#F8F2D0'
    g.lineWidth = 4
    for (let i = 0; i < 9; i++) {
      g.beginPath()
      g.moveTo(520, 590)
      g.lineTo(520 + Math.cos((i / 9) * TAU) * 56, 590 + Math.sin((i / 9) * TAU) * 56)
      g.stroke()
    }
    leaf(g, 330, 400, 110, -0.7, '#4E6B35')
    leaf(g, 320, 404, 90, -2.3, '#3A5429')
    return oil(c, g, w, h, 4)
  },
  'pears-on-blue': () => {
    const [w, h] = [820, 760]
    const [c, g] = room(
      w,
      h,
      [
        [0, '#D8C9A8'],
        [1, '#A38F6C'],
      ],
      [
        [0, '#33597E'],
        [1, '#1E3A58'],
      ],
      h * 0.56,
    )
    g.strokeStyle = 'rgba(230,236,240,.55)'
    g.lineWidth = 10
    for (let i = 0; i < 5; i++) {
      g.beginPath()
      g.moveTo(-20, h * 0.64 + i * 62)
      g.quadraticCurveTo(w * 0.5, h * 0.6 + i * 66, w + 20, h * 0.66 + i * 60)
      g.stroke()
    }
    const pear = (x, y, s, turn, tones) => {
      fruit(g, x, y, 92 * s, 88 * s, tones, turn)
      g.save()
      g.translate(x, y)
      g.rotate(turn)
      g.scale(s, s)
      g.fillStyle = rad(g, -26, -96, 6, 150, [
        [0, tones[0]],
        [0.5, tones[1]],
        [1, tones[2]],
      ])
      g.beginPath()
      g.moveTo(-84, -26)
      g.bezierCurveTo(-58, -90, -52, -170, 0, -172)
      g.bezierCurveTo(52, -170, 58, -90, 84, -26)
      g.bezierCurveTo(40, 24, -40, 24, -84, -26)
      g.fill()
      g.strokeStyle = '#4A3222'
      g.lineWidth = 9
      g.beginPath()
      g.moveTo(0, -168)
      g.quadraticCurveTo(6, -196, 26, -212)
      g.stroke()
      g.restore()
    }
    pear(250, 480, 1, -0.08, ['#F3E79A', '#B9B23E', '#5A5F1E'])
    pear(480, 510, 1.12, 0.1, ['#F6D98A', '#D08A34', '#6E3418'])
    pear(640, 560, 0.9, 1.25, ['#EFE7A4', '#A8AE4A', '#49551E'])
    return oil(c, g, w, h, 9, { jitter: 22 })
  },
  'sunflowers-in-a-jug': () => {
    const [w, h] = [720, 900]
    const [c, g] = room(
      w,
      h,
      [
        [0, '#A9C9C0'],
        [1, '#6E9F9C'],
      ],
      [
        [0, '#D9A24A'],
        [1, '#B9762A'],
      ],
      h * 0.74,
    )
    const r = rng(5)
    vessel(g, 350, 520, 260, [70, 66, 110, 128, 118, 86], ['#F7E7B0', '#E3B44A', '#8A5520'])
    g.fillStyle = '#6E8F9A'
    g.fillRect(222, 640, 258, 26)
    const heads = [
      [350, 180, 104],
      [190, 290, 92],
      [520, 270, 98],
      [160, 450, 66],
      [560, 430, 60],
      [300, 370, 88],
      [450, 430, 84],
    ]
    for (const [x, y] of heads) {
      g.strokeStyle = '#4E6B2E'
      g.lineWidth = 11
      g.beginPath()
      g.moveTo(x, y)
      g.quadraticCurveTo((x + 350) / 2, y + 90, 350, 540)
      g.stroke()
    }
    for (const [x, y, s] of heads) {
      for (let ring = 0; ring < 2; ring++)
        for (let i = 0; i < 17; i++)
          leaf(
            g,
            x,
            y,
            s * (1 - ring * 0.16) * (0.86 + r() * 0.2),
            (i / 17) * TAU + ring * 0.2,
            ['#E8A41E', '#F6C63C', '#D9801A'][(r() * 3) | 0],
          )
      g.fillStyle = rad(g, x, y, 2, s * 0.46, [
        [0, '#7A4A1E'],
        [0.6, '#4A2A14'],
        [1, '#8A5A20'],
      ])
      g.beginPath()
      g.arc(x, y, s * 0.42, 0, TAU)
      g.fill()
    }
    for (let i = 0; i < 9; i++) leaf(g, 240 + r() * 220, 440 + r() * 80, 70 + r() * 40, r() * TAU, ['#5E7F35', '#3F6130'][i % 2])
    return oil(c, g, w, h, 14, { jitter: 30, layers: [20, 12, 7] })
  },
  'bread-and-window': () => {
    const [w, h] = [940, 720]
    const [c, g] = room(
      w,
      h,
      [
        [0, '#C9B79A'],
        [1, '#7A6A58'],
      ],
      [
        [0, '#9A7250'],
        [1, '#6B4A34'],
      ],
      h * 0.66,
    )
    g.fillStyle = '#D9E7EE'
    g.fillRect(90, 60, 250, 330)
    g.fillStyle = lin(g, 0, 60, 0, 390, [
      [0, '#8FBBD8'],
      [0.6, '#D8E6DC'],
      [0.61, '#7FA05E'],
      [1, '#5E8448'],
    ])
    g.fillRect(104, 74, 222, 302)
    g.fillStyle = '#EFE8DA'
    g.fillRect(208, 60, 14, 330)
    g.fillRect(90, 212, 250, 12)
    g.fillRect(70, 388, 292, 20)
    g.fillStyle = 'rgba(255,244,214,.34)'
    g.beginPath()
    g.moveTo(340, 70)
    g.lineTo(900, 480)
    g.lineTo(640, 720)
    g.lineTo(260, 480)
    g.fill()
    fruit(g, 520, 520, 190, 84, ['#F2CE8E', '#B9742E', '#5A2E14'], -0.06)
    g.strokeStyle = '#F0D9A8'
    g.lineWidth = 11
    for (let i = -2; i <= 2; i++) {
      g.beginPath()
      g.arc(500 + i * 64, 540, 90, -1.9, -1.1)
      g.stroke()
    }
    vessel(g, 770, 300, 280, [26, 24, 26, 70, 84, 84, 80], ['#8FB89A', '#2F5F4A', '#12281F'])
    g.fillStyle = '#E2DDD0'
    g.beginPath()
    g.ellipse(300, 590, 96, 26, 0, 0, TAU)
    g.fill()
    fruit(g, 276, 566, 36, 34, ['#F7B0A0', '#C23A2A', '#5E1714'])
    fruit(g, 330, 570, 34, 32, ['#F3E29A', '#C9A63A', '#6E4A14'])
    g.strokeStyle = '#C9CCCE'
    g.lineWidth = 9
    g.beginPath()
    g.moveTo(420, 648)
    g.lineTo(620, 630)
    g.stroke()
    return oil(c, g, w, h, 21, { jitter: 18 })
  },
  'tulips-black-ground': () => {
    const [w, h] = [700, 900]
    const [c, g] = room(
      w,
      h,
      [
        [0, '#2E2A26'],
        [1, '#0E0C0B'],
      ],
      [
        [0, '#4A382A'],
        [1, '#241A14'],
      ],
      h * 0.8,
    )
    const r = rng(9)
    vessel(g, 350, 560, 250, [34, 30, 60, 104, 112, 80, 60], ['#E9EEF2', '#8FA6BE', '#2A3A52'])
    const heads = [
      [350, 150, 1.1, '#D8402E', '#F2D6A0'],
      [200, 240, 0.95, '#F0E6D2', '#B5384A'],
      [500, 230, 1, '#E8A23A', '#B03A20'],
      [270, 350, 0.9, '#8A2A4A', '#E9B0B8'],
      [440, 370, 0.95, '#F4ECDC', '#8A3A6A'],
      [140, 400, 0.75, '#D8603A', '#F6DCA0'],
      [560, 400, 0.75, '#C23A4A', '#F4E0D0'],
    ]
    for (const [x, y] of heads) {
      g.strokeStyle = '#5A7A45'
      g.lineWidth = 8
      g.beginPath()
      g.moveTo(350 + (x - 350) * 0.14, 580)
      g.quadraticCurveTo(350 + (x - 350) * 0.5, y + 160, x, y)
      g.stroke()
    }
    for (let i = 0; i < 8; i++)
      leaf(g, 350 + (r() - 0.5) * 60, 560, 150 + r() * 130, -TAU / 4 + (i - 3.5) * 0.42, ['#3F5F38', '#5F8350', '#2B4530'][i % 3])
    for (const [x, y, s, petal, flame] of heads) {
      g.save()
      g.translate(x, y)
      g.scale(s, s)
      g.rotate((x - 350) / 500)
      for (const [dx, lean, tone] of [
        [-30, -0.22, 0.86],
        [30, 0.22, 0.86],
        [0, 0, 1],
      ]) {
        g.save()
        g.translate(dx, 0)
        g.rotate(lean)
        g.globalAlpha = tone
        g.fillStyle = petal
        g.beginPath()
        g.moveTo(0, 56)
        g.bezierCurveTo(-58, 30, -48, -50, 0, -84)
        g.bezierCurveTo(48, -50, 58, 30, 0, 56)
        g.fill()
        g.strokeStyle = flame
        g.globalAlpha = 0.8
        for (let k = -3; k <= 3; k++) {
          g.lineWidth = 2 + r() * 3
          g.beginPath()
          g.moveTo(k * 3, 50)
          g.quadraticCurveTo(k * 12, 0, k * 6, -40 - r() * 34)
          g.stroke()
        }
        g.restore()
      }
      g.restore()
    }
    fruit(g, 520, 796, 26, 22, ['#F7E2A8', '#D89A3A', '#6A3A14'])
    const painted = oil(c, g, w, h, 6, { layers: [14, 8, 5], jitter: 14 })
    grain(painted.getContext('2d'), w, h, 2, 5)
    return painted
  },
}
