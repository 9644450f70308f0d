import { Minus, Plus } from 'lucide-react'
import { useId } from 'react'
import { FieldNotes } from './Field.tsx'
import { type FieldText, useField } from './field.ts'
import { Icon } from './icons.tsx'
import { Segmented, type SegmentedProps } from './Segmented.tsx'

/** A segmented control under a field label: "Open until · 27 November". */
export function SegmentedField<V extends string>({ label, aside, hint, error, ...rest }: FieldText & Omit<SegmentedProps<V>, 'label'>) {
  const ids = useField({ hint, error })
  return (
    <div className="field-set">
      <div className="label">
        <span>{label}</span>
        {aside && <span className="label-aside">{aside}</span>}
      </div>
      <Segmented {...rest} label={label} full />
      <FieldNotes hint={hint} error={error} hintId={ids.hintId} errorId={ids.errorId} />
    </div>
  )
}

export type SwitchProps = { label: string; hint?: string; checked: boolean; onChange: (checked: boolean) => void; disabled?: boolean }

export function Switch({ label, hint, checked, onChange, disabled }: SwitchProps) {
  const id = useId()
  return (
    <div className="switch-row">
      <label htmlFor={id}>
        <span className="strong">{label}</span>
        {hint && <span className="switch-hint muted">{hint}</span>}
      </label>
      <input
        id={id}
        type="checkbox"
        role="switch"
        className="switch"
        checked={checked}
        aria-checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
    </div>
  )
}

export type StepperProps = FieldText & {
  /** Decimal text, so that quantities of any size survive. */
  value: string
  onChange: (value: string) => void
  min?: bigint
  max?: bigint
  /** Names of the two buttons. */
  less: string
  more: string
  /** Invalid, and reported elsewhere. */
  isInvalid?: boolean
}

export function Stepper({ label, aside, hint, error, value, onChange, min = 1n, max, less, more, isInvalid }: StepperProps) {
  const ids = useField({ hint, error })
  const now = /^\d+$/.test(value) ? BigInt(value) : min
  const clamp = (next: bigint) => (next < min ? min : max !== undefined && next > max ? max : next)
  const move = (by: bigint) => onChange(clamp(now + by).toString())
  return (
    <div className="field-set">
      <div className="label">
        <label htmlFor={ids.id}>{label}</label>
        {aside && <span className="label-aside">{aside}</span>}
      </div>
      <div className="stepper">
        <button type="button" aria-label={less} disabled={now <= min} onClick={() => move(-1n)}>
          <Icon of={Minus} size="small" />
        </button>
        <input
          {...ids.control}
          aria-invalid={error || isInvalid ? true : undefined}
          inputMode="numeric"
          value={value}
          onChange={(event) => onChange(event.target.value.replaceAll(/\D/g, ''))}
        />
        <button type="button" aria-label={more} disabled={max !== undefined && now >= max} onClick={() => move(1n)}>
          <Icon of={Plus} size="small" />
        </button>
      </div>
      <FieldNotes hint={hint} error={error} hintId={ids.hintId} errorId={ids.errorId} />
    </div>
  )
}
