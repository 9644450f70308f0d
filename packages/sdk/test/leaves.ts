import fc from 'fast-check'

/** The path of each value inside, the value, and a function that puts another in its place. */
export function* leavesOf(
  value: object,
  put: (next: unknown) => unknown = (next) => next,
  path = '',
): Generator<[string, unknown, (next: unknown) => unknown]> {
  for (const [key, inner] of Object.entries(value)) {
    const here = (next: unknown) => put(Array.isArray(value) ? value.with(Number(key), next) : { ...value, [key]: next })
    if (typeof inner === 'object' && inner !== null) yield* leavesOf(inner, here, `${path}${key}.`)
    else yield [path + key, inner, here]
  }
}

/** The smallest change of a value of its kind. */
function another(value: unknown): unknown {
  if (typeof value === 'bigint') return value + 1n
  if (typeof value === 'number') return value + 1
  if (typeof value === 'boolean') return !value
  // In small letters, since capitals of an address are a checksum.
  const text = String(value).startsWith('0x') ? String(value).toLowerCase() : String(value)
  return text === '0x' ? '0x0e' : `${text.slice(0, -1)}${text.endsWith('e') ? '7' : 'e'}`
}

/** The least change of a value, or a far one. */
export const changeOf = fc.record({ by: fc.bigInt(1n, 2n ** 64n - 1n), isNear: fc.boolean() })
export type Change = { readonly by: bigint; readonly isNear: boolean }

/** Another value of its kind. */
export function put(value: unknown, { by, isNear }: Change): unknown {
  if (isNear) return another(value)
  if (typeof value === 'bigint') return value ^ by
  if (typeof value !== 'string' || !/^0x[0-9a-f]{40,}$/i.test(value)) return another(value)
  const digits = value.length - 2
  return `0x${((BigInt(value) ^ by) % 16n ** BigInt(digits)).toString(16).padStart(digits, '0')}`
}

export const textOf = (effect: object): string => JSON.stringify(effect, (_, value) => (typeof value === 'bigint' ? `${value}n` : value))
