import { Skeleton } from '../../kit/marks.tsx'
import '../../entities/rows/dense.css'

const ROWS = 12

/** The rows of a table that is on its way: as high as they will be. */
export function TableBoxes({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="dense">
      <div className="dense-head" />
      {Array.from({ length: ROWS }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <div key={index} className="dense-row">
          <div className="dense-work">
            <Skeleton width={36} height={36} />
            <Skeleton width={120} height={14} />
          </div>
          <Skeleton width={48} height={12} />
        </div>
      ))}
    </div>
  )
}
