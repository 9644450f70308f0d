/** Light that bursts from the box: beams and dust, always the same. */
export function Rays() {
  return (
    <svg className="reveal-rays" viewBox="0 0 1440 680" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <defs>
        <radialGradient id="rays-glow" cx=".5" cy=".78" r=".62">
          <stop stopColor="#fff3d2" stopOpacity=".95" />
          <stop offset=".1" stopColor="#ffe3a1" stopOpacity=".62" />
          <stop offset=".36" stopColor="#d9a95a" stopOpacity=".24" />
          <stop offset="1" stopColor="#6b4a1e" stopOpacity="0" />
        </radialGradient>
        <linearGradient id="rays-beam" x1="0" y1="1" x2="0" y2="0">
          <stop stopColor="#fff0c8" stopOpacity=".8" />
          <stop offset="1" stopColor="#fff0c8" stopOpacity="0" />
        </linearGradient>
        <filter id="rays-soft">
          <feGaussianBlur stdDeviation="9" />
        </filter>
      </defs>
      <rect width="1440" height="680" fill="url(#rays-glow)" />
      <g filter="url(#rays-soft)">
        {BEAMS.map(({ path, opacity }) => (
          <path key={path} d={path} fill="url(#rays-beam)" opacity={opacity} />
        ))}
      </g>
      {DUST.map(({ x, y, r, opacity }) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r={r} fill="#fff3d2" opacity={opacity} />
      ))}
    </svg>
  )
}

const [X, Y, LONG] = [720, 516, 640]
/** Angle from above and half the width, in radians. */
const ANGLES: readonly (readonly [number, number])[] = [
  [-0.62, 0.05],
  [-0.44, 0.035],
  [-0.28, 0.07],
  [-0.13, 0.03],
  [0, 0.09],
  [0.15, 0.04],
  [0.31, 0.06],
  [0.47, 0.03],
  [0.6, 0.055],
]

const BEAMS = ANGLES.map(([angle, width], at) => {
  const end = (turn: number) => `${Math.round(X + Math.sin(turn) * LONG)} ${Math.round(Y - Math.cos(turn) * LONG)}`
  const path = `M${X - 50 + angle * 60} ${Y}L${end(angle - width)}L${end(angle + width)}L${X + 50 + angle * 60} ${Y}z`
  return { path, opacity: 0.34 + (at % 3) * 0.1 }
})

/** No chance: the same picture each time. */
function scatter(at: number, turn: number): number {
  const value = Math.sin(at * 127.1 + turn * 311.7) * 43_758.5453
  return value - Math.floor(value)
}

const DUST = Array.from({ length: 46 }, (_, at) => {
  const [angle, far] = [(scatter(at, 1) - 0.5) * 1.7, 120 + scatter(at, 2) * 430]
  return {
    x: Math.round(X + Math.sin(angle) * far),
    y: Math.round(Y - Math.cos(angle) * far),
    r: (0.8 + scatter(at, 3) * 1.8).toFixed(1),
    opacity: (0.25 + scatter(at, 4) * 0.6).toFixed(2),
  }
})
