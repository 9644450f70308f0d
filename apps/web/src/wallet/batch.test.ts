import { toAddress } from '@plinth/protocol'
import { createWalletClient, custom, erc20Abi, type Hex } from 'viem'
import { foundry } from 'viem/chains'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { batchesOver } from './batch.ts'
import type { Connection } from './connection.ts'
import { failureOf } from './errors.ts'

const ACCOUNT = toAddress(`0x${'a'.repeat(40)}`)
const TOKEN = toAddress(`0x${'b'.repeat(40)}`)
const HASH: Hex = `0x${'1'.repeat(64)}`
const ID: Hex = '0x0b'
const CHAIN = foundry.id
const call = (spender: string) => ({
  chainId: CHAIN,
  address: TOKEN,
  abi: erc20Abi,
  functionName: 'approve',
  args: [toAddress(`0x${spender.repeat(40)}`), 5n],
})
const coded = (code: number) => Object.assign(new Error('no'), { code })

type Answers = Readonly<Record<string, () => unknown>>

/** A wallet that answers by method and knows no other; every question is kept. */
function walletWith(answers: Answers) {
  const asked: { method: string; params?: unknown }[] = []
  const provider = {
    request: async (question: { method: string; params?: unknown }) => {
      asked.push(question)
      const answer = answers[question.method]
      if (!answer) throw coded(-32_601)
      return answer()
    },
  }
  const signer = createWalletClient({ chain: foundry, transport: custom(provider) })
  // The parts of a connection that batches use.
  const connection = { provider: async () => provider, signer: async () => signer, account: () => ACCOUNT } as unknown as Connection
  return { asked, batches: batchesOver(connection, async () => foundry) }
}

const capable = (status: string, chain = '0x7a69'): Answers => ({ wallet_getCapabilities: () => ({ [chain]: { atomic: { status } } }) })
const receipt = { transactionHash: HASH, blockNumber: '0x1', blockHash: HASH, gasUsed: '0x1', status: '0x1', logs: [] }
const statusOf = (status: number, receipts: unknown[] = [receipt]): Answers => ({
  wallet_getCallsStatus: () => ({ version: '2.0.0', id: ID, chainId: '0x7a69', atomic: true, status, receipts }),
})

afterEach(() => void vi.useRealTimers())

describe('batches of calls', () => {
  it('are there where the wallet sends all calls or none, of this chain or of every chain', async () => {
    expect(await walletWith(capable('supported')).batches.canBatch(CHAIN)).toBe(true)
    expect(await walletWith(capable('ready')).batches.canBatch(CHAIN)).toBe(true)
    expect(await walletWith(capable('supported', '0x0')).batches.canBatch(CHAIN)).toBe(true)
    expect(await walletWith(capable('unsupported')).batches.canBatch(CHAIN)).toBe(false)
    expect(await walletWith(capable('supported', '0x1')).batches.canBatch(CHAIN)).toBe(false)
  })

  it('are not there where the wallet does not know the question, or leaves it open', async () => {
    expect(await walletWith({}).batches.canBatch(CHAIN)).toBe(false)
    vi.useFakeTimers()
    const open = walletWith({ wallet_getCapabilities: () => new Promise(() => {}) }).batches.canBatch(CHAIN)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await open).toBe(false)
  })

  it('go to the wallet as one question that asks for all or none, under the name they were given', async () => {
    const { batches, asked } = walletWith({ wallet_sendCalls: () => ({ id: ID }) })
    expect(await batches.sendBatch([call('c'), call('d')], ID)).toBe(ID)
    const data = (spender: string) => `0x095ea7b3${spender.repeat(40).padStart(64, '0')}${'5'.padStart(64, '0')}`
    const calls = [
      { to: TOKEN, data: data('c') },
      { to: TOKEN, data: data('d') },
    ]
    expect(asked).toEqual([
      {
        method: 'wallet_sendCalls',
        params: [expect.objectContaining({ atomicRequired: true, chainId: '0x7a69', from: ACCOUNT, id: ID, version: '2.0.0', calls })],
      },
    ])
  })

  it.each([
    [5750, 'USER_REJECTED'],
    [5760, 'UNSUPPORTED'],
    [-32_601, 'WALLET_FAILED'],
  ])('are not there any more after the wallet answers %i', async (code, says) => {
    const send = () => Promise.reject(coded(code))
    const { batches } = walletWith({ ...capable('ready'), wallet_sendCalls: send })
    expect(await batches.canBatch(CHAIN)).toBe(true)
    const error = await batches.sendBatch([call('c'), call('d')], ID).catch((thrown: unknown) => thrown)
    expect(failureOf(error).code).toBe(says)
    expect(await batches.canBatch(CHAIN)).toBe(false)
  })

  it('stay after its owner declined one', async () => {
    const { batches } = walletWith({ ...capable('supported'), wallet_sendCalls: () => Promise.reject(coded(4001)) })
    expect(await batches.canBatch(CHAIN)).toBe(true)
    await expect(batches.sendBatch([call('c'), call('d')], ID)).rejects.toThrow()
    expect(await batches.canBatch(CHAIN)).toBe(true)
  })

  it.each([
    ['sent', 200, { at: 'sent', hash: HASH }],
    ['never sent', 400, { at: 'none' }],
    ['reverted', 500, { at: 'reverted' }],
  ])('are found by their name: %s', async (_, status, found) => {
    expect(await walletWith(statusOf(status)).batches.findBatch(ID)).toEqual(found)
  })

  it('are waited for while the wallet has them on the way', async () => {
    vi.useFakeTimers()
    const states = [100, 200]
    const { batches } = walletWith({ wallet_getCallsStatus: () => statusOf(states.shift() ?? 200).wallet_getCallsStatus?.() })
    const found = batches.findBatch(ID)
    await vi.advanceTimersByTimeAsync(1_500)
    expect(await found).toEqual({ at: 'sent', hash: HASH })
    expect(states).toEqual([])
  })

  it('that the wallet has never heard of are none', async () => {
    const { batches } = walletWith({ wallet_getCallsStatus: () => Promise.reject(coded(5730)) })
    expect(await batches.findBatch(ID)).toEqual({ at: 'none' })
  })
})
