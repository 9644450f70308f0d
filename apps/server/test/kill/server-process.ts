import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { ServerOptions } from '../../src/main.ts'
import type { CutName } from './cuts.ts'

const HERE = import.meta.dirname
const START_LIMIT_MS = 60_000
const DEATH_LIMIT_MS = 30_000

/** The real server in a separate process, so that it can be killed. */
export class ServerProcess {
  readonly #child: ChildProcess
  readonly #died: Promise<string>
  readonly #lines: string[] = []
  #asked = 0
  #onLine: () => void = () => undefined

  private constructor(child: ChildProcess) {
    this.#child = child
    this.#died = once(child, 'exit').then(([code, signal]) => signal ?? String(code))
    const output = child.stdout
    if (!output) throw new Error('The child has no output')
    createInterface({ input: output }).on('line', (line) => {
      this.#lines.push(line)
      this.#onLine()
    })
  }

  /** `cut` kills it while it starts: then this resolves with the dead process. */
  static async start(options: ServerOptions, cut?: CutName): Promise<ServerProcess> {
    const child = spawn(process.execPath, ['--import', join(HERE, 'cut.ts'), join(HERE, 'child.ts')], {
      env: {
        ...process.env,
        SERVER_OPTIONS: JSON.stringify({ ...options, ...(options.parts ? { parts: [...options.parts] } : {}) }),
        ...(cut ? { CUT: cut } : {}),
      },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const server = new ServerProcess(child)
    if (cut) await server.death()
    else
      await server.#says('ready', START_LIMIT_MS).catch(async (error: unknown) => {
        // Else it would take the port of the next try.
        await server.kill()
        throw error
      })
    return server
  }

  async arm(name: CutName): Promise<void> {
    this.#child.stdin?.write(`arm ${name}\n`)
    await this.#says(`armed ${name}`, START_LIMIT_MS)
  }

  /** Sets its clock so many milliseconds ahead of the machine's, or behind it. */
  async setClock(ms: number): Promise<void> {
    this.#child.stdin?.write(`clock ${ms}\n`)
    await this.#says(`clock ${ms} set`, START_LIMIT_MS)
  }

  /**
   * Memory in bytes, or its maximum since the last call where that was at least the `floor` given then: sampled several
   * times a second from the first call on.
   */
  async mostHeld(floor = Number.POSITIVE_INFINITY): Promise<number> {
    const question = `memory ${++this.#asked} `
    this.#child.stdin?.write(`${question}${floor}\n`)
    await this.#says(question, START_LIMIT_MS)
    return Number(this.#lines.find((line) => line.startsWith(question))?.slice(question.length))
  }

  /** Waits for the armed cut. @throws when it is not reached */
  async death(): Promise<void> {
    const how = await within(this.#died, DEATH_LIMIT_MS, () => `The cut was not reached; said: ${this.#lines.join(' | ')}`)
    if (how !== 'SIGKILL') throw new Error(`The server ended with ${how} instead of the cut`)
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.#died
  }

  isDead(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null
  }

  async stop(): Promise<void> {
    if (!this.isDead()) this.#child.stdin?.end()
    await this.#died
  }

  async #says(start: string, limitMs: number): Promise<void> {
    const said = new Promise<void>((done) => {
      this.#onLine = () => this.#lines.some((line) => line.startsWith(start)) && done()
      this.#onLine()
    })
    const ended = this.#died.then((how) => Promise.reject(new Error(`The server ended with ${how} before it said ${start}`)))
    await within(Promise.race([said, ended]), limitMs, () => `The server did not say ${start}`)
  }
}

async function within<T>(promise: Promise<T>, ms: number, why: () => string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(why())), ms)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}
