import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { AppError } from '@plinth/api'
import { createQueue } from './queue.ts'

const PROGRAM = fileURLToPath(new URL('./draw.ts', import.meta.url))
/** No file is written, no process started, no socket opened by its JavaScript. */
const FLAGS = ['--permission', '--allow-addons', '--allow-fs-read=*', '--max-old-space-size=64']
const MOST_BYTES = 2_097_152
const MOST_PNG_BYTES = 20_000_000
const TIMEOUT_MS = 5_000
const LOOKED_AT = 4_096

/** Drawings that take too long must not keep a good one waiting. */
const queue = createQueue(2)

/** Whether the bytes are text with an SVG at its beginning. Packed ones are not: what they unfold to is anybody's guess. */
export function isDrawing(body: Buffer): boolean {
  const start = body
    .subarray(0, LOOKED_AT)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
  return /^\s*</.test(start) && /<(\w+:)?svg[\s>/]/i.test(start)
}

/**
 * An SVG as pixels (decision 18). It is a program in disguise: it may draw for hours, or fill the memory. So it is drawn in
 * a process of its own, which has nothing of our environment and is killed when it takes too long or too much. What it refers
 * to outside of itself is not read. @throws AppError FILE_BROKEN
 */
export async function rasterise(svg: Buffer, signal?: AbortSignal): Promise<Buffer> {
  if (svg.length > MOST_BYTES) throw new AppError('FILE_BROKEN')
  let png: Buffer | undefined
  await queue(async () => {
    png = await draw(svg, signal)
  })
  if (png === undefined || png.length === 0) throw new AppError('FILE_BROKEN')
  return png
}

function draw(svg: Buffer, signal: AbortSignal | undefined): Promise<Buffer | undefined> {
  return new Promise((done) => {
    const child = spawn(process.execPath, [...FLAGS, PROGRAM], {
      cwd: tmpdir(),
      env: {},
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: TIMEOUT_MS,
      killSignal: 'SIGKILL',
      signal,
    })
    const chunks: Buffer[] = []
    let size = 0
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > MOST_PNG_BYTES) child.kill('SIGKILL')
      else chunks.push(chunk)
    })
    child.stdin.on('error', () => undefined)
    child.on('error', () => done(undefined))
    child.on('close', (code) => done(code === 0 ? Buffer.concat(chunks) : undefined))
    child.stdin.end(svg)
  })
}
