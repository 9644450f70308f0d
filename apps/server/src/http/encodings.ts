import * as zlib from 'node:zlib'

/** Below it the headers outweigh what is saved. */
export const LEAST_BYTES = 1_024

export type Encoding = 'zstd' | 'br' | 'gzip'

const HAS_ZSTD = typeof zlib.zstdCompressSync === 'function'
/** In the order of preference. Node before 22.15 has no zstd. */
const ENCODINGS: readonly Encoding[] = [...(HAS_ZSTD ? (['zstd'] as const) : []), 'br', 'gzip']
/** Kept answers are compressed once and sent many times. */
const ZSTD_LEVEL = 1
const BROTLI_QUALITY = 4

/** Browsers send few spellings of the header. */
const MOST_SPELLINGS = 256
const known = new Map<string, Encoding | undefined>()

/** The encoding for an `Accept-Encoding` (RFC 9110, 12.5.3): of those that the client wants most, the smallest; undefined for none. */
export function encodingFor(header: string | undefined): Encoding | undefined {
  if (header === undefined || header === '') return undefined
  if (known.has(header)) return known.get(header)
  const wanted = new Map(
    header.split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
      const quality = parameters.map((text) => /^q=(\d(?:\.\d*)?)$/.exec(text)?.[1]).find((value) => value !== undefined)
      return [name === 'x-gzip' ? 'gzip' : name, quality === undefined ? 1 : Number(quality)] as const
    }),
  )
  const qualityOf = (encoding: string) => wanted.get(encoding) ?? wanted.get('*') ?? 0
  const plain = wanted.get('identity') ?? 0
  const [best] = ENCODINGS.toSorted((a, b) => qualityOf(b) - qualityOf(a))
  const chosen = best && qualityOf(best) > 0 && qualityOf(best) >= plain ? best : undefined
  if (known.size >= MOST_SPELLINGS) known.clear()
  known.set(header, chosen)
  return chosen
}

export function encode(body: Buffer, encoding: Encoding): Buffer {
  switch (encoding) {
    case 'zstd':
      return zlib.zstdCompressSync(body, { params: { [zlib.constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL } })
    case 'br':
      return zlib.brotliCompressSync(body, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
    case 'gzip':
      return zlib.gzipSync(body)
  }
}
