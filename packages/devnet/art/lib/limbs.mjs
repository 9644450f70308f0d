import { mix } from './random.mjs'

const spline = (p, i, t) => {
  const at = (k) => p[Math.max(0, Math.min(p.length - 1, k))]
  const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)]
  return [0, 1].map(
    (k) =>
      0.5 * (2 * b[k] + (c[k] - a[k]) * t + (2 * a[k] - 5 * b[k] + 4 * c[k] - d[k]) * t * t + (3 * b[k] - a[k] - 3 * c[k] + d[k]) * t ** 3),
  )
}

/** Adds a tapering limb to the path: points are [x, y, radius], joined by a smooth curve. */
export function limb(g, points, place = (x, y) => [x, y]) {
  for (let i = 0; i < points.length - 1; i++)
    for (let t = 0; t <= 1; t += 0.04) {
      const [x, y] = place(...spline(points, i, t))
      const radius = mix(points[i][2], points[i + 1][2], t)
      g.moveTo(x + radius, y)
      g.arc(x, y, radius, 0, 7)
    }
}

/** Fills several limbs as one silhouette. */
export function inkShape(g, limbs, place) {
  g.beginPath()
  for (const points of limbs) limb(g, points, place)
  g.fill()
}

/** The same limbs, larger or smaller, thickness and all. */
export const scaled = (limbs, k) => limbs.map((points) => points.map((point) => point.map((value) => value * k)))

/** A trotting horse, about 300 wide and 240 high, facing right, the trunk's middle at the origin. */
export const horse = [
  [
    [-74, -2, 35],
    [-20, 4, 30],
    [30, 0, 31],
    [60, -8, 33],
  ],
  [
    [56, -12, 28],
    [80, -54, 18],
    [88, -92, 13],
  ],
  [
    [84, -96, 14],
    [108, -90, 11],
    [128, -72, 7],
    [131, -68, 6],
  ],
  [
    [84, -104, 5],
    [86, -126, 1],
  ],
  [
    [96, -104, 5],
    [102, -124, 1],
  ],
  [
    [50, -40, 8],
    [66, -80, 8],
    [76, -112, 5],
  ],
  [
    [66, 10, 18],
    [98, 26, 9],
    [122, 36, 6],
    [112, 66, 4.5],
    [104, 78, 5],
    [112, 84, 5],
  ],
  [
    [54, 16, 18],
    [50, 54, 9],
    [44, 84, 6],
    [40, 110, 4.5],
    [50, 116, 5],
  ],
  [
    [-66, 14, 26],
    [-50, 48, 12],
    [-68, 78, 7],
    [-60, 108, 5],
    [-50, 115, 5],
  ],
  [
    [-80, 6, 26],
    [-96, 44, 12],
    [-128, 58, 7],
    [-146, 88, 5],
    [-142, 98, 5],
  ],
  [
    [-100, -14, 7],
    [-126, -30, 9],
    [-152, -4, 10],
    [-158, 44, 2],
  ],
]

/** A bird in flight for a ring: x runs along the ring, y inwards from its middle line. */
export const ringBird = [
  [
    [-58, 2, 5],
    [-34, 0, 13],
    [-4, -4, 14],
    [20, -2, 8],
  ],
  [
    [16, -2, 8],
    [44, 8, 5],
    [66, -6, 5],
    [84, -8, 7],
  ],
  [
    [86, -8, 7],
    [102, -2, 2.5],
    [106, 6, 1],
  ],
  [
    [-50, 2, 6],
    [-84, -12, 5],
    [-112, -8, 1.5],
  ],
  [
    [-50, 2, 5],
    [-82, 4, 4],
    [-104, 12, 1.5],
  ],
  [
    [-8, -6, 8],
    [-30, -22, 6],
    [-58, -24, 1.5],
  ],
  [
    [-18, 8, 3.5],
    [-36, 20, 3],
    [-66, 20, 2.5],
    [-74, 26, 1.5],
  ],
  [
    [-66, 20, 2.5],
    [-76, 18, 1.5],
  ],
  [
    [0, 8, 3.5],
    [-14, 22, 3],
    [-38, 28, 2.5],
    [-48, 26, 1.5],
  ],
]
