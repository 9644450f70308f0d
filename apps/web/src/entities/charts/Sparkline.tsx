import { sparklinePath } from './sparkline-path.ts'
import './charts.css'

type Props = {
  /** Null where there is no value: the line has a gap. */
  values: readonly (bigint | null)[]
  width: number
  height: number
  /** Said instead of the line. */
  label: string
}

/** A line without axes, scaled to itself; its end has a point. */
export function Sparkline({ values, width, height, label }: Props) {
  const { path, end } = sparklinePath(values, { width, height })
  return (
    <svg className="sparkline" width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <path d={path} />
      {end && <circle cx={end.x} cy={end.y} r={2.2} />}
    </svg>
  )
}
