import { type Address, toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import { OperatorRefused } from '../modules/operators/service.ts'

/** The console's form field for it. */
export type Shape =
  | { readonly kind: 'text'; readonly longest: number }
  | { readonly kind: 'whole'; readonly from: number; readonly to: number }
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
  | { readonly kind: 'address' | 'tokenId' | 'flag' }
  /** JSON, written by a form of its own. */
  | { readonly kind: 'series' }

/** An option of a command: its form, its purpose, and its parser. */
export type Option<T = unknown> = {
  readonly about: string
  /**
   * Without one the option exists on the command line alone, such as the path of a file: the console leaves it out, and its
   * command where it is needed.
   */
  readonly shape?: Shape | undefined
  /** An empty text is a value. */
  readonly takesEmpty?: boolean
  /** The option's argument in the help: `NAME`; empty for a switch, which has none. */
  readonly form: string
  readonly isNeeded: boolean
  /** @throws OperatorRefused with the rest of a sentence that begins with the option: "must be …" */
  read(text: string | undefined): T
}
type Reader<T> = { readonly form: string; readonly shape?: Shape; readonly takesEmpty?: boolean; read(text: string): T }

export function needed<T>({ form, shape, takesEmpty = false, read }: Reader<T>, about: string): Option<T> {
  return { about, form, shape, takesEmpty, isNeeded: true, read: (text = '') => read(text) }
}

export function optional<T>({ form, shape, read }: Reader<T>, about: string): Option<T | undefined> {
  return { about, form, shape, isNeeded: false, read: (text) => (text === undefined ? undefined : read(text)) }
}

/** True when it is given. */
export function toggle(about: string): Option<boolean> {
  return { about, form: '', shape: { kind: 'flag' }, isNeeded: false, read: (text) => text !== undefined && text !== 'false' }
}

export function words(longest: number, shortest = 1, form = 'TEXT'): Reader<string> {
  return {
    form,
    shape: { kind: 'text', longest },
    takesEmpty: shortest === 0,
    read: (text) => {
      const said = text.trim()
      if ([...said].length < shortest) throw new OperatorRefused('must not be empty', { zh: '不能为空' })
      if ([...said].length > longest) throw new OperatorRefused(`must have ${longest} characters at most`, { zh: `最多 ${longest} 个字符` })
      return said
    },
  }
}

export function whole(from: number, to: number, form = 'N'): Reader<number> {
  return {
    form,
    shape: { kind: 'whole', from, to },
    read: (text) => {
      const value = Number(text)
      if (/^\d{1,15}$/.test(text) && value >= from && value <= to) return value
      throw new OperatorRefused(`must be a whole number from ${from} to ${to}, and it is ${JSON.stringify(text)}`, {
        zh: `须为 ${from} 到 ${to} 之间的整数，当前为 ${JSON.stringify(text)}`,
      })
    },
  }
}

export const id: Reader<number> = whole(1, Number.MAX_SAFE_INTEGER, 'ID')
export const block: Reader<number> = whole(0, Number.MAX_SAFE_INTEGER, 'BLOCK')

/** A file of the machine: it can't be named from elsewhere. */
export const path: Reader<string> = { form: 'FILE', read: (text) => text }

export const series: Reader<string> = { form: 'JSON', shape: { kind: 'series' }, read: (text) => text }

export const tokenId: Reader<bigint> = {
  form: 'ID',
  shape: { kind: 'tokenId' },
  read: (text) => {
    if (/^\d{1,78}$/.test(text) && BigInt(text) < 2n ** 256n) return BigInt(text)
    throw new OperatorRefused(`must be a token id, a whole number, and it is ${JSON.stringify(text)}`, {
      zh: `须为代币编号（整数），当前为 ${JSON.stringify(text)}`,
    })
  },
}

export const address: Reader<Address> = {
  form: 'ADDRESS',
  shape: { kind: 'address' },
  read: (text) => {
    if (!/^0x[0-9a-fA-F]{40}$/.test(text))
      throw new OperatorRefused(`must be an address, 0x and 40 hex digits, and it is ${JSON.stringify(text)}`, {
        zh: `须为地址（0x 加 40 位十六进制），当前为 ${JSON.stringify(text)}`,
      })
    const value = toAddress(text)
    if (value === ZERO_ADDRESS) throw new OperatorRefused("can't be the zero address", { zh: '不能是零地址' })
    return value
  },
}

export function oneOf<T extends string>(...known: readonly T[]): Reader<T> {
  return {
    form: known.join('|'),
    shape: { kind: 'choice', choices: known },
    read: (text) => {
      const found = known.find((one) => one === text)
      if (found === undefined)
        throw new OperatorRefused(`must be one of ${known.join(', ')}, and it is ${JSON.stringify(text)}`, {
          zh: `须为 ${known.join('、')} 之一，当前为 ${JSON.stringify(text)}`,
        })
      return found
    },
  }
}
