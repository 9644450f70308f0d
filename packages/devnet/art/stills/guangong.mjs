import { grain, make, rad } from '../lib/canvas.mjs'
import { rng } from '../lib/random.mjs'

export const works = {
  'mask-of-loyalty': () => {
    const w = 720,
      h = 900,
      [c, g] = make(w, h, '#E9DFC8'),
      r = rng(6)
    g.save()
    g.translate(w / 2, h * 0.49)
    const half = (f) => {
        g.save()
        f()
        g.restore()
        g.save()
        g.scale(-1, 1)
        f()
        g.restore()
      },
      sh = (d, col) => {
        g.fillStyle = col
        g.beginPath()
        d()
        g.fill()
      }
    half(() =>
      sh(() => {
        g.moveTo(0, -340)
        g.bezierCurveTo(170, -340, 250, -210, 240, -40)
        g.bezierCurveTo(236, 110, 150, 290, 0, 330)
      }, '#16120F'),
    )
    half(() =>
      sh(() => {
        g.moveTo(0, -322)
        g.bezierCurveTo(160, -322, 232, -200, 224, -40)
        g.bezierCurveTo(220, 100, 140, 272, 0, 310)
      }, '#B02A1E'),
    )
    half(() =>
      sh(() => {
        g.moveTo(0, -322)
        g.bezierCurveTo(120, -322, 196, -250, 216, -150)
        g.bezierCurveTo(150, -214, 70, -236, 0, -190)
      }, '#1F5A43'),
    )
    half(() =>
      sh(() => {
        g.moveTo(0, -214)
        g.bezierCurveTo(60, -252, 140, -236, 210, -160)
        g.lineTo(214, -146)
        g.bezierCurveTo(140, -214, 64, -226, 0, -182)
      }, '#E0B345'),
    )
    sh(() => {
      g.arc(0, -262, 30, 0, 7)
    }, '#E0B345')
    sh(() => {
      g.arc(0, -262, 18, 0, 7)
    }, '#B02A1E')
    half(() =>
      sh(() => {
        g.moveTo(24, -92)
        g.bezierCurveTo(80, -150, 150, -160, 206, -120)
        g.bezierCurveTo(150, -126, 90, -110, 40, -66)
      }, '#16120F'),
    )
    half(() =>
      sh(() => {
        g.moveTo(44, -30)
        g.bezierCurveTo(90, -70, 150, -66, 190, -40)
        g.bezierCurveTo(150, -20, 90, -8, 44, -30)
      }, '#F5ECD8'),
    )
    half(() =>
      sh(() => {
        g.ellipse(116, -40, 26, 17, 0, 0, 7)
      }, '#16120F'),
    )
    half(() => {
      g.strokeStyle = '#16120F'
      g.lineWidth = 8
      g.beginPath()
      g.moveTo(36, -24)
      g.bezierCurveTo(90, -76, 154, -72, 214, -52)
      g.stroke()
    })
    half(() =>
      sh(() => {
        g.moveTo(0, -60)
        g.bezierCurveTo(16, 0, 30, 50, 44, 66)
        g.bezierCurveTo(30, 84, 10, 80, 0, 74)
      }, '#8C1F17'),
    )
    half(() =>
      sh(() => {
        g.moveTo(0, 100)
        g.bezierCurveTo(30, 92, 60, 106, 80, 120)
        g.bezierCurveTo(50, 134, 20, 132, 0, 128)
      }, '#16120F'),
    )
    half(() =>
      sh(() => {
        g.moveTo(60, 24)
        g.bezierCurveTo(120, 40, 160, 90, 150, 150)
        g.bezierCurveTo(130, 100, 100, 60, 60, 24)
      }, '#E0B345'),
    )
    g.lineCap = 'round'
    for (let i = 0; i < 130; i++) {
      const t = (i / 129) * 2 - 1
      g.strokeStyle = r() > 0.82 ? '#3A332D' : '#16120F'
      g.lineWidth = 3 + r() * 3
      g.beginPath()
      g.moveTo(t * 112, 146 + Math.abs(t) * -10)
      g.bezierCurveTo(
        t * 130 + (r() - 0.5) * 20,
        240,
        t * 90 + Math.sin(i) * 16,
        320,
        t * 46 + (r() - 0.5) * 24,
        400 + r() * 30 - Math.abs(t) * 60,
      )
      g.stroke()
    }
    half(() => {
      for (let i = 0; i < 12; i++) {
        g.strokeStyle = '#16120F'
        g.lineWidth = 4
        g.beginPath()
        g.moveTo(204 + r() * 12, 20)
        g.bezierCurveTo(226, 110, 196, 190, 184 + (r() - 0.5) * 22, 260)
        g.stroke()
      }
    })
    g.restore()
    grain(g, w, h, 11, 12, 2)
    return c
  },
  'green-dragon-blade': () => {
    const w = 560,
      h = 960,
      [c, g] = make(w, h, '#9E2B1F'),
      r = rng(66)
    g.fillStyle = rad(g, w * 0.5, h * 0.32, 40, h * 0.7, [
      [0, '#B93A29'],
      [1, '#7C1C14'],
    ])
    g.fillRect(0, 0, w, h)
    g.fillStyle = '#E9C46A'
    g.beginPath()
    g.arc(w * 0.5, h * 0.3, 170, 0, 7)
    g.fill()
    g.fillStyle = '#1B1512'
    g.fillRect(w * 0.47, h * 0.36, 16, h * 0.58)
    g.fillStyle = '#E9C46A'
    for (const y of [0.43, 0.62, 0.8]) g.fillRect(w * 0.47 - 4, h * y, 24, 14)
    g.fillStyle = '#F3EBDB'
    g.beginPath()
    g.moveTo(w * 0.47, h * 0.4)
    g.bezierCurveTo(w * 0.3, h * 0.3, w * 0.34, h * 0.14, w * 0.6, h * 0.06)
    g.bezierCurveTo(w * 0.52, h * 0.13, w * 0.53, h * 0.17, w * 0.6, h * 0.19)
    g.bezierCurveTo(w * 0.54, h * 0.22, w * 0.53, h * 0.3, w * 0.52, h * 0.4)
    g.fill()
    g.fillStyle = '#1F5A43'
    g.beginPath()
    g.moveTo(w * 0.44, h * 0.36)
    g.bezierCurveTo(w * 0.37, h * 0.28, w * 0.4, h * 0.18, w * 0.52, h * 0.12)
    g.bezierCurveTo(w * 0.44, h * 0.2, w * 0.45, h * 0.28, w * 0.49, h * 0.37)
    g.fill()
    g.fillStyle = '#1B1512'
    g.beginPath()
    g.moveTo(w * 0.38, h * 0.39)
    g.lineTo(w * 0.6, h * 0.39)
    g.lineTo(w * 0.55, h * 0.42)
    g.lineTo(w * 0.43, h * 0.42)
    g.fill()
    g.strokeStyle = '#1F5A43'
    g.lineWidth = 5
    for (let i = 0; i < 24; i++) {
      g.beginPath()
      g.moveTo(w * 0.48, h * 0.42)
      g.bezierCurveTo(w * (0.6 + r() * 0.1), h * 0.45, w * (0.52 + r() * 0.16), h * 0.5, w * (0.56 + r() * 0.14), h * (0.54 + r() * 0.05))
      g.stroke()
    }
    g.strokeStyle = 'rgba(233,196,106,.55)'
    g.lineWidth = 3
    for (let j = 0; j < 5; j++)
      for (let i = 0; i < 7; i++) {
        const x = i * 94 + (j % 2) * 47 - 30,
          y = h * 0.78 + j * 42
        for (let k = 1; k < 4; k++) {
          g.beginPath()
          g.arc(x, y, k * 15, Math.PI, 0)
          g.stroke()
        }
      }
    grain(g, w, h, 4, 13, 2)
    return c
  },
}
