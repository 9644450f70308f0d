/** Formats of `Intl` are slow to make and are used again and again: one of each is kept by what it was made of. */
export function cached<A extends readonly unknown[], T>(make: (...args: A) => T): (...args: A) => T {
  const made = new Map<string, T>()
  return (...args) => {
    const key = JSON.stringify(args)
    const known = made.get(key)
    if (known !== undefined) return known
    const fresh = make(...args)
    made.set(key, fresh)
    return fresh
  }
}
