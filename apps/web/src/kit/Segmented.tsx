import { type ReactNode, useId } from 'react'

export type SegmentedOption<V extends string> = { value: V; label: ReactNode }
export type SegmentedProps<V extends string> = {
  /** Read out as the group's name. */
  label: string
  /** Undefined while it is not known. */
  value: V | undefined
  options: readonly SegmentedOption<V>[]
  onChange: (value: V) => void
  full?: boolean
  tall?: boolean
}

export function Segmented<V extends string>({ label, value, options, onChange, full, tall }: SegmentedProps<V>) {
  const name = useId()
  return (
    <div className={['segmented', full ? 'full' : '', tall ? 'tall' : ''].filter(Boolean).join(' ')} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value}>
          <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
          {option.label}
        </label>
      ))}
    </div>
  )
}
