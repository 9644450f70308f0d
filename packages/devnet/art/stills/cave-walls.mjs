import { make } from '../lib/canvas.mjs'
import { hex, mixc } from '../lib/colour.mjs'
import { horse, inkShape, scaled } from '../lib/limbs.mjs'
import { clamp, noise, rng, TAU } from '../lib/random.mjs'

/** A rock face: uneven, stained, and rough enough to break a line drawn on it. */
function wall(w, h, seed, tones, draw) {
  const [, ink] = make(w, h)
  draw(ink)
  const px = ink.getImageData(0, 0, w, h).data
  const [c, g] = make(w, h)
  const image = g.createImageData(w, h)
  const [n, r] = [noise(seed), rng(seed)]
  const relief = (x, y) => n.fbm(x / 120, y / 120, 6)
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      const i = (y * w + x) * 4
      const rise = (relief(x, y) - relief(x + 3, y + 3)) * 900
      const stain = n.fbm(x / 260 + 9, y / 190 + 4, 4)
      const pores = n(x / 3, y / 3)
      const stone = mixc(hex(tones[0]), hex(tones[1]), clamp((stain - 0.3) * 2.4)).map((k) => k + rise * 0.5 + (r() - 0.5) * 16)
      const bite = clamp((px[i + 3] / 255) * (1.5 - pores * 0.8 - clamp(rise / 60) * 0.4)) * (0.55 + stain * 0.6)
      for (let k = 0; k < 3; k++) image.data[i + k] = stone[k] * (1 - bite) + px[i + k] * bite
      image.data[i + 3] = 255
    }
  g.putImageData(image, 0, 0)
  return c
}

/** A hand held to the wall and blown around with ochre: the wall's own colour stays where it was. */
function hand(g, x, y, s, turn, colour, r, mirror = 1) {
  const [w, h] = [Math.ceil(420 * s), Math.ceil(420 * s)]
  const [spray, sg] = make(w, h)
  sg.translate(w / 2, h / 2)
  sg.scale(s, s)
  sg.fillStyle = colour
  for (let i = 0; i < 5200; i++) {
    const a = r() * TAU
    const d = 60 + Math.abs(r() + r() - 1) * 150
    sg.globalAlpha = clamp(1.15 - d / 200) * 0.8
    sg.beginPath()
    sg.arc(Math.cos(a) * d, Math.sin(a) * d, 1.2 + r() * 3.2, 0, TAU)
    sg.fill()
  }
  sg.globalAlpha = 1
  sg.globalCompositeOperation = 'destination-out'
  sg.lineCap = 'round'
  sg.beginPath()
  sg.ellipse(0, 40, 46, 50, 0, 0, TAU)
  sg.fill()
  for (const [a, length, width] of [
    [-2.75, 118, 21],
    [-2.02, 158, 20],
    [-1.63, 176, 21],
    [-1.26, 164, 20],
    [-0.86, 128, 17],
  ]) {
    sg.lineWidth = width
    sg.beginPath()
    sg.moveTo(Math.cos(a) * 30, 30 + Math.sin(a) * 30)
    sg.lineTo(Math.cos(a) * length, 30 + Math.sin(a) * length)
    sg.stroke()
  }
  sg.fillRect(-27, 60, 54, 160)
  g.save()
  g.translate(x, y)
  g.rotate(turn)
  g.scale(mirror, 1)
  g.drawImage(spray, -w / 2, -h / 2)
  g.restore()
}

function bison(g, x, y, s, dark, red) {
  g.save()
  g.translate(x, y)
  g.scale(s, s)
  g.fillStyle = red
  g.beginPath()
  g.moveTo(-210, 10)
  g.bezierCurveTo(-190, -60, -60, -60, -10, -100)
  g.bezierCurveTo(50, -160, 130, -140, 170, -70)
  g.bezierCurveTo(220, -60, 240, 10, 214, 50)
  g.bezierCurveTo(190, 70, 170, 40, 150, 40)
  g.bezierCurveTo(110, 90, 20, 70, -60, 66)
  g.bezierCurveTo(-140, 74, -210, 80, -210, 10)
  g.fill()
  g.strokeStyle = dark
  g.lineCap = 'round'
  g.lineJoin = 'round'
  g.lineWidth = 9
  g.stroke()
  g.lineWidth = 17
  for (const [x0, x1] of [
    [-180, -200],
    [-130, -120],
    [90, 80],
    [130, 150],
  ]) {
    g.beginPath()
    g.moveTo(x0, 60)
    g.lineTo(x1, 150)
    g.stroke()
  }
  g.lineWidth = 10
  g.beginPath()
  g.moveTo(176, -70)
  g.quadraticCurveTo(200, -130, 168, -150)
  g.moveTo(196, -56)
  g.quadraticCurveTo(240, -110, 216, -140)
  g.moveTo(-208, 0)
  g.quadraticCurveTo(-250, 20, -240, 80)
  g.stroke()
  g.fillStyle = dark
  for (let i = 0; i < 40; i++) g.fillRect(60 + ((i * 53) % 130), -120 + ((i * 31) % 90), 4, 26)
  g.beginPath()
  g.arc(204, -10, 8, 0, TAU)
  g.fill()
  g.restore()
}

export const works = {
  'hall-of-hands': () =>
    wall(960, 700, 6, ['#C9A982', '#8E6B4E'], (g) => {
      const r = rng(5)
      const tones = ['#8A2E1C', '#5A1E16', '#2A1C18', '#B5602A']
      for (const [i, [x, y]] of [
        [170, 210],
        [390, 180],
        [610, 230],
        [820, 200],
        [270, 470],
        [500, 460],
        [730, 490],
        [110, 520],
        [900, 480],
      ].entries())
        hand(g, x, y, 0.86 + r() * 0.24, (r() - 0.5) * 0.7, tones[i % 4], r, r() < 0.5 ? 1 : -1)
    }),
  'bison-and-herd': () =>
    wall(980, 680, 15, ['#DCC49A', '#A8875E'], (g) => {
      bison(g, 360, 300, 1.15, '#2A1A14', '#9A3E22')
      g.fillStyle = '#3A221A'
      for (const [x, y, s] of [
        [720, 200, 0.7],
        [800, 380, 0.9],
        [620, 520, 0.62],
        [250, 560, 0.5],
      ])
        inkShape(g, scaled(horse, s), (px, py) => [x + px, y + py])
      const r = rng(2)
      g.fillStyle = '#7A2A1A'
      for (let i = 0; i < 17; i++) {
        g.beginPath()
        g.arc(560 + (i % 6) * 26, 96 + ((i / 6) | 0) * 24, 7 + r() * 3, 0, TAU)
        g.fill()
      }
    }),
}
