import { useMemo } from 'react'
import { encode } from 'uqr'

const QUIET = 4

/** Always dark on white, four modules of quiet around it: readers expect that in any theme. */
export function QrCode({ text, label, size = 240 }: { text: string; label: string; size?: number }) {
  const { side, path } = useMemo(() => {
    const rows = encode(text, { ecc: 'M', border: QUIET }).data
    const squares = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
    return { side: rows.length, path: squares.join('') }
  }, [text])
  return (
    <svg width={size} height={size} viewBox={`0 0 ${side} ${side}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={side} height={side} fill="#fff" rx="1" />
      <path d={path} fill="#16150f" />
    </svg>
  )
}
