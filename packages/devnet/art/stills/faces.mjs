import { grain, make } from '../lib/canvas.mjs'
import { rng, TAU } from '../lib/random.mjs'

const INK = '#16120F'

/** Draws on the left of the face and again, mirrored, on the right. */
const both = (g, each) => {
  for (const k of [1, -1]) {
    g.save()
    g.scale(k, 1)
    each()
    g.restore()
  }
}
const patch = (g, colour, path) => {
  g.fillStyle = colour
  g.beginPath()
  path()
  g.fill()
}

const outline = (g, grow) => {
  g.moveTo(0, -330 - grow)
  g.bezierCurveTo(165 + grow, -330 - grow, 236 + grow, -205, 228 + grow, -40)
  g.bezierCurveTo(224 + grow, 104, 146 + grow, 276 + grow, 0, 316 + grow)
}

function eyes(g, { white = '#F5ECD8', slant = 0 }) {
  both(g, () => {
    g.save()
    g.translate(112, -40)
    g.rotate(slant)
    patch(g, white, () => {
      g.moveTo(-66, 8)
      g.bezierCurveTo(-24, -34, 32, -32, 72, -4)
      g.bezierCurveTo(34, 20, -20, 30, -66, 8)
    })
    patch(g, INK, () => g.arc(4, -6, 20, 0, TAU))
    patch(g, '#FFFFFF', () => g.arc(10, -12, 5, 0, TAU))
    g.strokeStyle = INK
    g.lineWidth = 9
    g.lineCap = 'round'
    g.beginPath()
    g.moveTo(-70, 12)
    g.bezierCurveTo(-24, -42, 34, -42, 84, -12)
    g.stroke()
    g.restore()
  })
}

function beard(g, seed, { colour, length, width, parts }) {
  const r = rng(seed)
  g.lineCap = 'round'
  const strands = 56
  for (const part of parts)
    for (let i = 0; i < strands; i++) {
      const t = (i / (strands - 1)) * 2 - 1
      g.strokeStyle = r() > 0.84 ? colour[1] : colour[0]
      g.lineWidth = 3 + r() * 3
      g.beginPath()
      g.moveTo(part + t * width, 150)
      g.bezierCurveTo(
        part + t * width * 1.2,
        240,
        part * 1.1 + t * width * 0.9,
        150 + length * 0.7,
        part * 1.12 + t * width * 0.5,
        150 + length * (1 - t * t * 0.24) + r() * 20,
      )
      g.stroke()
    }
}

/** A painted face on paper: base colour, then each player's own pattern, then eyes, mouth and beard. */
function face(seed, { paper, base, pattern, beardOf, mouth = '#7A1F17', slant }) {
  const [w, h] = [760, 920]
  const [c, g] = make(w, h, paper)
  g.translate(w / 2, h * 0.46)
  both(g, () => patch(g, INK, () => outline(g, 16)))
  both(g, () => patch(g, base, () => outline(g, 0)))
  g.save()
  g.beginPath()
  for (const k of [1, -1]) {
    g.moveTo(0, -330)
    g.bezierCurveTo(k * 165, -330, k * 236, -205, k * 228, -40)
    g.bezierCurveTo(k * 224, 104, k * 146, 276, 0, 316)
  }
  g.clip('nonzero')
  pattern(g)
  g.restore()
  eyes(g, { slant })
  both(g, () =>
    patch(g, 'rgba(20,12,8,.5)', () => {
      g.moveTo(8, 76)
      g.bezierCurveTo(26, 60, 46, 66, 44, 84)
      g.bezierCurveTo(30, 92, 16, 90, 8, 76)
    }),
  )
  both(g, () =>
    patch(g, mouth, () => {
      g.moveTo(0, 122)
      g.bezierCurveTo(28, 110, 66, 120, 92, 134)
      g.bezierCurveTo(60, 152, 24, 154, 0, 150)
    }),
  )
  if (beardOf) beard(g, seed, beardOf)
  g.setTransform(1, 0, 0, 1, 0, 0)
  grain(g, w, h, seed, 12, 2)
  return c
}

const brow = (g, colour, points) =>
  both(g, () =>
    patch(g, colour, () => {
      const [[x, y], ...rest] = points
      g.moveTo(x, y)
      for (let i = 0; i < rest.length; i += 3) g.bezierCurveTo(...rest[i], ...rest[i + 1], ...rest[i + 2])
    }),
  )

const flame = (g, x, y, height, width, colour) =>
  patch(g, colour, () => {
    g.moveTo(x, y)
    g.bezierCurveTo(x + width, y - height * 0.3, x + width * 0.3, y - height * 0.6, x, y - height)
    g.bezierCurveTo(x - width * 0.3, y - height * 0.6, x - width, y - height * 0.3, x, y)
  })

export const works = {
  'face-zhang-fei': () =>
    face(3, {
      paper: '#E6D9BE',
      base: '#F3ECDD',
      mouth: '#B5301E',
      slant: -0.12,
      pattern: (g) => {
        both(g, () => {
          patch(g, INK, () => {
            g.moveTo(0, -340)
            g.bezierCurveTo(40, -250, 34, -170, 16, -100)
            g.lineTo(0, -90)
          })
          patch(g, INK, () => {
            g.moveTo(20, -60)
            g.bezierCurveTo(70, -150, 190, -190, 250, -120)
            g.bezierCurveTo(250, 30, 200, 40, 120, 30)
            g.bezierCurveTo(70, 20, 30, 0, 20, -60)
          })
          patch(g, INK, () => {
            g.moveTo(52, -190)
            g.bezierCurveTo(110, -290, 200, -260, 244, -170)
            g.bezierCurveTo(180, -210, 110, -200, 52, -190)
          })
          patch(g, '#C98A8A', () => g.ellipse(108, 88, 52, 30, 0.3, 0, TAU))
          patch(g, INK, () => {
            g.moveTo(0, 40)
            g.bezierCurveTo(50, 60, 62, 96, 40, 108)
            g.lineTo(0, 100)
          })
        })
        flame(g, 0, -190, 110, 26, '#B5301E')
      },
      beardOf: { colour: [INK, '#3A302A'], length: 210, width: 46, parts: [-120, 0, 120] },
    }),
  'face-cao-cao': () =>
    face(8, {
      paper: '#8E2A20',
      base: '#F6F1E6',
      mouth: '#6A2A22',
      slant: 0.06,
      pattern: (g) => {
        brow(g, INK, [
          [22, -84],
          [80, -150],
          [160, -140],
          [214, -186],
          [170, -116],
          [90, -112],
          [22, -84],
        ])
        g.strokeStyle = '#3A332C'
        g.lineCap = 'round'
        both(g, () => {
          for (const [width, points] of [
            [
              5,
              [
                [14, -130],
                [30, -180],
                [10, -230],
                [40, -290],
              ],
            ],
            [
              4,
              [
                [56, -150],
                [80, -200],
                [60, -240],
                [96, -280],
              ],
            ],
            [
              5,
              [
                [70, 10],
                [130, 30],
                [180, 20],
                [210, -10],
              ],
            ],
            [
              4,
              [
                [60, 40],
                [120, 90],
                [150, 150],
                [120, 210],
              ],
            ],
            [
              4,
              [
                [40, 66],
                [80, 110],
                [100, 160],
                [90, 220],
              ],
            ],
          ]) {
            g.lineWidth = width
            g.beginPath()
            g.moveTo(...points[0])
            g.bezierCurveTo(...points[1], ...points[2], ...points[3])
            g.stroke()
          }
        })
        patch(g, '#B5301E', () => g.arc(0, -116, 10, 0, TAU))
      },
      beardOf: { colour: ['#2A2522', '#5A5048'], length: 250, width: 100, parts: [0] },
    }),
  'face-dian-wei': () =>
    face(14, {
      paper: '#23303A',
      base: '#E3A92E',
      slant: -0.1,
      pattern: (g) => {
        both(g, () => {
          patch(g, INK, () => {
            g.moveTo(0, -340)
            g.bezierCurveTo(120, -330, 200, -260, 230, -150)
            g.bezierCurveTo(170, -240, 70, -250, 30, -150)
            g.lineTo(0, -120)
          })
          patch(g, '#B5301E', () => {
            g.moveTo(18, -120)
            g.bezierCurveTo(60, -210, 140, -220, 190, -160)
            g.bezierCurveTo(140, -170, 80, -150, 18, -120)
          })
          patch(g, INK, () => {
            g.moveTo(26, -66)
            g.bezierCurveTo(90, -130, 170, -120, 240, -60)
            g.bezierCurveTo(200, 10, 90, 20, 26, -66)
          })
          patch(g, '#F3ECDD', () => {
            g.moveTo(40, 20)
            g.bezierCurveTo(110, 50, 190, 40, 230, 0)
            g.bezierCurveTo(210, 90, 120, 120, 56, 84)
          })
          patch(g, INK, () => {
            g.moveTo(60, 44)
            g.bezierCurveTo(110, 70, 170, 62, 210, 36)
            g.bezierCurveTo(170, 90, 110, 96, 60, 44)
          })
        })
        flame(g, 0, -150, 150, 30, '#E3A92E')
      },
      beardOf: { colour: ['#8A2A1A', '#C2502B'], length: 180, width: 60, parts: [-96, 96] },
    }),
  'face-dou-er-dun': () =>
    face(22, {
      paper: '#E9DFC8',
      base: '#2B5FA0',
      slant: -0.16,
      pattern: (g) => {
        both(g, () => {
          patch(g, '#F3ECDD', () => {
            g.moveTo(14, -80)
            g.bezierCurveTo(60, -170, 180, -170, 236, -90)
            g.bezierCurveTo(220, 20, 100, 40, 30, -10)
          })
          patch(g, INK, () => {
            g.moveTo(30, -50)
            g.bezierCurveTo(90, -120, 170, -116, 226, -60)
            g.bezierCurveTo(190, 0, 90, 10, 30, -50)
          })
          for (let i = 0; i < 3; i++) {
            g.save()
            g.translate(70 + i * 56, -150 - i * 8)
            g.rotate(0.3 + i * 0.24)
            flame(g, 0, 0, 120 - i * 16, 20, i % 2 ? '#E3A92E' : '#B5301E')
            g.restore()
          }
          patch(g, '#E3A92E', () => {
            g.moveTo(60, 50)
            g.bezierCurveTo(120, 60, 170, 120, 150, 190)
            g.bezierCurveTo(120, 140, 90, 110, 60, 50)
          })
          patch(g, '#F3ECDD', () => {
            g.moveTo(0, 40)
            g.bezierCurveTo(40, 60, 60, 100, 30, 112)
            g.lineTo(0, 106)
          })
        })
        patch(g, '#B5301E', () => {
          g.moveTo(0, -330)
          g.bezierCurveTo(34, -260, 34, -200, 0, -130)
          g.bezierCurveTo(-34, -200, -34, -260, 0, -330)
        })
        patch(g, '#E3A92E', () => g.arc(0, -226, 16, 0, TAU))
      },
      beardOf: { colour: ['#B5301E', '#D9603A'], length: 200, width: 52, parts: [-110, 110] },
    }),
  'face-monkey-king': () =>
    face(30, {
      paper: '#D9A441',
      base: '#C9402B',
      mouth: '#F3D9B0',
      pattern: (g) => {
        both(g, () => {
          patch(g, '#F3D9B0', () => {
            g.moveTo(0, -60)
            g.bezierCurveTo(50, -190, 190, -180, 200, -60)
            g.bezierCurveTo(206, 30, 130, 60, 110, 120)
            g.bezierCurveTo(90, 200, 40, 220, 0, 220)
          })
          patch(g, '#F0B23C', () => {
            g.moveTo(0, -330)
            g.bezierCurveTo(60, -300, 90, -240, 60, -190)
            g.bezierCurveTo(40, -220, 20, -230, 0, -230)
          })
          g.strokeStyle = INK
          g.lineWidth = 7
          g.lineCap = 'round'
          for (let i = 0; i < 7; i++) {
            const a = -1.2 + i * 0.34
            g.beginPath()
            g.moveTo(150 + Math.cos(a) * 60, -30 + Math.sin(a) * 90)
            g.lineTo(160 + Math.cos(a) * 110, -30 + Math.sin(a) * 150)
            g.stroke()
          }
          patch(g, '#C9402B', () => {
            g.moveTo(0, -50)
            g.bezierCurveTo(40, -40, 50, 40, 40, 70)
            g.bezierCurveTo(20, 84, 8, 84, 0, 84)
          })
          patch(g, '#1F5A43', () => {
            g.moveTo(30, -110)
            g.bezierCurveTo(80, -160, 140, -160, 186, -120)
            g.bezierCurveTo(130, -130, 80, -120, 30, -110)
          })
        })
      },
    }),
}
