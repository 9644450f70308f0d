import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type BaseError, createPublicClient, defineChain, toFunctionSelector } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { walletFirst } from './transport.ts'

const ACCOUNT = `0x${'a'.repeat(40)}` as const
const REVERT = toFunctionSelector('error Full()')
const failure = (message: string) => Object.assign(new Error(message), { code: -32_603 })

/** The network's own node: answers every balance with 2, and says why a call reverts. */
const node = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => (body += chunk))
  request.on('end', () => {
    const { id, method } = JSON.parse(body)
    const answer = method === 'eth_call' ? { error: { code: 3, message: 'execution reverted', data: REVERT } } : { result: '0x2' }
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }))
  })
})

beforeAll(() => new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve)))
afterAll(() => void node.close())

type Answer = (method: string) => unknown

function client(walletChain: number, answer: Answer) {
  const url = `http://127.0.0.1:${(node.address() as AddressInfo).port}`
  const chain = defineChain({
    id: 31_337,
    name: 'x',
    nativeCurrency: { name: 'x', symbol: 'x', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  })
  const wallet = { request: async ({ method }: { method: string }) => answer(method) }
  return createPublicClient({ chain, transport: walletFirst(31_337, async (chainId) => (chainId === walletChain ? wallet : undefined)) })
}

describe('reads', () => {
  it('[NET-38] go through the wallet while it is on the chain', async () => {
    expect(await client(31_337, () => '0x1').getBalance({ address: ACCOUNT })).toBe(1n)
  })

  it('go to the network’s own node where the wallet is elsewhere or has no answer', async () => {
    expect(await client(1, () => '0x1').getBalance({ address: ACCOUNT })).toBe(2n)
    const broken = () => {
      throw failure('Internal error')
    }
    expect(await client(31_337, broken).getBalance({ address: ACCOUNT })).toBe(2n)
  })

  it('ask the node why a call reverts where the wallet drops the reason', async () => {
    const mute = () => {
      throw failure('execution reverted')
    }
    const refused = await client(31_337, mute)
      .call({ to: ACCOUNT })
      .catch((error: Error) => error)
    expect(JSON.stringify((refused as BaseError).walk())).toContain(REVERT)
  })
})
