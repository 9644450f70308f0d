import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { createLogger } from '../process/log.ts'
import { HeadSocket } from './head-socket.ts'

const CHAIN_ID = 31_337
const SOON = { timeout: 15_000 }
const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A node with WebSockets: it answers each request with its `results`, and pushes heads. */
class PushingNode {
  readonly results: Record<string, unknown> = { eth_chainId: '0x7a69', eth_subscribe: '0x5' }
  readonly sockets: WebSocket[] = []
  readonly #server = new WebSocketServer({ port: 0, host: '127.0.0.1' })

  constructor() {
    closing.push(() => this.#server.close())
    this.#server.on('connection', (socket) => {
      this.sockets.push(socket)
      socket.on('message', (data) => {
        const { id, method } = JSON.parse(String(data))
        socket.send(JSON.stringify({ jsonrpc: '2.0', id, result: this.results[method] }))
      })
    })
  }

  async url(): Promise<string> {
    if (!this.#server.address()) await once(this.#server, 'listening')
    return `ws://127.0.0.1:${(this.#server.address() as AddressInfo).port}/a-secret-key`
  }

  push(number: number, subscription = '0x5'): void {
    const params = { subscription, result: { number } }
    this.sockets.at(-1)?.send(JSON.stringify({ jsonrpc: '2.0', method: 'eth_subscription', params }))
  }
}

async function follow(node: PushingNode) {
  const [heads, logged]: [unknown[], string[]] = [[], []]
  const log = createLogger((line) => logged.push(line))
  const socket = new HeadSocket({ chainId: CHAIN_ID, url: await node.url(), log, onHead: (head) => heads.push(head), againMs: 20 })
  closing.push(() => socket.close())
  socket.open()
  return { socket, heads, logged }
}

it('[F-102] brings each new head that the node pushes', async () => {
  const node = new PushingNode()
  const { socket, heads } = await follow(node)
  await expect.poll(() => socket.isSubscribed(), SOON).toBe(true)
  node.push(7)
  node.push(8)
  await expect.poll(() => heads, SOON).toEqual([{ number: 7 }, { number: 8 }])
})

it.each([
  ['another chain', { eth_chainId: '0x1' }],
  ['no subscription', { eth_subscribe: undefined }],
  ['nonsense', { eth_chainId: { a: 1 } }],
])('[F-102] takes nothing from a node of %s', async (_, results) => {
  const node = new PushingNode()
  Object.assign(node.results, results)
  const { socket, heads } = await follow(node)
  await expect.poll(() => node.sockets.length, SOON).toBeGreaterThan(1)
  node.push(7)
  await expect.poll(() => node.sockets.length, SOON).toBeGreaterThan(3)
  expect([socket.isSubscribed(), heads]).toEqual([false, []])
})

it('[F-102] ends a connection that pushes what was not asked for, or too much', async () => {
  const node = new PushingNode()
  const { socket, heads } = await follow(node)
  for (const spoil of [() => node.push(7, '0x6'), () => node.sockets.at(-1)?.send('x'.repeat(200_000))]) {
    await expect.poll(() => socket.isSubscribed(), SOON).toBe(true)
    const before = node.sockets.length
    spoil()
    await expect.poll(() => node.sockets.length, SOON).toBe(before + 1)
  }
  expect(heads).toEqual([])
})

it('[F-102] subscribes again after the connection ended, says so once, and hides its URL', async () => {
  const node = new PushingNode()
  const { socket, heads, logged } = await follow(node)
  await expect.poll(() => socket.isSubscribed(), SOON).toBe(true)
  node.results.eth_chainId = '0x1'
  node.sockets.at(-1)?.terminate()
  await expect.poll(() => node.sockets.length, SOON).toBeGreaterThan(3)
  node.results.eth_chainId = '0x7a69'
  await expect.poll(() => socket.isSubscribed(), SOON).toBe(true)
  node.push(9)
  await expect.poll(() => heads, SOON).toEqual([{ number: 9 }])
  expect(logged.map((line) => JSON.parse(line).event)).toEqual(['new heads not subscribed to'])
  expect(logged.join('')).not.toContain('a-secret-key')
})
