import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { createQueue } from './queue.ts'

/** Its JavaScript writes no file, starts no process, opens no socket. */
const FLAGS = ['--permission', '--allow-addons', '--allow-fs-read=*', '--max-old-space-size=64']
const MOST_OUTPUT_BYTES = 20_000_000
/** A drawing may never end; a photograph does, however busy the machine. */
const TIMEOUT_MS = { 'draw.ts': 5_000, 'shrink.ts': 20_000 } as const
/** What takes too long must not keep the next one waiting. */
const queue = createQueue(2)

export type Isolated = {
  /** One of the programs beside this file. */
  readonly program: keyof typeof TIMEOUT_MS
  readonly args?: readonly string[]
  readonly input?: Buffer
  readonly signal?: AbortSignal
}

/**
 * What a program made of a stranger's picture, in a process of its own: with nothing of our environment, and killed when it
 * takes too long; it ends itself when it takes too much memory. Undefined where it did not come to its end.
 */
export async function runIsolated(work: Isolated): Promise<Buffer | undefined> {
  let made: Buffer | undefined
  await queue(async () => {
    made = await start(work)
  })
  return made && made.length > 0 ? made : undefined
}

function start({ program, args = [], input, signal }: Isolated): Promise<Buffer | undefined> {
  return new Promise((done) => {
    const path = fileURLToPath(new URL(program, import.meta.url))
    const child = spawn(process.execPath, [...FLAGS, path, ...args], {
      cwd: tmpdir(),
      env: {},
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: TIMEOUT_MS[program],
      killSignal: 'SIGKILL',
      signal,
    })
    const chunks: Buffer[] = []
    let size = 0
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > MOST_OUTPUT_BYTES) child.kill('SIGKILL')
      else chunks.push(chunk)
    })
    child.stdin.on('error', () => undefined)
    child.on('error', () => done(undefined))
    child.on('close', (code) => done(code === 0 ? Buffer.concat(chunks) : undefined))
    child.stdin.end(input)
  })
}
