import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { guardMemory } from './memory-guard.ts'

// A process that only turns the SVG on its stdin into a PNG on its stdout: see isolated.ts.

const LONG_SIDE = 1_200
const POINTS_PER_INCH = 72
const MAX_PIXELS = 16_000_000

guardMemory()
sharp.cache(false)
sharp.concurrency(1)

const svg = await buffer(process.stdin)
const { format, width, height } = await sharp(svg).metadata()
if (format !== 'svg') throw new Error(`${format} is no drawing`)
// The drawing's own unit has no meaning: 24 by 24 is as good as 2,400.
const density = Math.min(Math.max((POINTS_PER_INCH * LONG_SIDE) / Math.max(width, height), 1), 100_000)
const png = await sharp(svg, { density, limitInputPixels: MAX_PIXELS })
  .resize(LONG_SIDE, LONG_SIDE, { fit: 'inside', withoutEnlargement: true })
  .png()
  .toBuffer()
process.stdout.write(png, () => process.exit(0))
