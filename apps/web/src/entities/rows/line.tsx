import { Skeleton } from '../../kit/marks.tsx'

export type Place = {
  index: number
  start: number
  size: number
  template: string | undefined
  isActive: boolean
  onFocus: (index: number) => void
}

/** A row at its place among the drawn rows. */
export const placed = ({ index, start, size, template, isActive, onFocus }: Place) =>
  ({
    role: 'row',
    'aria-rowindex': index + 2,
    'data-index': index,
    tabIndex: isActive ? 0 : -1,
    style: { height: size, transform: `translateY(${start}px)`, gridTemplateColumns: template },
    onFocus: () => onFocus(index),
  }) as const

/** A row that is on its way. */
export function BoxRow({ start, size }: Pick<Place, 'start' | 'size'>) {
  return (
    <div className="dense-row dense-box" aria-hidden="true" style={{ height: size, transform: `translateY(${start}px)` }}>
      <Skeleton width={36} height={36} />
      <Skeleton width="60%" height={14} />
    </div>
  )
}
