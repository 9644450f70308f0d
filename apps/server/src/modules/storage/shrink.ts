import sharp from 'sharp'
import { guardMemory } from './memory-guard.ts'
import { shrink } from './shrinking.ts'

// A process that does nothing but write a smaller copy of one picture to its stdout: see isolated.ts.

guardMemory()
const [path = '', width = '', height = ''] = process.argv.slice(2)
sharp.cache(false)
sharp.concurrency(1)
const copy = await shrink(path, Number(width), Number(height))
process.stdout.write(copy, () => process.exit(0))
