import type { CSSProperties } from 'react'

/** Room for the rows that are still to come: what stands below keeps its place. They are drawn as boxes, without an element for each. */
export function GridRoom({ className, known, total }: { className: string; known: number; total: number }) {
  if (total <= known) return null
  return (
    <div className="feed" aria-hidden="true">
      <div className={`${className} room`} style={{ '--known': known, '--total': total } as CSSProperties} />
    </div>
  )
}
