import { findPasswordProblem, isEmail, LENGTHS } from '@plinth/protocol'
import type { TextKey } from '../../i18n/translate.ts'

/** What is wrong with a field, by its text; undefined for nothing (document A §5). */
export type Problem = TextKey | undefined

export function emailProblem(email: string): Problem {
  if (email.trim() === '') return 'form.noEmail'
  return isEmail(email.trim()) ? undefined : 'form.invalidEmail'
}

/** At the log-in: an old password may be longer than new ones. */
export function passwordProblem(password: string): Problem {
  if (password === '') return 'form.noPassword'
  return [...password].length < LENGTHS.password.min ? 'form.passwordLength' : undefined
}

export function newPasswordProblem(password: string, email: string): Problem {
  if (password === '') return 'form.noPassword'
  const problem = findPasswordProblem(password, email.trim())
  return problem && (problem === 'LENGTH' ? 'form.passwordLength' : 'form.passwordCommon')
}

export const confirmProblem = (confirm: string, password: string): Problem => (confirm === password ? undefined : 'form.passwordDiffers')

/** Of a picture or of a mail. */
export const codeProblem = (code: string): Problem => (code.trim() === '' ? 'form.noCode' : undefined)
