import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { createFairQueue, MARKET, type Requester } from './fair-queue.ts'

/** Its JavaScript writes no file, starts no process, opens no socket. */
const FLAGS = ['--permission', '--allow-addons', '--allow-fs-read=*', '--max-old-space-size=64']
const MOST_OUTPUT_BYTES = 20_000_000
/** A drawing may never end; a photograph does, however busy the machine. */
const TIMEOUT_MS = { 'draw.ts': 5_000, 'shrink.ts': 20_000 } as const
/**
 * Each process takes up to 500 MB (memory-guard.ts). One share never has all of them, so one account's requests do not block the
 * others.
 */
const queue = createFairQueue({ atOnce: 2, atOncePerShare: 1, waiting: 40, waitingPerShare: 4 })

export type Isolated = {
  /** One of the programs in this folder. */
  readonly program: keyof typeof TIMEOUT_MS
  readonly args?: readonly string[]
  readonly input?: Buffer
  readonly requester?: Requester | undefined
}

/**
 * The output of a program that processes an untrusted picture, in a process of its own: without our environment, killed when it
 * takes too long or its requester leaves; it ends itself when it takes too much memory. Undefined when it did not finish. @throws
 * AppError PICTURES_BUSY
 */
export async function runIsolated(work: Isolated): Promise<Buffer | undefined> {
  const { requester = MARKET } = work
  const made = await queue(requester, () => start(work, requester.signal))
  return made && made.length > 0 ? made : undefined
}

function start({ program, args = [], input }: Isolated, signal?: AbortSignal): Promise<Buffer | undefined> {
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
