import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export type Tally = {
  answered: number
  /** Answered with the error of a market whose database is away. */
  failed: number
  /** No connection was made, so that a proxy, or the visitor, asks elsewhere. */
  refused: number
  /** A connection was cut, or the answer was none of ours. */
  readonly lost: string[]
}

const PATH = '/api/category/list'
const HEADERS = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '0' }

/** Visitors that send one call after the other to a port, each on a connection of their own, until `leave` or a refusal. */
export class Visitors {
  readonly tally: Tally = { answered: 0, failed: 0, refused: 0, lost: [] }
  readonly #loops: Promise<void>[]
  #isOver = false

  /** `pauseMs` lies between two calls of one visitor: without it they leave a process that starts beside them no processor. */
  constructor(port: number, options: { readonly many: number; readonly keepAlive: boolean; readonly pauseMs?: number }) {
    const { many, keepAlive, pauseMs = 0 } = options
    this.#loops = Array.from({ length: many }, () => this.#visit(port, new Agent({ keepAlive, maxSockets: 1 }), pauseMs))
  }

  /** Resolves when every visitor has its last answer. */
  async leave(): Promise<Tally> {
    this.#isOver = true
    await this.gone()
    return this.tally
  }

  /** Resolves when every visitor was refused. */
  async gone(): Promise<void> {
    await Promise.all(this.#loops)
  }

  async #visit(port: number, agent: Agent, pauseMs: number): Promise<void> {
    let isRefused = false
    while (!this.#isOver && !isRefused) {
      const answer = await ask(port, agent)
      isRefused = answer === 'ECONNREFUSED'
      if (answer === undefined) this.tally.answered++
      else if (answer === 'failed') this.tally.failed++
      else if (isRefused) this.tally.refused++
      else this.tally.lost.push(answer)
      if (pauseMs > 0) await sleep(pauseMs)
    }
    agent.destroy()
  }
}

/** Undefined after an answer in the envelope, `failed` after a server error or a database that is away, else what came instead. */
function ask(port: number, agent: Agent): Promise<string | undefined> {
  return new Promise((done) => {
    const sent = request({ host: '127.0.0.1', port, path: PATH, method: 'POST', headers: HEADERS, agent }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text += chunk
      })
      response.on('error', (error) => done(`cut off: ${error.message}`))
      response.on('end', () => done(meaningOf(response.statusCode, text)))
    })
    sent.on('error', (error) => done('code' in error ? String(error.code) : error.message))
    sent.end()
  })
}

function meaningOf(status: number | undefined, text: string): string | undefined {
  if (status === 200 && text.startsWith('{"data":')) return undefined
  return status === 200 && /^\{"errno":(?:502|4424|4425),/.test(text) ? 'failed' : `${status} ${text}`
}

/** Asks like visitors until it is left; returns what was no answer, and the times of the others. */
export function visit(url: string, paths: readonly string[]) {
  const lost: string[] = []
  const took: number[] = []
  let isOver = false
  const loop = async (path: string): Promise<void> => {
    while (!isOver) {
      const began = performance.now()
      const fault = await fetch(`${url}${path}`, { signal: AbortSignal.timeout(20_000) }).then(
        async (response) => {
          const text = await response.text()
          return response.status === 200 ? undefined : `${response.status} ${text.slice(0, 200)}`
        },
        (error: unknown) => String(error),
      )
      if (fault === undefined) took.push(performance.now() - began)
      else lost.push(`${path}: ${fault}`)
      await sleep(50)
    }
  }
  const loops = paths.map(loop)
  return async () => {
    isOver = true
    await Promise.all(loops)
    took.sort((a, b) => a - b)
    return {
      lost: [...new Set(lost)],
      answers: took.length,
      p50: took[Math.floor(took.length / 2)] ?? 0,
      p95: took[Math.floor(took.length * 0.95)] ?? 0,
    }
  }
}
