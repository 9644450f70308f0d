import { grain, lin, make, rad, seal } from '../lib/canvas.mjs'
import { brush } from '../lib/paint.mjs'
import { rng, TAU } from '../lib/random.mjs'

const INK = '#1E1815'

function blossoms(g, x, y, spread, count, r) {
  for (let i = 0; i < count; i++) {
    const a = r() * TAU
    const d = Math.sqrt(r()) * spread
    const bx = x + Math.cos(a) * d * 1.5
    const by = y + Math.sin(a) * d * 0.75
    const size = 7 + r() * 9
    g.fillStyle = ['#E58C8F', '#F1B4B0', '#F8D9D0', '#CF6470'][(r() * 4) | 0]
    const turn = r() * TAU
    for (let p = 0; p < 5; p++) {
      const b = turn + (p / 5) * TAU
      g.beginPath()
      g.ellipse(bx + Math.cos(b) * size * 0.6, by + Math.sin(b) * size * 0.6, size * 0.55, size * 0.45, b, 0, 7)
      g.fill()
    }
    g.fillStyle = '#B23A3A'
    g.beginPath()
    g.arc(bx, by, size * 0.22, 0, 7)
    g.fill()
  }
}

function tree(g, x, y, lean, r) {
  const tips = []
  const grow = (x0, y0, a0, length, width, depth) => {
    let a = a0
    let [cx, cy] = [x0, y0]
    const points = []
    for (let i = 0; i < 14; i++) {
      points.push([cx, cy])
      a += (r() - 0.5) * 0.28
      cx += (Math.cos(a) * length) / 14
      cy += (Math.sin(a) * length) / 14
    }
    brush(g, points, width, width * 0.55, '#3A2620', r, 0.2)
    if (!depth) return tips.push([cx, cy])
    g.fillStyle = '#3A2620'
    g.beginPath()
    g.arc(cx, cy, width * 0.3, 0, 7)
    g.fill()
    for (const turn of [-0.55, 0.5]) grow(...points.at(-1), a + turn + (r() - 0.5) * 0.3, length * 0.62, width * 0.52, depth - 1)
  }
  grow(x, y, -Math.PI / 2 + lean, 250, 40, 3)
  for (const [tx, ty] of tips) blossoms(g, tx, ty, 62, 26, r)
}

/** One brother, hands joined before the chest, sleeves hanging; (0, 0) is where the robe meets the ground. */
function brother(g, { x, y, k, robe, shade, trim, face, hat, beard }) {
  const shape = (fill, draw) => {
    g.fillStyle = fill
    g.beginPath()
    draw()
    g.fill()
  }
  g.save()
  g.translate(x, y)
  g.scale(k, k)
  shape('rgba(60,30,20,.25)', () => g.ellipse(0, 0, 120, 16, 0, 0, 7))
  shape(robe, () => {
    g.moveTo(-92, 0)
    g.bezierCurveTo(-80, -150, -84, -240, -58, -268)
    g.quadraticCurveTo(0, -292, 58, -268)
    g.bezierCurveTo(84, -240, 80, -150, 92, 0)
    g.quadraticCurveTo(0, 14, -92, 0)
  })
  g.strokeStyle = shade
  g.lineWidth = 4
  for (const fold of [-46, -18, 20, 48]) {
    g.beginPath()
    g.moveTo(fold * 0.5, -120)
    g.quadraticCurveTo(fold * 0.8, -60, fold * 1.25, -4)
    g.stroke()
  }
  shape(trim, () => g.roundRect(-78, -134, 156, 15, 4))
  for (const side of [-1, 1]) {
    shape(shade, () => {
      g.moveTo(side * 52, -264)
      g.bezierCurveTo(side * 120, -236, side * 128, -172, side * 92, -150)
      g.bezierCurveTo(side * 84, -110, side * 52, -92, side * 22, -88)
      g.lineTo(side * 6, -184)
      g.bezierCurveTo(side * 44, -186, side * 50, -220, side * 52, -264)
    })
    shape(robe, () => {
      g.moveTo(side * 50, -266)
      g.bezierCurveTo(side * 112, -240, side * 118, -180, side * 84, -160)
      g.bezierCurveTo(side * 76, -122, side * 50, -104, side * 26, -100)
      g.lineTo(side * 8, -190)
      g.bezierCurveTo(side * 46, -190, side * 52, -220, side * 50, -266)
    })
    shape(trim, () => {
      g.moveTo(side * 8, -190)
      g.lineTo(side * 26, -100)
      g.lineTo(side * 16, -98)
      g.lineTo(side * 1, -184)
    })
    shape(trim, () => {
      g.moveTo(side * 26, -280)
      g.lineTo(side * -6, -216)
      g.lineTo(side * 6, -212)
      g.lineTo(side * 36, -276)
    })
  }
  shape(face, () => g.roundRect(-15, -206, 30, 26, 11))
  head(g, shape, { face, hat, beard })
  g.restore()
}

function head(g, shape, { face, hat, beard }) {
  shape(face, () => g.roundRect(-15, -296, 30, 34, 8))
  shape(face, () => g.ellipse(0, -322, 38, 46, 0, 0, 7))
  g.strokeStyle = INK
  g.lineCap = 'round'
  for (const side of [-1, 1]) {
    g.lineWidth = 5
    g.beginPath()
    g.moveTo(side * 8, -332)
    g.quadraticCurveTo(side * 18, -344, side * 30, -340)
    g.stroke()
    g.lineWidth = 3.5
    g.beginPath()
    g.moveTo(side * 10, -322)
    g.quadraticCurveTo(side * 18, -318, side * 26, -323)
    g.stroke()
  }
  if (beard === 'long')
    shape(INK, () => {
      g.moveTo(-34, -312)
      g.quadraticCurveTo(-14, -300, 0, -306)
      g.quadraticCurveTo(14, -300, 34, -312)
      g.bezierCurveTo(34, -260, 20, -220, 0, -196)
      g.bezierCurveTo(-20, -220, -34, -260, -34, -312)
    })
  if (beard === 'round')
    shape(INK, () => {
      g.moveTo(-40, -330)
      g.quadraticCurveTo(-30, -300, 0, -308)
      g.quadraticCurveTo(30, -300, 40, -330)
      g.bezierCurveTo(52, -262, 20, -256, 0, -262)
      g.bezierCurveTo(-20, -256, -52, -262, -40, -330)
    })
  if (beard === 'small') {
    g.lineWidth = 3
    for (const side of [-1, 1]) {
      g.beginPath()
      g.moveTo(side * 3, -304)
      g.quadraticCurveTo(side * 14, -304, side * 16, -292)
      g.stroke()
    }
    shape(INK, () => {
      g.moveTo(-7, -286)
      g.quadraticCurveTo(0, -250, 7, -286)
    })
  }
  shape(hat, () => {
    g.moveTo(-40, -334)
    g.bezierCurveTo(-44, -388, 44, -388, 40, -334)
    g.quadraticCurveTo(0, -354, -40, -334)
  })
  shape(hat, () => g.roundRect(-15, -398, 30, 26, 10))
  shape('#D9A93F', () => g.roundRect(-17, -379, 34, 7, 3))
}

export const works = {
  'oath-in-the-orchard': () => {
    const [w, h] = [980, 760]
    const [canvas, g] = make(w, h)
    const r = rng(77)
    g.fillStyle = lin(g, 0, 0, 0, h, [
      [0, '#F2E3C4'],
      [0.62, '#EFD3AE'],
      [0.78, '#DDB98A'],
      [0.781, '#C79A6B'],
      [1, '#A9774D'],
    ])
    g.fillRect(0, 0, w, h)
    g.fillStyle = rad(g, w / 2, h * 0.42, 196, 204, [
      [0, '#D9482F'],
      [1, '#D9482F00'],
    ])
    g.fillRect(0, 0, w, h)
    tree(g, 96, h * 0.82, 0.1, r)
    tree(g, w - 96, h * 0.82, -0.1, r)
    const ground = h * 0.93
    brother(g, {
      x: w * 0.3,
      y: ground - 14,
      k: 1.06,
      robe: '#39648C',
      shade: '#274A6C',
      trim: '#E8D9B0',
      face: '#E9BE95',
      hat: INK,
      beard: 'small',
    })
    brother(g, {
      x: w * 0.7,
      y: ground - 14,
      k: 1.06,
      robe: '#37343A',
      shade: '#232127',
      trim: '#C05A3A',
      face: '#A9714D',
      hat: '#5B2F25',
      beard: 'round',
    })
    brother(g, {
      x: w * 0.5,
      y: ground,
      k: 1.24,
      robe: '#2C6B4A',
      shade: '#1C4B34',
      trim: '#D9A93F',
      face: '#AE2F25',
      hat: '#1F5A43',
      beard: 'long',
    })
    for (let i = 0; i < 70; i++) {
      g.fillStyle = ['#E58C8F', '#F8D9D0'][i % 2]
      g.beginPath()
      g.ellipse(r() * w, h * (0.3 + r() * 0.68), 5, 3, r() * 3, 0, 7)
      g.fill()
    }
    grain(g, w, h, 12, 12, 2)
    seal(g, w - 66, h - 62, 36, 12)
    return canvas
  },
}
