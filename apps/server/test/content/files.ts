import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import type { PostOptions } from '../market/harness.ts'

/** Noise, so that compression does not shrink it. */
export function aPng(width = 40, height = 30): Promise<Buffer> {
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
}

export function aPicture(format: 'gif' | 'jpeg' | 'webp', width = 40, height = 30): Promise<Buffer> {
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .toFormat(format)
    .toBuffer()
}

/** A PNG of these chunks between header and end. */
export function aPngOf(width: number, height: number, chunks: [string, Buffer][], form = [8, 2, 0, 0, 0]): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set(form, 8)
  const all: [string, Buffer][] = [['IHDR', header], ...chunks, ['IEND', Buffer.alloc(0)]]
  const parts = all.map(([kind, data]) => {
    const body = Buffer.concat([Buffer.from(kind), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  })
  return Buffer.concat([Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), ...parts])
}

/** A second of silence: header and samples. */
export function aWav(seconds = 1): Buffer {
  const samples = Buffer.alloc(8_000 * seconds, 128)
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + samples.length, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(8_000, 24)
  header.writeUInt32LE(8_000, 28)
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.write('data', 36)
  header.writeUInt32LE(samples.length, 40)
  return Buffer.concat([header, samples])
}

export type Part = { name: string; filename?: string; type?: string; content: Buffer | string }

/** Body and headers of a multipart form, written out by hand. */
export function multipart(parts: readonly Part[], token?: string): { body: Buffer; options: PostOptions } {
  const boundary = 'plinth-boundary'
  const body = Buffer.concat([
    ...parts.flatMap(({ name, filename, type = 'application/octet-stream', content }) => [
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"`),
      Buffer.from(filename === undefined ? '\r\n\r\n' : `; filename="${filename}"\r\ncontent-type: ${type}\r\n\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ])
  return { body, options: { token, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } } }
}

/** The first box of a film. */
export const FILM_START = Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42', 'latin1')

/** A film without tracks, whose frames are these bytes. */
export function aFilm(frames: Uint8Array = new Uint8Array()): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(8 + frames.length)
  return Buffer.concat([FILM_START, Buffer.from('\0\0\0\x08moov', 'latin1'), length, Buffer.from('mdat'), frames])
}
