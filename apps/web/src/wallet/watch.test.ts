import { toAddress } from '@plinth/protocol'
import { createPublicClient, custom, type Hex, keccak256, numberToHex } from 'viem'
import { describe, expect, it } from 'vitest'
import type { SentTx } from './types.ts'
import { findSent, getTxStatus } from './watch.ts'

const FROM = toAddress(`0x${'a'.repeat(40)}`)
const TO = toAddress(`0x${'b'.repeat(40)}`)
const hashOf = (digit: string): Hex => `0x${digit.repeat(64)}`
const SENT: SentTx = {
  hash: hashOf('1'),
  from: FROM,
  to: TO,
  dataHash: keccak256('0x1234'),
  value: 7n,
  nonce: 5,
  block: 8n,
}

type Raw = Record<string, unknown>
const transaction = (hash: Hex, other: Raw = {}): Raw => ({
  hash,
  from: FROM,
  to: TO,
  nonce: '0x5',
  input: '0x1234',
  value: '0x7',
  type: '0x0',
  gas: '0x1',
  gasPrice: '0x1',
  chainId: '0x7a69',
  blockHash: null,
  blockNumber: null,
  transactionIndex: null,
  v: '0x1b',
  r: '0x1',
  s: '0x1',
  ...other,
})
const receipt = (hash: Hex): Raw => ({
  transactionHash: hash,
  blockNumber: '0x9',
  blockHash: hashOf('9'),
  status: '0x1',
  from: FROM,
  to: TO,
  logs: [],
  transactionIndex: '0x0',
  gasUsed: '0x1',
  cumulativeGasUsed: '0x1',
  effectiveGasPrice: '0x1',
  type: '0x0',
  contractAddress: null,
})

type Node = { mined?: Raw[]; waiting?: Raw[]; count?: number; isSilent?: boolean; head?: number }

/** A node whose newest block is 9 or more and holds `mined`. */
function node({ mined = [], waiting = [], count = 5, isSilent, head = 9 }: Node) {
  const request = async ({ method, params }: { method: string; params?: unknown }) => {
    if (isSilent) throw new Error('fetch failed')
    const [first, second] = (params ?? []) as [Hex, string]
    switch (method) {
      case 'eth_getTransactionByHash':
        return [...waiting, ...mined].find(({ hash }) => hash === first) ?? null
      case 'eth_getTransactionReceipt':
        return mined.some(({ hash }) => hash === first) ? receipt(first) : null
      case 'eth_getTransactionCount':
        return numberToHex(second === 'pending' ? count + waiting.length : count)
      case 'eth_blockNumber':
        return numberToHex(head)
      case 'eth_getBlockByNumber':
        return {
          number: (first as string) === 'pending' ? null : first,
          hash: hashOf('9'),
          timestamp: '0x1',
          transactions: first === '0x9' ? mined : (first as string) === 'pending' ? waiting : [],
        }
      default:
        throw new Error(`unexpected ${method}`)
    }
  }
  return createPublicClient({ transport: custom({ request }, { retryCount: 0 }), cacheTime: 0 })
}

describe('a look at a sent transaction', () => {
  it('gives its block, and how deep that lies', async () => {
    const seen = await getTxStatus(node({ mined: [transaction(SENT.hash)], count: 6, head: 11 }), SENT)
    expect(seen).toEqual({ at: 'mined', hash: SENT.hash, blockNumber: 9n, blockHash: hashOf('9'), isSuccess: true, depth: 3n })
  })

  it('reports one that waits', async () => {
    expect(await getTxStatus(node({ waiting: [transaction(SENT.hash)] }), SENT)).toEqual({ at: 'waiting', head: 9n })
  })

  it('says so when the network knows nothing of it, and takes silence for no answer', async () => {
    expect((await getTxStatus(node({}), SENT)).at).toBe('unknown')
    expect((await getTxStatus(node({ isSilent: true }), SENT)).at).toBe('silent')
  })

  it('follows one that was sped up in the wallet, though the first one was never seen waiting', async () => {
    const faster = transaction(hashOf('2'), { gasPrice: '0x9' })
    expect(await getTxStatus(node({ mined: [faster], count: 6 }), SENT)).toMatchObject({ at: 'mined', hash: hashOf('2') })
  })

  it('distinguishes a cancelled one from one that another transaction replaced', async () => {
    const nothing = transaction(hashOf('3'), { to: FROM, value: '0x0', input: '0x' })
    const other = transaction(hashOf('4'), { value: '0x8' })
    expect((await getTxStatus(node({ mined: [nothing], count: 6 }), SENT)).at).toBe('cancelled')
    expect((await getTxStatus(node({ mined: [other], count: 6 }), SENT)).at).toBe('replaced')
  })
})

describe('an intent whose answer was lost', () => {
  it('is found while it waits, and in its block', async () => {
    const sent = transaction(hashOf('6'), { nonce: '0x6' })
    expect(await findSent(node({ waiting: [sent] }), FROM, SENT)).toMatchObject({ hash: hashOf('6'), nonce: 6 })
    expect(await findSent(node({ mined: [sent], count: 7 }), FROM, SENT)).toMatchObject({ hash: hashOf('6') })
  })

  it('is not mistaken for another call of the same account', async () => {
    const other = transaction(hashOf('6'), { input: '0x5678' })
    expect(await findSent(node({ mined: [other], count: 6 }), FROM, SENT)).toBeUndefined()
    expect(await findSent(node({}), FROM, SENT)).toBeUndefined()
  })
})
