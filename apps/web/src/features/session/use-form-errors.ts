import { useRef, useState } from 'react'
import { useTranslation } from '../../i18n/translate.ts'
import type { Failure } from '../../wallet/errors.ts'
import { fieldOf, type Problem } from './mail-form.ts'

/** What is wrong with the fields of a form: by its own rules once they were tried, and by the answer of the server. */
export function useFormErrors<F extends string>(problems: Readonly<Record<F | 'email', Problem>>, failure: Failure | undefined) {
  const { t } = useTranslation()
  const email = useRef<HTMLInputElement>(null)
  const [tried, setTried] = useState<readonly (F | 'email')[]>([])
  const at = failure && fieldOf(failure.code)
  const errorOf = (field: F | 'email'): string | undefined => {
    const problem = tried.includes(field) ? problems[field] : undefined
    if (problem) return t(problem)
    return at === field ? failure?.text : undefined
  }
  return {
    errorOf,
    setTried,
    /** What no field says. */
    rest: failure && !(at && at in problems) ? failure.text : undefined,
    email,
    /** A link can't be mailed without an address: its field says so, and has the focus. */
    wantEmail: () => {
      setTried(['email'])
      email.current?.focus()
    },
  }
}
