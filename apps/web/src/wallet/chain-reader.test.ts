import { createPublicClient, custom, type Hex, numberToHex } from 'viem'
import { describe, expect, it } from 'vitest'
import { waitReceipt } from './chain-reader.ts'

const FROM = `0x${'a'.repeat(40)}` as const
const TO = `0x${'b'.repeat(40)}` as const
const hashOf = (digit: string): Hex => `0x${digit.repeat(64)}`
const SENT = hashOf('1')

type Raw = Record<string, unknown>
const transaction = (hash: Hex, other: Raw = {}): Raw => ({
  ...{ hash, from: FROM, to: TO, nonce: '0x5', input: '0x1234', value: '0x7', type: '0x0', gas: '0x1', gasPrice: '0x1', chainId: '0x7a69' },
  ...{ blockHash: null, blockNumber: null, transactionIndex: null, v: '0x1b', r: '0x1', s: '0x1', ...other },
})
const receipt = (hash: Hex): Raw => ({
  ...{ transactionHash: hash, blockNumber: '0x9', blockHash: hashOf('9'), status: '0x1', from: FROM, to: TO, logs: [] },
  ...{ transactionIndex: '0x0', gasUsed: '0x1', cumulativeGasUsed: '0x1', effectiveGasPrice: '0x1', type: '0x0', contractAddress: null },
})

/** A node that knows what was sent while `seen` counts down, and afterwards only what its last block holds. */
function node({ seen, mined = [], count = 5, silent = 0 }: { seen: number; mined?: Raw[]; count?: number; silent?: number }) {
  let [left, quiet] = [seen, silent]
  const request = async ({ method, params }: { method: string; params?: unknown }) => {
    const [first] = (params ?? []) as [Hex]
    switch (method) {
      case 'eth_getTransactionByHash':
        if (left-- > 0) return transaction(first)
        if (quiet-- > 0) throw new Error('fetch failed')
        return null
      case 'eth_getTransactionReceipt':
        return mined.some(({ hash }) => hash === first) ? receipt(first) : null
      case 'eth_getTransactionCount':
        return numberToHex(count)
      case 'eth_blockNumber':
        return '0x9'
      case 'eth_getBlockByNumber':
        return { number: first, hash: hashOf('9'), timestamp: '0x1', transactions: first === '0x9' ? mined : [] }
      default:
        throw new Error(`unexpected ${method}`)
    }
  }
  return createPublicClient({ transport: custom({ request }, { retryCount: 0 }), cacheTime: 0 })
}

const end = (client: ReturnType<typeof node>) =>
  waitReceipt(client, SENT, 0).then(
    ({ hash }) => hash,
    (error: { code: string }) => error.code,
  )

describe('waitReceipt', () => {
  it('answers the block’s word', async () => {
    expect(await end(node({ seen: 3, mined: [transaction(SENT)] }))).toBe(SENT)
  })

  it('says so when the network has forgotten the transaction', async () => {
    expect(await end(node({ seen: 2 }))).toBe('TX_DROPPED')
  })

  it('takes an outage for no answer', async () => {
    expect(await end(node({ seen: 1, silent: 100 }))).toBe('TX_DROPPED')
  })

  it('follows one that was sped up in the wallet', async () => {
    const faster = transaction(hashOf('2'), { gasPrice: '0x9' })
    expect(await end(node({ seen: 2, mined: [faster], count: 6 }))).toBe(hashOf('2'))
  })

  it('says so when the wallet has sent something else in its place', async () => {
    const nothing = transaction(hashOf('3'), { to: FROM, value: '0x0', input: '0x' })
    expect(await end(node({ seen: 2, mined: [nothing], count: 6 }))).toBe('TX_REPLACED')
  })
})
