const FRAME = {
  width: 200,
  height: 152,
  viewBox: '0 0 200 152',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.5,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const

const FLOOR = <path d="M8 146h184" stroke="var(--line-strong)" />

/** An empty frame on its nail: nothing here yet. */
export function EmptyFrame() {
  return (
    <svg {...FRAME} aria-hidden="true">
      <path d="M100 18 48 58M100 18l52 40" />
      <path d="M48 58h104v72H48z" />
      <path d="M58 68h84v52H58z" strokeDasharray="2 6" />
      <circle cx="100" cy="15" r="4.5" fill="var(--dot)" stroke="none" />
      {FLOOR}
    </svg>
  )
}

/** A picture that came off its nail: something failed. */
export function FallenFrame() {
  return (
    <svg {...FRAME} aria-hidden="true">
      <g transform="rotate(-11 100 84)">
        <path d="M46 50h108v68H46z" />
        <path d="M56 60h88v48H56z" />
        <path d="m56 100 24-22 18 15 20-25 26 30" />
      </g>
      <path d="M34 14v20M34 34c0 8 12 6 12 14" />
      <circle cx="34" cy="12" r="3" fill="currentColor" stroke="none" />
      {FLOOR}
    </svg>
  )
}

/** A bare plinth: the thing asked for is not here. */
export function BarePlinth() {
  return (
    <svg {...FRAME} aria-hidden="true">
      <path d="M56 74h88v72H56z" />
      <path d="m56 74 10-12h68l10 12" />
      <circle cx="100" cy="36" r="4.5" fill="var(--dot)" stroke="none" />
      <path d="M100 46v8" strokeDasharray="1 5" />
      {FLOOR}
    </svg>
  )
}
