import * as zlib from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/** Below it the headers outweigh what is saved. */
const LEAST_BYTES = 1_024
/** Answers in memory up to here are compressed at once, in about a millisecond; what is larger, and files, as a stream. */
const MOST_BYTES_AT_ONCE = 1_048_576
/** Of an answer to a call: smaller than brotli at 4, in a quarter of the time. */
const CALL_LEVEL = 1
/** Of a file of the web app: smaller than brotli at 4, in the same time. */
const FILE_LEVEL = 6

/** Compresses the answers of routes that are registered after it. Node before 22.15 has no zstd. */
export async function registerCompression(app: FastifyInstance): Promise<void> {
  const hasZstd = typeof zlib.zstdCompressSync === 'function'
  await app.register(compress, {
    threshold: LEAST_BYTES,
    syncThreshold: MOST_BYTES_AT_ONCE,
    encodings: [...(hasZstd ? (['zstd'] as const) : []), 'br', 'gzip'],
    ...(hasZstd ? { zlib: zstd() } : {}),
  })
}

const zstdAt = (level: number) => ({ params: { [zlib.constants.ZSTD_c_compressionLevel]: level } })

function zstd() {
  return {
    zstdCompressSync: (body: Buffer) => zlib.zstdCompressSync(body, zstdAt(CALL_LEVEL)),
    createZstdCompress: () => zlib.createZstdCompress(zstdAt(FILE_LEVEL)),
  }
}
