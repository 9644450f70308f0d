import { constants, deflateRawSync } from 'node:zlib'

// Whole images of one colour, written out by hand: an encoder takes seconds for so many pixels.

/** The deflate stream of so many zeros, built from one repeated block: deflating hundreds of megabytes takes seconds. */
export function deflatedZeros(count: number): Buffer {
  const each = 1_000_000
  const piece = deflateRawSync(Buffer.alloc(each), { finishFlush: constants.Z_FULL_FLUSH })
  const sum = Buffer.alloc(4)
  sum.writeUInt16BE(count % 65_521)
  sum.writeUInt16BE(1, 2)
  const pieces = Array.from({ length: Math.floor(count / each) }, () => piece)
  return Buffer.concat([Buffer.from([0x78, 0x9c]), ...pieces, deflateRawSync(Buffer.alloc(count % each)), sum])
}

/**
 * Grey all over, one bit for each block of coefficients. A progressive one (`isProgressive`) has three colours, all in
 * memory at once.
 */
export function aWideJpeg(width: number, height: number, isProgressive = false): Buffer {
  const part = (marker: number, ...body: number[]) => [0xff, marker, 0, body.length + 2, ...body]
  const [start, colours, most, bits] = isProgressive ? [0xc2, [1, 2, 3], 0, 3] : [0xc0, [1], 63, 2]
  const size = [height >> 8, height & 255, width >> 8, width & 255]
  // Each table has one code, of one bit: no change.
  const table = (kind: number) => part(0xc4, kind, 1, ...Array(15).fill(0), 0)
  const head = [
    0xff,
    0xd8,
    ...part(0xdb, 0, ...Array(64).fill(1)),
    ...part(start, 8, ...size, colours.length, ...colours.flatMap((colour) => [colour, 0x11, 0])),
    ...table(0),
    ...table(0x10),
    ...part(0xda, colours.length, ...colours.flatMap((colour) => [colour, 0]), 0, most, 0),
  ]
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8)
  return Buffer.concat([Buffer.from(head), Buffer.alloc(Math.ceil((blocks * bits) / 8)), Buffer.from([0xff, 0xd9])])
}

/** One frame of one colour: each LZW code covers one pixel more than the code before it, and the last 4,091. */
export function aWideGif(width: number, height: number): Buffer {
  const [clear, end, last] = [4, 5, 4_095]
  const bytes: number[] = []
  let [held, bits] = [0, 0]
  const put = (code: number, size: number): void => {
    held |= code << bits
    for (bits += size; bits >= 8; bits -= 8, held >>= 8) bytes.push(held & 255)
  }
  put(clear, 3)
  put(0, 3)
  for (let left = width * height - 1, code = end + 1; left > 0; left -= code++ - clear) {
    code = Math.min(code, last)
    put(Math.min(code, left > 1 ? left + clear : 0), 32 - Math.clz32(code))
  }
  put(end, 12)
  put(0, 8)
  const size = [width & 255, width >> 8, height & 255, height >> 8]
  const blocks = Array.from({ length: Math.ceil(bytes.length / 255) }, (_, at) => bytes.slice(at * 255, (at + 1) * 255))
  const head = [...size, 0x80, 0, 0, 255, 0, 0, 0, 0, 0, 0x2c, 0, 0, 0, 0, ...size, 0, 2]
  return Buffer.from([...Buffer.from('GIF89a'), ...head, ...blocks.flatMap((block) => [block.length, ...block]), 0, 0x3b])
}

/** 16,000 by 5,000. */
export const A_WIDE_WEBP = Buffer.from('UklGRhwAAABXRUJQVlA4TA8AAAAvf/7hBAcQ/Y/+ByKi/wEA', 'base64')
