import { RpcRequestError } from 'viem'
import { AnswerTooLarge, type FaultKind, NodeFault } from './node-fault.ts'

export type RpcLimits = {
  /** For one answer, up to its last byte. */
  readonly timeoutMs: number
  readonly answerBytes: number
  /** How many requests of one reader may run at once. */
  readonly parallel: number
}

export const RPC_LIMITS: RpcLimits = { timeoutMs: 10_000, answerBytes: 64_000_000, parallel: 8 }

/** A contract may answer anything: for example a text of a megabyte, in base64, as hexadecimal digits. */
const CALL_BYTES = 3_000_000
/** Logs have one bracket in 300 bytes; an answer of little else takes twenty times its size once it is parsed. */
const BYTES_PER_BRACKET = 50
const MOST_BRACKETS_BESIDE = 1_000
const DEEPEST = 100

/** EIP-1474 codes for faults of the node itself. */
const NODE_CODES: Readonly<Record<number, FaultKind>> = {
  [-32_603]: 'refused',
  [-32_001]: 'refused',
  [-32_002]: 'refused',
  [-32_005]: 'too large',
  [-32_601]: 'no such method',
}
const LONGEST_WAIT_MS = 60_000

/** One node over HTTP: answers are bounded in time and size, and errors never carry its URL. */
export class Endpoint {
  /** Its name in logs and errors. */
  readonly name: string
  readonly #url: string
  readonly #headers: Record<string, string>
  readonly #secrets: readonly string[]
  readonly #limits: RpcLimits
  #lastId = 0

  constructor(name: string, url: string, limits: RpcLimits) {
    const parsed = new URL(url)
    const login = parsed.username === '' ? undefined : `${decodeURIComponent(parsed.username)}:${decodeURIComponent(parsed.password)}`
    this.#secrets = [url, parsed.password, parsed.host, ...parsed.pathname.split('/'), ...parsed.searchParams.values()].filter(
      (word) => word.length > 5,
    )
    parsed.username = ''
    parsed.password = ''
    this.name = name
    this.#url = parsed.href
    this.#headers = {
      'content-type': 'application/json',
      ...(login === undefined ? {} : { authorization: `Basic ${Buffer.from(login).toString('base64')}` }),
    }
    this.#limits = limits
  }

  /**
   * One call. @throws NodeFault when the node fails as a node; RpcRequestError for an error of the call itself, such as a revert
   */
  async request(method: string, params: unknown = []): Promise<unknown> {
    const id = ++this.#lastId
    return this.#resultOf(method, id, await this.#send(method, JSON.stringify({ jsonrpc: '2.0', id, method, params })))
  }

  /** Several calls in one request; undefined where the node does not take several. @throws as `request` */
  async requestMany(method: string, calls: readonly unknown[]): Promise<unknown[] | undefined> {
    const asked = calls.map((params) => ({ jsonrpc: '2.0', id: ++this.#lastId, method, params }))
    const answers = await this.#send(method, JSON.stringify(asked))
    if (!Array.isArray(answers)) return undefined
    const byId = new Map(answers.map((answer: { id?: unknown } | null) => [answer?.id, answer]))
    return asked.map(({ id }) => this.#resultOf(method, id, byId.get(id)))
  }

  #resultOf(method: string, id: number, answer: unknown): unknown {
    if (typeof answer !== 'object' || answer === null || !('id' in answer) || (answer.id !== id && answer.id !== null))
      throw this.#fault('no answer of JSON-RPC', method)
    if ('error' in answer && typeof answer.error === 'object' && answer.error !== null) throw this.#errorOf(method, answer.error)
    if (!('result' in answer) || answer.id !== id) throw this.#fault('no answer of JSON-RPC', method)
    return answer.result
  }

  async #send(method: string, body: string): Promise<unknown> {
    try {
      const signal = AbortSignal.timeout(this.#limits.timeoutMs)
      const response = await fetch(this.#url, { method: 'POST', headers: this.#headers, body, signal, redirect: 'error' })
      if (response.status === 429 || response.status === 503) {
        await response.body?.cancel()
        throw new NodeFault('rate limit', `${this.name}, ${method}`, waitOf(response.headers.get('retry-after')))
      }
      const bytes = await this.#read(response, method)
      if (isBomb(bytes)) throw this.#fault('no answer of JSON-RPC', method)
      return JSON.parse(bytes.toString('utf8'))
    } catch (error) {
      if (error instanceof NodeFault || error instanceof AnswerTooLarge) throw error
      if (error instanceof SyntaxError) throw this.#fault('no answer of JSON-RPC', method)
      throw this.#fault(error instanceof Error && error.name === 'TimeoutError' ? 'late' : 'unreachable', method)
    }
  }

  async #read(response: Response, method: string): Promise<Buffer> {
    const chunks: Uint8Array[] = []
    let bytes = 0
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length
      // Leaving the loop cancels the rest.
      if (bytes > this.#limits.answerBytes) throw this.#fault('too large', method)
      if (method === 'eth_call' && bytes > CALL_BYTES) throw new AnswerTooLarge(`${this.name}, ${method}`)
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  }

  #errorOf(method: string, error: { code?: unknown; message?: unknown; data?: unknown }): Error {
    const code = typeof error.code === 'number' ? error.code : -32_603
    const message = this.#scrub(typeof error.message === 'string' ? error.message : 'no message')
    // Some nodes report a revert as an internal error; its data shows it.
    const kind = error.data === undefined ? NODE_CODES[code] : undefined
    if (kind) return new NodeFault(kind, `${this.name}, ${method}: ${code} ${message}`)
    return new RpcRequestError({ body: { method }, error: { code, message, data: error.data }, url: this.name })
  }

  #fault(kind: NodeFault['kind'], method: string): NodeFault {
    return new NodeFault(kind, `${this.name}, ${method}`)
  }

  #scrub(text: string): string {
    return this.#secrets.reduce((left, secret) => left.replaceAll(secret, '…'), text).slice(0, 500)
  }
}

/** Counts brackets before the JSON is parsed; strings hold hardly any. */
function isBomb(bytes: Buffer): boolean {
  const most = MOST_BRACKETS_BESIDE + bytes.length / BYTES_PER_BRACKET
  let count = 0
  let depth = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === 0x5b || byte === 0x7b) {
      if (++count > most || ++depth > DEEPEST) return true
    } else if (byte === 0x5d || byte === 0x7d) depth--
  }
  return false
}

/** Seconds or a date, by RFC 9110; undefined when the header is unusable. */
function waitOf(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1_000 : Date.parse(retryAfter) - Date.now()
  return Number.isFinite(ms) && ms > 0 ? Math.min(LONGEST_WAIT_MS, ms) : undefined
}
