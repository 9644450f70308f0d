import { useMemo } from 'react'
import { qrMatrix } from './qr.ts'

/** Always dark on white, four modules of quiet around it: readers expect that in any theme. */
export function QrCode({ text, label, size = 240 }: { text: string; label: string; size?: number }) {
  const { side, path } = useMemo(() => {
    const rows = qrMatrix(text)
    const squares = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x + 4} ${y + 4}h1v1h-1z` : [])))
    return { side: rows.length + 8, path: squares.join('') }
  }, [text])
  return (
    <svg width={size} height={size} viewBox={`0 0 ${side} ${side}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={side} height={side} fill="#fff" rx="1" />
      <path d={path} fill="#16150f" />
    </svg>
  )
}
