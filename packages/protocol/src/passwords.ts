import { LENGTHS } from './limits.ts'

/** COMMON: a password of the lists that attackers try first. */
export type PasswordProblem = 'LENGTH' | 'COMMON'

/** Of the market's own forms (decision 17). */
export const OWN_PASSWORD = { min: 8, max: 128 } as const
/** Of every sign-in: what documented calls and the market's forms may have set. */
export const ANY_PASSWORD = { min: LENGTHS.password.min, max: OWN_PASSWORD.max } as const

/** Passwords most frequent in published breaches; the check strips trailing digits first. */
const COMMON = new Set(
  (
    'password passwort passw0rd p@ssw0rd p@ssword admin administrator welcome letmein login master monkey dragon football baseball ' +
    'superman batman iloveyou sunshine princess shadow michael jordan jessica charlie donald hello freedom whatever trustno starwars ' +
    'hottie loveme zaq!zaq! qazwsx qazwsxedc qwe qweqwe asd asdasd asdf asdfgh asdfghjkl zxcvbn zxcvbnm qwerty qwertyuiop azerty ' +
    'qwertz abc abcd abcdef changeme secret summer winter spring autumn flower hunter killer pokemon google facebook computer ' +
    'internet samsung matrix bitcoin ethereum crypto wallet woaini woaiwojia nihao zhang wang test testtest tester guest default pass user demo'
  ).split(' '),
)
const ROWS = ['01234567890', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', '1qaz2wsx3edc4rfv5tgb']

/**
 * Why a new password is refused; undefined for a good one. Lengths count characters, not bytes. Source: document A §5,
 * decision 17.
 */
export function findPasswordProblem(password: string, email = '', bounds: Bounds = LENGTHS.password): PasswordProblem | undefined {
  if (!isLengthOf(password, bounds)) return 'LENGTH'
  const lower = password.toLowerCase()
  const stem = lower.replace(/[\d!.@#]+$/, '')
  const name = (email.split('@')[0] ?? '').toLowerCase()
  const isOfName = name.length >= 3 && (lower === name || stem === name)
  return isOfName || COMMON.has(lower) || COMMON.has(stem) || isMonotonous(lower) ? 'COMMON' : undefined
}

type Bounds = { readonly min: number; readonly max: number }

/** Whether a password has so many characters. */
export function isLengthOf(password: string, { min, max }: Bounds): boolean {
  // A character has two units of text at most.
  const length = password.length > 2 * max ? password.length : [...password].length
  return length >= min && length <= max
}

/** One or two repeated characters, a short repeated sequence, or part of a keyboard row in either direction. */
function isMonotonous(text: string): boolean {
  if (new Set(text).size <= 2 || /^(.{2,4})\1+$/u.test(text)) return true
  const backwards = [...text].reverse().join('')
  return ROWS.some((row) => row.includes(text) || row.includes(backwards))
}

/** The longest address that mail servers relay. Source: RFC 5321 §4.5.3.1. */
const EMAIL_MAX = 254

/** Whether mail can be sent to the address: one @, a host with a dot, no character that could end a header line. */
export function isEmail(text: string): boolean {
  return (
    text.length <= EMAIL_MAX &&
    /^[^\s@<>()[\],;:\\"]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}]{2,}$/u.test(text)
  )
}

/**
 * Normalises the address, so that two spellings of one mailbox are one account: hosts ignore case, and so does every
 * major provider in the local part.
 */
export function emailKey(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase()
}
