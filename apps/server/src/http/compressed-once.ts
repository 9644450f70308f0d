type Made = { readonly byEncoding: Map<string, Buffer>; readonly onMade: (bytes: number) => void }

const madeOf = new WeakMap<Buffer, Made>()

/** From now on this very buffer is compressed once in each encoding; `onMade` hears how many bytes that takes. */
export function keepCompressed(body: Buffer, onMade: (bytes: number) => void): void {
  madeOf.set(body, { byEncoding: new Map(), onMade })
}

export function compressOnce(encoding: string, body: Buffer, compress: () => Buffer): Buffer {
  const made = madeOf.get(body)
  if (!made) return compress()
  const known = made.byEncoding.get(encoding)
  if (known) return known
  const compressed = compress()
  made.byEncoding.set(encoding, compressed)
  made.onMade(compressed.length)
  return compressed
}
