import type { FileHandle } from 'node:fs/promises'

/** A range of the file, or other bytes in its place. */
export type Part = { readonly from: number; readonly to: number } | Buffer

/** Fewer than any real picture has. */
const MOST_PIECES = 20_000
const LONGEST_LABEL = 40

/**
 * The parts of a picture to keep: all but the metadata of cameras and programs (Exif, XMP, IPTC: place, time, owner, device).
 * Pixels and colours are not touched. Undefined where there is no such metadata, or the format is unknown.
 */
export async function keptParts(file: FileHandle, turnOf: () => Promise<number>): Promise<Part[] | undefined> {
  const { size } = await file.stat()
  const read = async (at: number, length: number) => (await file.read(Buffer.alloc(length), 0, length, at)).buffer
  const start = (await read(0, 12)).toString('latin1')
  const picture = { size, read }
  if (start.startsWith('\xff\xd8\xff')) return ofJpeg(picture, turnOf)
  if (start.startsWith('\x89PNG')) return ofPng(picture)
  return start.startsWith('RIFF') && start.endsWith('WEBP') ? ofWebp(picture) : undefined
}

type Picture = { readonly size: number; readonly read: (at: number, length: number) => Promise<Buffer> }
type Piece = { readonly from: number; readonly to: number; readonly isPrivate: boolean }

/** The ranges between removed pieces; undefined where none is removed. */
function partsOf(pieces: readonly Piece[], size: number): Part[] | undefined {
  if (!pieces.some(({ isPrivate }) => isPrivate)) return undefined
  const parts: Part[] = []
  let from = 0
  for (const piece of pieces.filter(({ isPrivate }) => isPrivate)) {
    if (piece.from > from) parts.push({ from, to: piece.from })
    from = piece.to
  }
  return from < size ? [...parts, { from, to: size }] : parts
}

const EXIF_OR_XMP = /^(Exif\0|http:\/\/ns\.adobe\.com\/)/

/** Segments up to the pixels. Keeps the orientation, or the picture would be shown rotated. */
async function ofJpeg({ size, read }: Picture, turnOf: () => Promise<number>): Promise<Part[] | undefined> {
  const pieces: Piece[] = []
  for (let at = 2; at + 4 < size && pieces.length < MOST_PIECES; ) {
    const head = await read(at, 4 + LONGEST_LABEL)
    const marker = head.readUInt16BE(0)
    if (marker === 0xffff || (marker < 0xffe0 && !JPEG_TABLES.has(marker))) break
    const to = at + 2 + head.readUInt16BE(2)
    const isExif = marker === 0xffe1 && EXIF_OR_XMP.test(head.subarray(4).toString('latin1'))
    pieces.push({ from: at, to, isPrivate: isExif || marker === 0xffed })
    at = to
  }
  const parts = partsOf(pieces, size)
  const turn = parts ? await turnOf() : 1
  if (!parts || turn <= 1) return parts
  const [first, ...others] = parts
  if (!first || !('from' in first) || first.to < 2) return undefined
  return [{ from: 0, to: 2 }, turned(turn), ...(first.to > 2 ? [{ from: 2, to: first.to }] : []), ...others]
}

/** Quantisation, Huffman, restart interval, frames. */
const JPEG_TABLES = new Set([0xffdb, 0xffc4, 0xffdd, 0xffc0, 0xffc1, 0xffc2])

/** An Exif segment with the orientation alone. */
function turned(turn: number): Buffer {
  const exif = Buffer.from('ffe100224578696600004d4d002a00000008000101120003000000010000000000000000', 'hex')
  exif.writeUInt16BE(turn, 28)
  return exif
}

const PRIVATE_TEXT = /^(XML:com\.adobe\.xmp|Raw profile type (exif|xmp|iptc|APP1|8bim))\0/i

async function ofPng({ size, read }: Picture): Promise<Part[] | undefined> {
  const pieces: Piece[] = []
  for (let at = 8; at + 12 <= size && pieces.length < MOST_PIECES; ) {
    const head = await read(at, 8 + LONGEST_LABEL)
    const kind = head.toString('latin1', 4, 8)
    const to = at + 12 + head.readUInt32BE(0)
    const isText = ['tEXt', 'zTXt', 'iTXt'].includes(kind) && PRIVATE_TEXT.test(head.subarray(8).toString('latin1'))
    pieces.push({ from: at, to, isPrivate: kind === 'eXIf' || isText })
    at = to
  }
  return partsOf(pieces, size)
}

const WEBP_EXIF_AND_XMP = 0x0c

/** The header holds the length and the list of chunks: both are rewritten. */
async function ofWebp({ size, read }: Picture): Promise<Part[] | undefined> {
  const pieces: Piece[] = []
  for (let at = 12; at + 8 <= size && pieces.length < MOST_PIECES; ) {
    const head = await read(at, 8)
    const kind = head.toString('latin1', 0, 4)
    const length = head.readUInt32LE(4)
    const to = Math.min(at + 8 + length + (length % 2), size)
    pieces.push({ from: at, to, isPrivate: kind === 'EXIF' || kind === 'XMP ' })
    at = to
  }
  const header = await read(0, 30)
  const parts = partsOf(pieces, size)
  const [first, ...others] = parts ?? []
  if (header.toString('latin1', 12, 16) !== 'VP8X' || !first || !('from' in first) || first.from !== 0 || first.to < 30) return undefined
  const gone = pieces.filter(({ isPrivate }) => isPrivate).reduce((sum, { from, to }) => sum + to - from, 0)
  header.writeUInt32LE(size - gone - 8, 4)
  header.writeUInt8(header.readUInt8(20) & ~WEBP_EXIF_AND_XMP, 20)
  return [header, ...(first.to > 30 ? [{ from: 30, to: first.to }] : []), ...others]
}
