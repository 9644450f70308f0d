import { ChevronDown } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { type FieldText, useField } from './field.ts'
import { Icon } from './icons.tsx'

type FrameProps = FieldText & { ids: ReturnType<typeof useField>; children: ReactNode }

function Frame({ label, aside, hint, error, ids, children }: FrameProps) {
  return (
    <div className="field-set">
      <div className="label">
        <label htmlFor={ids.id}>{label}</label>
        {aside && <span className="label-aside">{aside}</span>}
      </div>
      {children}
      <FieldNotes hint={hint} error={error} hintId={ids.hintId} errorId={ids.errorId} />
    </div>
  )
}

/** Error first, then the hint: both are read out with the control. */
export function FieldNotes({ hint, error, hintId, errorId }: { hint?: string; error?: string; hintId?: string; errorId?: string }) {
  return (
    <>
      {error && (
        <p className="field-error" id={errorId} role="alert">
          {error}
        </p>
      )}
      {hint && (
        <p className="hint" id={hintId}>
          {hint}
        </p>
      )}
    </>
  )
}

const box = (error?: string, extra = '') => ['field', extra, error ? 'invalid' : ''].filter(Boolean).join(' ')

export type TextFieldProps = FieldText & Omit<ComponentProps<'input'>, 'className' | 'id'> & { end?: ReactNode }

export function TextField({ label, aside, hint, error, end, ...input }: TextFieldProps) {
  const ids = useField({ hint, error })
  return (
    <Frame label={label} aside={aside} hint={hint} error={error} ids={ids}>
      <div className={box(error)}>
        <input autoComplete="off" {...input} {...ids.control} />
        {end}
      </div>
    </Frame>
  )
}

export type TextAreaProps = FieldText & Omit<ComponentProps<'textarea'>, 'className' | 'id'>

export function TextArea({ label, aside, hint, error, ...area }: TextAreaProps) {
  const ids = useField({ hint, error })
  return (
    <Frame label={label} aside={aside} hint={hint} error={error} ids={ids}>
      <div className={box(error, 'area')}>
        <textarea rows={3} {...area} {...ids.control} />
      </div>
    </Frame>
  )
}

export type SelectOption<V extends string> = { value: V; label: string; disabled?: boolean }
export type SelectProps<V extends string> = FieldText & {
  value: V
  options: readonly SelectOption<V>[]
  onChange: (value: V) => void
  placeholder?: string
  disabled?: boolean
  name?: string
}

/** The browser's own list: right on phones, by keyboard and by voice. */
export function Select<V extends string>({ label, aside, hint, error, value, options, onChange, placeholder, ...rest }: SelectProps<V>) {
  const ids = useField({ hint, error })
  return (
    <Frame label={label} aside={aside} hint={hint} error={error} ids={ids}>
      <div className={box(error, 'select')}>
        <select {...rest} {...ids.control} value={value} onChange={(event) => onChange(event.target.value as V)}>
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon of={ChevronDown} size="small" />
      </div>
    </Frame>
  )
}
