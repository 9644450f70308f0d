import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import type { PostOptions } from './harness.ts'

/** Noise, so that it stays as large as it is. */
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
