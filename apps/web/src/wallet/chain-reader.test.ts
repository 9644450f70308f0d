import { toAddress } from '@plinth/protocol'
import { exchangeAbi } from '@plinth/protocol/abi'
import type { ContractCall } from '@plinth/sdk'
import { createPublicClient, custom, encodeErrorResult, numberToHex, parseAbi } from 'viem'
import { describe, expect, it } from 'vitest'
import { gasOf } from './chain-reader.ts'
import { failureOf } from './errors.ts'

const ALICE = toAddress(`0x${'a'.repeat(40)}`)
const call: ContractCall = {
  chainId: 31_337,
  address: toAddress(`0x${'e'.repeat(40)}`),
  functionName: 'pay',
  args: [],
  value: 1_000n,
  abi: [...parseAbi(['function pay() payable']), ...exchangeAbi],
}
const refusal = (code: number, message: string, data?: string) => Object.assign(new Error(message), { code, data })

type Node = { estimate: bigint | Error; balance?: bigint }

/** A node in whose newest block, number 100, there is room for 28,000,000 gas, at a price of 9. */
function nodeOf({ estimate, balance = 10n ** 18n }: Node) {
  const asked: string[] = []
  const request = async ({ method }: { method: string }) => {
    asked.push(method)
    switch (method) {
      case 'eth_getBlockByNumber':
        return { number: '0x64', gasLimit: numberToHex(28_000_000), timestamp: '0x1', transactions: [] }
      case 'eth_getBalance':
        return numberToHex(balance)
      case 'eth_gasPrice':
        return '0x9'
      case 'eth_estimateGas':
        if (typeof estimate === 'bigint') return numberToHex(estimate)
        throw estimate
      default:
        throw new Error(`unexpected ${method}`)
    }
  }
  return { asked, client: createPublicClient({ transport: custom({ request }, { retryCount: 0 }), cacheTime: 0 }) }
}

const gas = ({ client }: ReturnType<typeof nodeOf>, medium = 5n, part: Partial<ContractCall> = {}) =>
  gasOf(client, ALICE, { ...call, ...part }, async () => ({ medium, lastBlock: 90n }))

describe('gasOf', () => {
  it('[TX-25, TX-26, TX-28] looks at the newest block first, then takes the estimate and a quarter at the tracker’s medium price', async () => {
    const node = nodeOf({ estimate: 80_000n })
    expect(await gas(node)).toEqual({ gas: 100_000n, gasPrice: 5n })
    expect(node.asked[0]).toBe('eth_getBlockByNumber')
    expect(node.asked).not.toContain('eth_gasPrice')
  })

  it('[TX-27] asks the network for a price where the tracker has none', async () => {
    expect(await gas(nodeOf({ estimate: 80_000n }), 0n)).toEqual({ gas: 100_000n, gasPrice: 9n })
  })

  it('adds what the call holds ready for others, as far as the account can pay', async () => {
    const part = { gasReserve: 840_000n }
    expect(await gas(nodeOf({ estimate: 80_000n }), 5n, part)).toEqual({ gas: 940_000n, gasPrice: 5n })
    expect((await gas(nodeOf({ estimate: 80_000n, balance: 1_000n + 200_000n * 5n }), 5n, part)).gas).toBe(200_000n)
  })

  it('takes the limit that a call asks for, as far as the account can pay, and never less than it needs', async () => {
    const part = { gas: 3_000_000n, gasReserve: 1n }
    expect((await gas(nodeOf({ estimate: 80_000n }), 5n, part)).gas).toBe(3_000_000n)
    expect((await gas(nodeOf({ estimate: 80_000n, balance: 1_000n + 200_000n * 5n }), 5n, part)).gas).toBe(200_000n)
    expect((await gas(nodeOf({ estimate: 80_000n }), 5n, { gas: 90_000n })).gas).toBe(100_000n)
  })

  it('[TX-29] stays just under the room of a block', async () => {
    expect((await gas(nodeOf({ estimate: 27_000_000n }))).gas).toBe(27_999_999n)
  })

  it('[TX-30] takes a seventh of that room where the node has no estimate', async () => {
    for (const error of [refusal(-32_601, 'method not found'), refusal(-32_603, 'internal error'), new Error('no answer')])
      expect(await gas(nodeOf({ estimate: error }))).toEqual({ gas: 4_000_000n, gasPrice: 5n })
  })

  it('[TX-31] says what the node says with code -32000', async () => {
    const refused = await gas(nodeOf({ estimate: refusal(-32_000, 'the pool is full') })).catch(failureOf)
    expect(refused).toEqual({ code: 'WALLET_FAILED', text: 'The wallet answered with an error: the pool is full' })
  })

  it('does not guess at what would revert: it says why', async () => {
    const data = encodeErrorResult({ abi: exchangeAbi, errorName: 'ExchangeOrderExpired', args: [1n] })
    const refused = await gas(nodeOf({ estimate: refusal(3, 'execution reverted', data) })).catch(failureOf)
    expect(refused).toMatchObject({ code: 'ORDER_EXPIRED' })
  })

  it('refuses to begin what the account can’t pay for, fee included', async () => {
    const balance = 1_000n + 80_000n * 5n
    expect((await gas(nodeOf({ estimate: 80_000n, balance }))).gas).toBe(100_000n)
    await expect(gas(nodeOf({ estimate: 80_000n, balance: balance - 1n }))).rejects.toMatchObject({ code: 'NOT_ENOUGH_FUNDS' })
  })
})
