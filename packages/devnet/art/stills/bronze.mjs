import { grain, make, rad } from '../lib/canvas.mjs'
import { ramp, rgba } from '../lib/colour.mjs'
import { clamp, noise, rng, TAU } from '../lib/random.mjs'

/** Casts a relief: a grey drawing read as height, lit from the upper left, with verdigris where it lies deep. */
function cast(S, seed, draw, { ground, metal, patina, rough = 1 }) {
  const [map, m] = make(S, S)
  draw(m)
  const px = m.getImageData(0, 0, S, S).data
  const [c, g] = make(S, S, ground[1])
  g.fillStyle = rad(g, S * 0.4, S * 0.36, 40, S * 0.75, [
    [0, ground[0]],
    [1, ground[1]],
  ])
  g.fillRect(0, 0, S, S)
  g.save()
  g.filter = 'blur(14px)'
  g.globalAlpha = 0.5
  g.globalCompositeOperation = 'multiply'
  g.drawImage(shadowOf(map, S), 16, 22)
  g.restore()
  const image = g.getImageData(0, 0, S, S)
  const n = noise(seed)
  const r = rng(seed)
  const heightAt = (x, y) => px[(clamp(y, 0, S - 1) * S + clamp(x, 0, S - 1)) * 4] / 255
  for (let y = 0; y < S; y++)
    for (let x = 0; x < S; x++) {
      const i = (y * S + x) * 4
      const alpha = px[i + 3] / 255
      if (alpha < 0.02) continue
      const wear = n.fbm(x / 34, y / 34, 5)
      const slope = heightAt(x - 2, y - 2) - heightAt(x + 2, y + 2)
      const height = heightAt(x, y)
      const light = 0.46 - slope * 0.55 + height * 0.2 + (n.fbm(x / 9, y / 9, 3) - 0.5) * 0.16 * rough
      const green = clamp((wear - 0.44) * 4 + (0.5 - height) * 0.9) * 0.85
      const base = ramp(metal, clamp(light))
      const age = ramp(patina, clamp(light * 0.9 + wear * 0.2))
      for (let k = 0; k < 3; k++) {
        const lit = base[k] * (1 - green) + age[k] * green + (r() - 0.5) * 9
        image.data[i + k] = image.data[i + k] * (1 - alpha) + lit * alpha
      }
    }
  g.putImageData(image, 0, 0)
  grain(g, S, S, seed, 8, 2)
  return c
}

function shadowOf(map, S) {
  const [c, g] = make(S, S)
  g.drawImage(map, 0, 0)
  g.globalCompositeOperation = 'source-in'
  g.fillStyle = '#1A120C'
  g.fillRect(0, 0, S, S)
  return c
}

const grey = (v) => rgba([v, v, v])
const ring = (g, x, y, radius, value, width) => {
  g.strokeStyle = grey(value)
  g.lineWidth = width
  g.beginPath()
  g.arc(x, y, radius, 0, TAU)
  g.stroke()
}
const curl = (g, x, y, radius, turn, way, value, width) => {
  g.strokeStyle = grey(value)
  g.lineWidth = width
  g.lineCap = 'round'
  g.beginPath()
  for (let t = 0; t < 8.4; t += 0.15) {
    const q = radius * (1 - t / 9.4)
    g.lineTo(x + Math.cos(turn + t * way) * q, y + Math.sin(turn + t * way) * q)
  }
  g.stroke()
}

const BRONZE = {
  ground: ['#D9CDB6', '#A8977C'],
  metal: ['#1F1710', '#5A4326', '#9A7840', '#E3C88A'],
  patina: ['#12302A', '#2F6E5C', '#6FB09A', '#BFE0CC'],
}

export const works = {
  'mirror-four-spirits': () =>
    cast(
      860,
      7,
      (g) => {
        const o = 430
        g.fillStyle = grey(120)
        g.beginPath()
        g.arc(o, o, 372, 0, TAU)
        g.fill()
        ring(g, o, o, 350, 240, 44)
        ring(g, o, o, 312, 70, 8)
        for (let i = 0; i < 64; i++) {
          g.save()
          g.translate(o, o)
          g.rotate((i / 64) * TAU)
          g.fillStyle = grey(225)
          g.beginPath()
          g.moveTo(-10, -276)
          g.lineTo(10, -276)
          g.lineTo(0, -304)
          g.fill()
          g.restore()
        }
        ring(g, o, o, 268, 235, 7)
        for (let i = 0; i < 12; i++) {
          const a = (i / 12) * TAU
          curl(g, o + Math.cos(a) * 218, o + Math.sin(a) * 218, 36, a * 2, i % 2 ? 1 : -1, 232, 9)
        }
        ring(g, o, o, 170, 235, 7)
        g.strokeStyle = grey(238)
        g.lineWidth = 13
        g.strokeRect(o - 96, o - 96, 192, 192)
        for (let side = 0; side < 4; side++) {
          g.save()
          g.translate(o, o)
          g.rotate((side * TAU) / 4)
          g.fillStyle = grey(232)
          g.fillRect(-7, -164, 14, 50)
          g.fillRect(-32, -136, 64, 12)
          g.restore()
          for (const k of [-0.28, 0.28]) {
            const a = (side * TAU) / 4 + TAU / 8 + k
            g.fillStyle = grey(250)
            g.beginPath()
            g.arc(o + Math.cos(a) * 140, o + Math.sin(a) * 140, 13, 0, TAU)
            g.fill()
          }
        }
        for (let i = 0; i < 12; i++) {
          const a = (i / 12) * TAU
          g.fillStyle = grey(225)
          g.beginPath()
          g.arc(o + Math.cos(a) * 66, o + Math.sin(a) * 66, 8, 0, TAU)
          g.fill()
        }
        g.fillStyle = grey(255)
        g.beginPath()
        g.arc(o, o, 36, 0, TAU)
        g.fill()
      },
      BRONZE,
    ),
  'bi-disc-grain': () =>
    cast(
      840,
      13,
      (g) => {
        const o = 420
        g.fillStyle = grey(150)
        g.beginPath()
        g.arc(o, o, 350, 0, TAU)
        g.arc(o, o, 116, 0, TAU, true)
        g.fill()
        ring(g, o, o, 338, 215, 20)
        ring(g, o, o, 132, 215, 20)
        for (let row = -12; row <= 12; row++)
          for (let col = -12; col <= 12; col++) {
            const x = col * 37 + (row % 2 ? 18 : 0)
            const y = row * 32
            const d = Math.hypot(x, y)
            if (d < 160 || d > 308) continue
            g.fillStyle = grey(210)
            g.beginPath()
            g.arc(o + x, o + y, 11, 0, TAU)
            g.fill()
            curl(g, o + x, o + y, 12, row + col, 1, 250, 3.4)
          }
      },
      {
        ground: ['#4A4038', '#221C18'],
        metal: ['#2E4A3A', '#7FA584', '#C4D8B4', '#F6F6E4'],
        patina: ['#4A3A20', '#A8894E', '#D9C58E', '#F3EBCB'],
        rough: 0.4,
      },
    ),
  'standing-mask': () =>
    cast(
      900,
      21,
      (g) => {
        const o = 450
        const shape = (value, path) => {
          g.fillStyle = grey(value)
          g.beginPath()
          path()
          g.fill()
        }
        const both = (each) => {
          for (const k of [-1, 1]) {
            g.save()
            g.translate(o, 0)
            g.scale(k, 1)
            each()
            g.restore()
          }
        }
        both(() =>
          shape(120, () => {
            g.moveTo(0, 190)
            g.lineTo(236, 200)
            g.lineTo(250, 330)
            g.lineTo(370, 250)
            g.lineTo(396, 330)
            g.lineTo(300, 470)
            g.lineTo(252, 480)
            g.lineTo(214, 700)
            g.lineTo(0, 756)
          }),
        )
        both(() =>
          shape(200, () => {
            g.moveTo(20, 300)
            g.bezierCurveTo(90, 230, 190, 236, 250, 300)
            g.lineTo(236, 330)
            g.bezierCurveTo(180, 280, 100, 276, 30, 336)
          }),
        )
        both(() =>
          shape(214, () => {
            g.moveTo(46, 400)
            g.bezierCurveTo(110, 336, 190, 340, 232, 388)
            g.bezierCurveTo(180, 440, 100, 446, 46, 400)
          }),
        )
        both(() => shape(255, () => g.ellipse(142, 392, 34, 30, 0, 0, TAU)))
        both(() =>
          shape(235, () => {
            g.moveTo(0, 330)
            g.lineTo(26, 340)
            g.lineTo(54, 540)
            g.bezierCurveTo(60, 570, 20, 580, 0, 576)
          }),
        )
        both(() =>
          shape(226, () => {
            g.moveTo(0, 620)
            g.lineTo(170, 596)
            g.lineTo(196, 622)
            g.lineTo(0, 668)
          }),
        )
        both(() =>
          shape(60, () => {
            g.moveTo(0, 634)
            g.lineTo(172, 606)
            g.lineTo(176, 616)
            g.lineTo(0, 650)
          }),
        )
        both(() => curl(g, 330, 340, 40, 2, 1, 235, 12))
        both(() => curl(g, 60, 236, 30, 0, -1, 225, 9))
        shape(225, () => g.rect(o - 18, 90, 36, 120))
        both(() => curl(g, 46, 120, 44, Math.PI, 1, 235, 13))
      },
      { ...BRONZE, ground: ['#8E9A96', '#4E5A58'] },
    ),
}
