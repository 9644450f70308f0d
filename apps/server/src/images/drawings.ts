import { AppError } from '@plinth/api'
import type { Requester } from './fair-queue.ts'
import { runIsolated } from './isolated.ts'

const MOST_BYTES = 2_097_152
const LOOKED_AT = 4_096

/** Whether the bytes are text with an SVG at its beginning. Compressed ones are not: their unpacked size is unknown. */
export function isDrawing(body: Buffer): boolean {
  const start = body
    .subarray(0, LOOKED_AT)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
  return /^\s*</.test(start) && /<(\w+:)?svg[\s>/]/i.test(start)
}

/**
 * Renders an SVG to a PNG (decision 18). An SVG can run like a program: it may take hours, or fill the memory. External
 * references are not read. @throws AppError FILE_BROKEN, PICTURES_BUSY
 */
export async function rasterise(svg: Buffer, requester?: Requester): Promise<Buffer> {
  const png = svg.length > MOST_BYTES ? undefined : await runIsolated({ program: 'draw.ts', input: svg, requester })
  if (!png) throw new AppError('FILE_BROKEN')
  return png
}
