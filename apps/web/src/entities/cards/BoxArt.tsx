import { useId } from 'react'
import { type BoxLook, type BoxPattern, boxLook } from './box-look.ts'
import '../box.css'

/** A box of this series on its plinth. Its contents lie under the lid, which styles may lift. */
export function BoxArt({ id, label }: { id: bigint; label?: string }) {
  const look = boxLook(id)
  const name = useId()
  const body = `url(#${name}-light)`
  return (
    <svg className="box-art" viewBox="0 0 200 180" role="img" aria-label={label} aria-hidden={label === undefined}>
      <defs>
        <linearGradient id={`${name}-light`}>
          <stop stopColor={look.lid} />
          <stop offset=".45" stopColor={look.body} />
          <stop offset="1" stopColor="#000" stopOpacity=".55" />
        </linearGradient>
        <clipPath id={`${name}-front`}>
          <rect x="20" y="60" width="160" height="120" />
        </clipPath>
      </defs>
      <ellipse className="box-shadow" cx="108" cy="179" rx="98" ry="7" />
      <path d="M20 60 36 44h128l16 16z" fill="#0b0a08" />
      <path className="box-glow" d="M36 44h128l16 16H20z" />
      <rect x="20" y="60" width="160" height="120" fill={look.body} />
      <g clipPath={`url(#${name}-front)`}>
        <Inlay pattern={look.pattern} stroke={look.inlay} fill={look.body} />
      </g>
      <rect x="20" y="60" width="160" height="120" fill={body} opacity=".42" />
      <Lid look={look} light={body} />
    </svg>
  )
}

function Lid({ look, light }: { look: BoxLook; light: string }) {
  return (
    <g className="box-lid">
      <rect x="20" y="60" width="160" height="7" opacity=".28" />
      <path d="M14 30 34 8h132l20 22z" fill={look.lid} />
      <path d="M14 30 34 8h132l20 22z" fill="#fff" opacity=".16" />
      <rect x="14" y="30" width="172" height="32" fill={look.body} />
      <rect x="14" y="30" width="172" height="32" fill={light} opacity=".5" />
      <path d="M14 30.500h172" stroke="#fff" strokeOpacity=".4" />
      {look.pattern === 'cord' ? (
        <path d="M100 8v54" stroke={look.inlay} strokeWidth="4" />
      ) : (
        <path d="M14 55.500h172" stroke={look.inlay} strokeWidth="1.500" />
      )}
    </g>
  )
}

type InlayProps = { pattern: BoxPattern; stroke: string; fill: string }

function Inlay({ pattern, stroke, fill }: InlayProps) {
  switch (pattern) {
    case 'cord':
      return (
        <>
          <path d="M100 60v118M20 112h160" stroke={stroke} strokeWidth="4" />
          <circle cx="100" cy="112" r="9" fill={fill} stroke={stroke} strokeWidth="4" />
        </>
      )
    case 'moon':
      return (
        <>
          <circle cx="100" cy="120" r="34" fill="none" stroke={stroke} strokeWidth="2.500" />
          <circle cx="100" cy="120" r="26" fill={stroke} opacity=".9" />
        </>
      )
    case 'lattice':
      return (
        <>
          <path d={LATTICE} stroke={stroke} strokeWidth="1.600" opacity=".75" />
          <rect x="30" y="74" width="140" height="94" fill="none" stroke={stroke} strokeWidth="2" />
        </>
      )
    default:
      return <path d={pattern === 'waves' ? WAVES : GRAIN} fill="none" stroke={stroke} strokeWidth="1.400" />
  }
}

const many = (count: number, draw: (at: number) => string): string => Array.from({ length: count }, (_, at) => draw(at)).join('')

const LATTICE = many(7, (at) => `M${32 + at * 20} 74 ${48 + at * 20} 168M${48 + at * 20} 74 ${32 + at * 20} 168`)
const GRAIN = many(6, (at) => `M20 ${76 + at * 18}q40 ${at % 2 ? -7 : 7} 80 0t80 0`)
const WAVES = many(3, (row) =>
  many(9, (at) => {
    const [x, y] = [24 + at * 19 + (row % 2) * 9, 126 + row * 18]
    return [14, 9, 4].map((radius) => `M${x - radius} ${y}a${radius} ${radius} 0 0 1 ${2 * radius} 0`).join('')
  }),
)
