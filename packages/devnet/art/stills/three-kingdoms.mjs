import { grain, lin, make, rad, seal } from '../lib/canvas.mjs'
import { mountains } from '../lib/ink.mjs'
import { horse, inkShape, scaled } from '../lib/limbs.mjs'
import { brush } from '../lib/paint.mjs'
import { noise, rng, TAU } from '../lib/random.mjs'

const INK = '#1A1512'

const patch = (g, colour, points) => {
  g.fillStyle = colour
  g.beginPath()
  for (const [x, y] of points) g.lineTo(x, y)
  g.fill()
}

/** The crescent blade on its pole, its foot at the origin, pointing up. */
function blade(g, length, tone = INK, edge = '#E9E2D0') {
  g.fillStyle = tone
  g.fillRect(-3, -length, 6, length)
  g.fillStyle = edge
  g.beginPath()
  g.moveTo(-4, -length + 16)
  g.bezierCurveTo(-44, -length - 24, -34, -length - 86, 26, -length - 112)
  g.bezierCurveTo(4, -length - 84, 4, -length - 62, 24, -length - 56)
  g.bezierCurveTo(6, -length - 46, 2, -length - 20, 6, -length + 16)
  g.fill()
  g.fillStyle = tone
  g.fillRect(-12, -length + 10, 24, 9)
}

/** A rider in a long robe with a longer beard, on a trotting horse. */
function rider(g, x, y, s, { coat, robe, face = '#B5301E' }) {
  g.save()
  g.translate(x, y)
  g.fillStyle = coat
  inkShape(g, scaled(horse, s), (px, py) => [px, py])
  g.scale(s, s)
  g.save()
  g.translate(58, 40)
  g.rotate(0.42)
  blade(g, 236)
  g.restore()
  patch(g, robe, [
    [-44, 20],
    [-58, -46],
    [-30, -110],
    [6, -128],
    [40, -104],
    [46, -50],
    [30, 30],
    [-6, 54],
  ])
  patch(g, robe, [
    [-50, -30],
    [-120, 4],
    [-96, -50],
    [-40, -90],
  ])
  g.fillStyle = face
  g.beginPath()
  g.arc(10, -146, 22, 0, TAU)
  g.fill()
  patch(g, '#1F5A43', [
    [-18, -150],
    [-16, -178],
    [8, -190],
    [36, -172],
    [36, -152],
  ])
  patch(g, INK, [
    [14, -140],
    [34, -138],
    [40, -92],
    [26, -56],
    [12, -92],
  ])
  g.restore()
}

export const works = {
  'thousand-li-alone': () => {
    const [w, h] = [1120, 700]
    const [c, g] = mountains(w, h, 202, {
      sky: ['#E7DCC2', '#F0E7D2', '#DDD0B2'],
      ink: ['#BDB7A2', '#8F8E80', '#5E625C', '#353B39', '#1C2120'],
      layers: 6,
      mist: 2,
      peaks: 1.1,
      boat: false,
      top: 0.2,
      sun: [0.2, 0.24, 0.06, '#B5301E'],
    })
    const path = []
    for (let x = -20; x <= w + 20; x += 12) path.push([x, h * 0.9 + Math.sin(x / 170) * 10])
    brush(g, path, 30, 22, '#3A332B', rng(4), 0.6)
    rider(g, w * 0.62, h * 0.76, 0.72, { coat: '#8E2A1E', robe: '#2A5A45' })
    seal(g, w - 74, 44, 36, 15)
    return c
  },
  'annals-by-candle': () => {
    const [w, h] = [820, 940]
    const [c, g] = make(w, h, '#17110D')
    g.fillStyle = rad(g, w * 0.7, h * 0.55, 10, h * 0.75, [
      [0, '#F6C867'],
      [0.12, '#D9893A'],
      [0.4, '#6E3620'],
      [1, '#140E0B'],
    ])
    g.fillRect(0, 0, w, h)
    g.fillStyle = '#1E1410'
    for (let x = 40; x < w; x += 92) g.fillRect(x, 0, 7, h * 0.66)
    for (let y = 60; y < h * 0.66; y += 92) g.fillRect(0, y, w, 5)
    g.fillStyle = rad(g, w * 0.7, h * 0.55, 10, h * 0.5, [
      [0, 'rgba(250,200,110,.55)'],
      [1, 'rgba(250,200,110,0)'],
    ])
    g.fillRect(0, 0, w, h)
    patch(g, '#120C0A', [
      [0, h * 0.8],
      [w, h * 0.8],
      [w, h],
      [0, h],
    ])
    patch(g, '#3A1C12', [
      [0, h * 0.78],
      [w, h * 0.78],
      [w, h * 0.81],
      [0, h * 0.81],
    ])
    const robe = [
      [90, h * 0.78],
      [120, 520],
      [190, 420],
      [290, 380],
      [390, 420],
      [440, 520],
      [470, h * 0.78],
    ]
    patch(g, '#1C3A2C', robe)
    patch(
      g,
      lin(g, 120, 0, 470, 0, [
        [0, 'rgba(10,8,6,.6)'],
        [1, 'rgba(250,190,90,.35)'],
      ]),
      robe,
    )
    g.fillStyle = '#9A2E1E'
    g.beginPath()
    g.ellipse(318, 318, 62, 76, 0.1, 0, TAU)
    g.fill()
    g.fillStyle = '#D9653A'
    g.beginPath()
    g.ellipse(346, 322, 32, 60, 0.1, 0, TAU)
    g.fill()
    patch(g, '#1C3A2C', [
      [242, 306],
      [250, 232],
      [310, 204],
      [380, 236],
      [388, 292],
      [330, 270],
    ])
    patch(g, '#C99A3A', [
      [246, 300],
      [330, 262],
      [390, 288],
      [388, 300],
      [330, 276],
      [250, 314],
    ])
    g.fillStyle = INK
    g.fillRect(332, 300, 42, 9)
    g.strokeStyle = '#0E0A08'
    g.lineCap = 'round'
    const r = rng(9)
    for (let i = 0; i < 70; i++) {
      const t = i / 69
      g.lineWidth = 3 + r() * 3
      g.strokeStyle = r() > 0.8 ? '#5A3A22' : '#120C0A'
      g.beginPath()
      g.moveTo(312 + t * 70, 356)
      g.bezierCurveTo(310 + t * 90, 420, 330 + t * 60 + r() * 14, 500, 350 + t * 36 + r() * 20, 560 + r() * 40)
      g.stroke()
    }
    patch(g, '#2A5A45', [
      [360, 470],
      [470, 540],
      [500, 600],
      [440, 610],
      [330, 560],
    ])
    patch(g, '#F2E2B8', [
      [450, 560],
      [560, 520],
      [610, 560],
      [500, 612],
    ])
    patch(g, '#E3CC94', [
      [560, 520],
      [650, 540],
      [690, 590],
      [610, 560],
    ])
    g.strokeStyle = '#5A3A22'
    g.lineWidth = 2.4
    for (let i = 0; i < 6; i++) {
      g.beginPath()
      g.moveTo(478 + i * 17, 560 - i * 5)
      g.lineTo(520 + i * 17, 590 - i * 5)
      g.stroke()
    }
    g.fillStyle = '#EADBB2'
    g.fillRect(w * 0.7 - 13, h * 0.6, 26, h * 0.18)
    g.fillStyle = '#8A5A22'
    g.fillRect(w * 0.7 - 44, h * 0.775, 88, 12)
    g.fillStyle = rad(g, w * 0.7, h * 0.565, 2, 40, [
      [0, '#FFFBE0'],
      [0.5, '#FBD36A'],
      [1, 'rgba(240,140,40,0)'],
    ])
    g.beginPath()
    g.ellipse(w * 0.7, h * 0.56, 24, 46, 0, 0, TAU)
    g.fill()
    g.save()
    g.translate(80, h * 0.8)
    g.rotate(0.06)
    blade(g, 560, '#0F0B09', '#8A7A58')
    g.restore()
    grain(g, w, h, 7, 14, 2)
    return c
  },
  'single-blade-ferry': () => {
    const [w, h] = [980, 720]
    const [c, g] = make(w, h)
    g.fillStyle = lin(g, 0, 0, 0, h, [
      [0, '#C2502B'],
      [0.32, '#E9A55A'],
      [0.5, '#F3D9A0'],
      [0.52, '#8FA8A0'],
      [1, '#23545C'],
    ])
    g.fillRect(0, 0, w, h)
    g.fillStyle = '#F6E7B8'
    g.beginPath()
    g.arc(w * 0.66, h * 0.36, 92, 0, TAU)
    g.fill()
    const n = noise(8)
    for (const [k, colour] of ['#B56A45', '#7E4A3E', '#4A3A3C'].entries()) {
      g.fillStyle = colour
      g.beginPath()
      for (let x = 0; x <= w; x += 5)
        g.lineTo(x, h * (0.5 - k * 0.005) - n.fbm(x / (170 - k * 30), k * 5) * (150 - k * 44) + (x < w * 0.5 ? 0 : 30))
      g.lineTo(w, h * 0.53)
      g.lineTo(0, h * 0.53)
      g.fill()
    }
    g.strokeStyle = 'rgba(244,232,196,.5)'
    for (let i = 0; i < 60; i++) {
      const y = h * (0.55 + (i / 60) * 0.44)
      g.lineWidth = 1.4 + (i / 60) * 1.6
      g.beginPath()
      for (let x = 0; x <= w; x += 8) g.lineTo(x, y + Math.sin(x / (34 + i * 1.6) + i * 2) * (2 + i * 0.1))
      g.globalAlpha = 0.25 + 0.5 * Math.exp(-((i - 20) ** 2) / 200)
      g.stroke()
    }
    g.globalAlpha = 1
    patch(g, '#1A1512', [
      [180, 500],
      [250, 560],
      [600, 566],
      [720, 480],
      [690, 540],
      [620, 596],
      [270, 596],
      [200, 552],
    ])
    patch(g, '#8E2A1E', [
      [420, 500],
      [430, 180],
      [640, 240],
      [650, 470],
    ])
    g.strokeStyle = '#F0D9A8'
    g.lineWidth = 3
    for (let i = 1; i < 5; i++) {
      g.beginPath()
      g.moveTo(424, 180 + i * 66)
      g.lineTo(646, 236 + i * 48)
      g.stroke()
    }
    g.fillStyle = '#1A1512'
    g.fillRect(414, 150, 9, 420)
    g.save()
    g.translate(330, 556)
    g.save()
    g.translate(-46, 0)
    g.rotate(-0.05)
    blade(g, 300, '#1A1512', '#F6F0DE')
    g.restore()
    patch(g, '#1F5A43', [
      [-40, 0],
      [-34, -110],
      [-6, -150],
      [30, -146],
      [46, -100],
      [54, 0],
    ])
    g.fillStyle = '#B5301E'
    g.beginPath()
    g.arc(12, -166, 22, 0, TAU)
    g.fill()
    patch(g, '#143A2C', [
      [-14, -170],
      [-12, -200],
      [12, -212],
      [38, -194],
      [38, -172],
    ])
    patch(g, '#120E0C', [
      [14, -156],
      [34, -156],
      [38, -104],
      [26, -70],
      [14, -100],
    ])
    g.restore()
    for (const x of [560, 610]) {
      patch(g, '#2A2320', [
        [x - 18, 566],
        [x - 12, 506],
        [x + 12, 506],
        [x + 18, 566],
      ])
      g.fillStyle = '#2A2320'
      g.beginPath()
      g.arc(x, 492, 13, 0, TAU)
      g.fill()
    }
    seal(g, w - 78, h - 78, 36, 23)
    grain(g, w, h, 6, 13, 2)
    return c
  },
  'red-hare': () => {
    const [w, h] = [960, 760]
    const [c, g] = make(w, h, '#EEE3CC')
    const r = rng(8)
    const dust = noise(5)
    for (let i = 0; i < 260; i++) {
      const [x, y] = [r() * w, h * 0.8 + (r() - 0.5) * 120]
      g.fillStyle = `rgba(150,110,80,${0.04 + r() * 0.07})`
      g.beginPath()
      g.ellipse(x, y, 30 + dust(x / 60, 2) * 90, 8 + r() * 22, 0, 0, TAU)
      g.fill()
    }
    g.fillStyle = '#A82A1C'
    inkShape(g, scaled(horse, 2.15), (x, y) => [w * 0.5 + x, h * 0.5 + y])
    for (let i = 0; i < 46; i++) {
      const t = i / 45
      const from = [w * 0.5 + 200 - t * 110, h * 0.5 - 230 + t * 190]
      const sweep = [from[0] - 90 - r() * 90, from[1] - 40 - r() * 60]
      const points = Array.from({ length: 14 }, (_, k) => {
        const u = k / 13
        return [from[0] + (sweep[0] - from[0]) * u, from[1] + (sweep[1] - from[1]) * u ** 1.6 + Math.sin(u * 3 + i) * 8]
      })
      brush(g, points, 12, 2, r() > 0.7 ? '#D9502B' : '#4A1410', r, 0.5)
    }
    for (let i = 0; i < 30; i++) {
      const points = Array.from({ length: 16 }, (_, k) => {
        const u = k / 15
        return [w * 0.5 - 168 - u * (150 + r() * 8 + i * 3), h * 0.5 - 40 + Math.sin(u * 2.4) * -(60 + i * 3) + u * u * (60 + i * 6)]
      })
      brush(g, points, 13, 2, i % 3 ? '#4A1410' : '#8E2418', r, 0.5)
    }
    g.fillStyle = '#F3E6CC'
    g.beginPath()
    g.arc(w * 0.5 + 222, h * 0.5 - 204, 7, 0, TAU)
    g.fill()
    seal(g, 56, h - 100, 44, 51)
    grain(g, w, h, 4, 14, 2)
    return c
  },
}
