import WebSocket from 'ws'
import type { Logger } from '../process/log.ts'

const HANDSHAKE_MS = 10_000
const AGAIN_MS = 5_000
/** A header has about 2 kB. */
const MOST_BYTES = 100_000

export type HeadSocketOptions = {
  readonly chainId: number
  readonly url: string
  readonly log: Logger
  /** Gets each new header as the node sent it. */
  readonly onHead: (header: unknown) => void
  /** How long after a connection ended the next one is made. */
  readonly againMs?: number
}

/** Subscribes to a node's new heads (`eth_subscribe`), and connects again whenever it ends. Its URL stays out of the log. */
export class HeadSocket {
  readonly #options: HeadSocketOptions
  #socket: WebSocket | undefined
  #again: NodeJS.Timeout | undefined
  #subscription: string | undefined
  #isWanted = false
  #isLost = false

  constructor(options: HeadSocketOptions) {
    this.#options = options
  }

  isSubscribed(): boolean {
    return this.#subscription !== undefined
  }

  open(): void {
    if (this.#isWanted) return
    this.#isWanted = true
    this.#connect()
  }

  /** Ends a connection that says nothing any more; another follows. */
  restart(): void {
    this.#socket?.terminate()
  }

  close(): void {
    this.#isWanted = false
    clearTimeout(this.#again)
    this.#socket?.terminate()
  }

  #connect(): void {
    const socket = new WebSocket(this.#options.url, { handshakeTimeout: HANDSHAKE_MS, maxPayload: MOST_BYTES })
    this.#socket = socket
    socket.on('open', () => this.#ask(socket, 'eth_chainId', []))
    socket.on('message', (data) => this.#take(socket, String(data)))
    // 'close' follows.
    socket.on('error', () => undefined)
    socket.on('close', () => this.#leave(socket))
  }

  #leave(socket: WebSocket): void {
    // Closed, and opened again meanwhile.
    if (socket !== this.#socket) return
    this.#subscription = undefined
    if (!this.#isWanted) return
    if (!this.#isLost) this.#options.log.warn('new heads not subscribed to', { chainId: this.#options.chainId })
    this.#isLost = true
    this.#again = setTimeout(() => this.#connect(), this.#options.againMs ?? AGAIN_MS)
  }

  #ask(socket: WebSocket, method: string, params: readonly unknown[]): void {
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: method, method, params }))
  }

  #take(socket: WebSocket, text: string): void {
    const { id, result, params } = messageOf(text)
    if (id === 'eth_chainId' && typeof result === 'string' && Number(result) === this.#options.chainId)
      this.#ask(socket, 'eth_subscribe', ['newHeads'])
    else if (id === 'eth_subscribe' && typeof result === 'string') {
      this.#subscription = result
      this.#isLost = false
    } else if (params && this.#subscription !== undefined && params.subscription === this.#subscription) this.#options.onHead(params.result)
    // Another chain, an error, or no answer of JSON-RPC.
    else socket.terminate()
  }
}

type Message = { readonly id?: unknown; readonly result?: unknown; readonly params?: { subscription?: unknown; result?: unknown } }

function messageOf(text: string): Message {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}
