import { type Address, toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import { OperatorRefused } from '../modules/operators/service.ts'

/** An option of a command: how it is written, what it is for, and what its text means. */
export type Option<T = unknown> = {
  readonly about: string
  /** What stands behind it in the help: `NAME`; empty for a switch, which takes nothing. */
  readonly form: string
  readonly isNeeded: boolean
  /** @throws OperatorRefused with the rest of a sentence that begins with the option: "must be …" */
  read(text: string | undefined): T
}
type Reader<T> = { readonly form: string; read(text: string): T }

export function needed<T>({ form, read }: Reader<T>, about: string): Option<T> {
  return { about, form, isNeeded: true, read: (text = '') => read(text) }
}

export function optional<T>({ form, read }: Reader<T>, about: string): Option<T | undefined> {
  return { about, form, isNeeded: false, read: (text) => (text === undefined ? undefined : read(text)) }
}

/** True where it stands. */
export function toggle(about: string): Option<boolean> {
  return { about, form: '', isNeeded: false, read: (text) => text !== undefined }
}

export function words(longest: number, shortest = 1, form = 'TEXT'): Reader<string> {
  return {
    form,
    read: (text) => {
      const said = text.trim()
      if ([...said].length < shortest) throw new OperatorRefused('must not be empty')
      if ([...said].length > longest) throw new OperatorRefused(`must have ${longest} characters at most`)
      return said
    },
  }
}

export function whole(from: number, to: number, form = 'N'): Reader<number> {
  return {
    form,
    read: (text) => {
      const value = Number(text)
      if (/^\d{1,15}$/.test(text) && value >= from && value <= to) return value
      throw new OperatorRefused(`must be a whole number from ${from} to ${to}, and it is ${JSON.stringify(text)}`)
    },
  }
}

export const id: Reader<number> = whole(1, Number.MAX_SAFE_INTEGER, 'ID')

export const tokenId: Reader<bigint> = {
  form: 'ID',
  read: (text) => {
    if (/^\d{1,78}$/.test(text) && BigInt(text) < 2n ** 256n) return BigInt(text)
    throw new OperatorRefused(`must be a token id, a whole number, and it is ${JSON.stringify(text)}`)
  },
}

export const address: Reader<Address> = {
  form: 'ADDRESS',
  read: (text) => {
    if (!/^0x[0-9a-fA-F]{40}$/.test(text))
      throw new OperatorRefused(`must be an address, 0x and 40 hex digits, and it is ${JSON.stringify(text)}`)
    const value = toAddress(text)
    if (value === ZERO_ADDRESS) throw new OperatorRefused("can't be the zero address")
    return value
  },
}

export function oneOf<T extends string>(...known: readonly T[]): Reader<T> {
  return {
    form: known.join('|'),
    read: (text) => {
      const found = known.find((one) => one === text)
      if (found === undefined) throw new OperatorRefused(`must be one of ${known.join(', ')}, and it is ${JSON.stringify(text)}`)
      return found
    },
  }
}
