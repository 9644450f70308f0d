import type { ErrorCode } from '@plinth/api'
import { ANY_PASSWORD, findPasswordProblem, isEmail, isLengthOf, OWN_PASSWORD } from '@plinth/protocol'
import type { TextKey } from '../../i18n/translate.ts'

/** What is wrong with a field, by its text; undefined for nothing (document A §5). */
export type Problem = TextKey | undefined

export function emailProblem(email: string): Problem {
  if (email.trim() === '') return 'form.noEmail'
  return isEmail(email.trim()) ? undefined : 'form.invalidEmail'
}

/** At the log-in: documented calls take shorter passwords than our forms (decision 17). */
export function passwordProblem(password: string): Problem {
  if (password === '') return 'form.noPassword'
  return isLengthOf(password, ANY_PASSWORD) ? undefined : 'form.anyPasswordLength'
}

export function newPasswordProblem(password: string, email: string): Problem {
  if (password === '') return 'form.noPassword'
  const problem = findPasswordProblem(password, email.trim(), OWN_PASSWORD)
  return problem && (problem === 'LENGTH' ? 'form.passwordLength' : 'form.passwordCommon')
}

export const confirmProblem = (confirm: string, password: string): Problem => (confirm === password ? undefined : 'form.passwordDiffers')

/** The field that a refusal of the server is about; undefined where it concerns none alone. */
export function fieldOf(code: ErrorCode): 'email' | 'password' | 'picture' | 'code' | undefined {
  if (code === 'EMAIL_INVALID') return 'email'
  if (code === 'PASSWORD_SIZE' || code === 'PASSWORD_COMMON') return 'password'
  if (code === 'PICTURE_CODE_WRONG' || code === 'PICTURE_LINK_GONE') return 'picture'
  return code === 'MAILED_CODE_WRONG' || code === 'MAILED_CODE_EXPIRED' ? 'code' : undefined
}

/** Of a picture or of a mail. */
export const codeProblem = (code: string): Problem => (code.trim() === '' ? 'form.noCode' : undefined)
