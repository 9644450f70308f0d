import { type FileHandle, open } from 'node:fs/promises'

/** Films have a few parts of the first level; fragmented ones two for each fragment. */
const MOST_BOXES = 10_000
const SEGMENT = '18538067'
const OGG_PAGE = 'OggS'
/** An EBML header, or the first page of an Ogg file, is shorter. */
const FIRST_BYTES = 64_000

/** Whether there is more to a film or its sound than a header: what a player needs before it shows anything. */
export async function holdsTracks(path: string, mime: string): Promise<boolean> {
  const file = await open(path)
  try {
    if (/mp4|quicktime/.test(mime)) return await hasMovieBox(file)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(FIRST_BYTES), 0, FIRST_BYTES, 0)
    const start = buffer.subarray(0, bytesRead)
    if (/webm/.test(mime)) return start.includes(SEGMENT, 'hex')
    return !/ogg/.test(mime) || start.indexOf(OGG_PAGE, OGG_PAGE.length) > 0
  } finally {
    await file.close()
  }
}

/** ISO/IEC 14496-12: boxes follow each other, each with its length; `moov` describes the tracks. */
async function hasMovieBox(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat()
  for (let [at, left] = [0, MOST_BOXES]; left > 0 && at + 8 <= size; left--) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, at)
    const short = buffer.readUInt32BE(0)
    const isLong = short === 1 && bytesRead === 16
    // A length of 0 reaches to the end.
    const length = isLong ? Number(buffer.readBigUInt64BE(8)) : short === 0 ? size - at : short
    if (length < (isLong ? 16 : 8) || at + length > size) return false
    if (buffer.toString('latin1', 4, 8) === 'moov') return true
    at += length
  }
  return false
}
