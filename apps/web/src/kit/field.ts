import './first-fault.ts'
import { useId } from 'react'

export type FieldText = {
  label: string
  /** Right of the label: "Optional", "At most 10%". */
  aside?: string
  hint?: string
  /** Already translated; its presence marks the field invalid. */
  error?: string
}

/** Ids and aria wiring of one labelled control. */
export function useField({ hint, error }: Pick<FieldText, 'hint' | 'error'>) {
  const id = useId()
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const describedBy = [error ? errorId : '', hint ? hintId : ''].filter(Boolean).join(' ') || undefined
  return { id, hintId, errorId, control: { id, 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy } as const }
}
