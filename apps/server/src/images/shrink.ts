import sharp from 'sharp'
import { guardMemory } from './memory-guard.ts'
import { COPY_FORMATS, shrink } from './shrinking.ts'

// A process that only writes a smaller copy of one picture to its stdout: see isolated.ts.

guardMemory()
const [path = '', width = '', height = '', format] = process.argv.slice(2)
sharp.cache(false)
sharp.concurrency(1)
const copy = await shrink(
  path,
  Number(width),
  Number(height),
  COPY_FORMATS.find((known) => known === format),
)
process.stdout.write(copy, () => process.exit(0))
