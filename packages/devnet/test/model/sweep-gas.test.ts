import { sweepGas } from '@plinth/protocol'
import { dollarTokenAbi, exchangeAbi } from '@plinth/protocol/abi'
import { createPublicClient, encodeFunctionData, type Hex, http, type PublicClient, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callRpc, startTestnet, type Testnet } from '../../src/index.ts'
import { NONE, signatureOf } from './chain-side.ts'
import { digestOf, hashOrder, type ModelOrder } from './exchange-model.ts'
import { openWorld, type Stage, transact } from './stage.ts'

const LINES = 12
const PRICE = 10_000n
const ZERO: Hex = `0x${'00'.repeat(20)}`

let testnet: Testnet
let stage: Stage
let client: PublicClient
let numbers = 1n
beforeAll(async () => {
  testnet = await startTestnet()
  stage = await openWorld(testnet, 100)
  client = createPublicClient({ transport: http(testnet.rpcUrl) })
}, 60_000)
afterAll(() => testnet.stop())

/** Sales of one unit each, by the three makers in turn, of the edition with two creators. */
async function listLines(count: number, money: Hex = ZERO) {
  const { makers, editions } = stage.cast
  const orders = Array.from({ length: count }, (_, index): ModelOrder => {
    const owner = makers[index % makers.length] as Hex
    const sell = { token: editions, tokenId: 3n, assetType: 2 }
    const buy = { token: money, tokenId: 0n, assetType: money === ZERO ? 0 : 1 }
    return { owner, salt: numbers++, sell, buy, selling: 1n, buying: PRICE, sellerFee: 250n }
  })
  const fills = await Promise.all(
    orders.map(async (order) => {
      const { owner, salt, sell, buy, selling, buying, sellerFee } = order
      const sig = await signatureOf(digestOf(stage.world, hashOrder(order)), stage.keys.get(owner) as Hex)
      const tuple = { key: { owner, salt, sellAsset: sell, buyAsset: buy }, selling, buying, sellerFee }
      return { order: tuple, sig, buyerFee: 250n, buyerFeeSig: NONE, amount: 1n }
    }),
  )
  return { orders, fills }
}

async function countSpent(orders: readonly ModelOrder[]): Promise<number> {
  const address = stage.world.exchange
  const spent = await Promise.all(
    orders.map(({ owner, salt }) => client.readContract({ address, abi: exchangeAbi, functionName: 'isSpent', args: [owner, salt] })),
  )
  return spent.filter(Boolean).length
}

const balanceOf = (token: Hex, account: Hex) =>
  client.readContract({ address: token, abi: dollarTokenAbi, functionName: 'balanceOf', args: [account] })

describe('a sweep with', () => {
  const taker = () => stage.cast.takers[0] as Hex
  const value = (PRICE + PRICE / 40n) * BigInt(LINES)

  it('[F-7] the gas of an estimate fills every line, where all are wanted', async () => {
    const { orders, fills } = await listLines(LINES)
    const data = encodeFunctionData({ abi: exchangeAbi, functionName: 'sweep', args: [fills, ZERO, BigInt(LINES)] })
    const call = { from: taker(), to: stage.world.exchange, data, value }
    const estimate = await client.estimateGas({ account: call.from, to: call.to, data, value })
    expect((await transact(testnet.rpcUrl, stage.world, { ...call, gas: Number(estimate) })).passed).toBe(true)
    expect(await countSpent(orders)).toBe(LINES)
  })

  it('[F-7] the market’s own gas limit fills every line, though fewer would do', async () => {
    const { orders, fills } = await listLines(LINES)
    const data = encodeFunctionData({ abi: exchangeAbi, functionName: 'sweep', args: [fills, ZERO, 1n] })
    const call = { from: taker(), to: stage.world.exchange, data, value }
    // Three sellers and two creators.
    const gas = sweepGas({ lines: LINES, payees: 5, hostile: 0 })
    expect((await transact(testnet.rpcUrl, stage.world, { ...call, gas: Number(gas) })).passed).toBe(true)
    expect(await countSpent(orders)).toBe(LINES)
  })

  it('[F-7] the gas of one line fills that line and gives back the coin of the rest', async () => {
    const { orders, fills } = await listLines(LINES)
    const data = encodeFunctionData({ abi: exchangeAbi, functionName: 'sweep', args: [fills, ZERO, 1n] })
    const coins = parseEther('1')
    const gas = sweepGas({ lines: 1, payees: 1, hostile: 0 })
    const before = await client.getBalance({ address: taker() })
    const hash = await callRpc<Hex>(testnet.rpcUrl, 'eth_sendTransaction', [
      { from: taker(), to: stage.world.exchange, data, value: `0x${coins.toString(16)}`, gas: `0x${gas.toString(16)}` },
    ])
    const receipt = await client.waitForTransactionReceipt({ hash })
    const filled = await countSpent(orders)
    expect(receipt.status).toBe('success')
    expect(filled).toBeGreaterThan(0)
    expect(filled).toBeLessThan(LINES)
    const spent = before - (await client.getBalance({ address: taker() })) - receipt.gasUsed * receipt.effectiveGasPrice
    expect(spent).toBe((PRICE + PRICE / 40n) * BigInt(filled))
  })

  it('[F-7] the longest list the market sends stays below the limit of a transaction', () => {
    expect(sweepGas({ lines: 50, payees: 51, hostile: 5 })).toBeLessThan(16_777_216n)
    expect(sweepGas({ lines: 50, payees: 300, hostile: 50 })).toBe(16_777_216n)
  })

  it('[CART-10] the market’s own gas limit fills every line for an ERC20, though fewer would do', async () => {
    const { dollar } = testnet.contracts
    const { orders, fills } = await listLines(LINES, dollar)
    const data = encodeFunctionData({ abi: exchangeAbi, functionName: 'sweep', args: [fills, ZERO, 1n] })
    const call = { from: taker(), to: stage.world.exchange, data, value: 0n }
    // Two creators and the beneficiary.
    const gas = sweepGas({ lines: LINES, payees: 3, hostile: 0, money: 'erc20' })
    expect((await transact(testnet.rpcUrl, stage.world, { ...call, gas: Number(gas) })).passed).toBe(true)
    expect(await countSpent(orders)).toBe(LINES)
  })

  it('[CART-10] the gas of one line fills whole lines for an ERC20, and takes their price alone', async () => {
    const { dollar } = testnet.contracts
    const { orders, fills } = await listLines(LINES, dollar)
    const data = encodeFunctionData({ abi: exchangeAbi, functionName: 'sweep', args: [fills, ZERO, 1n] })
    const call = { from: taker(), to: stage.world.exchange, data, value: 0n }
    const before = await balanceOf(dollar, taker())
    const gas = sweepGas({ lines: 1, payees: 3, hostile: 0, money: 'erc20' })
    expect((await transact(testnet.rpcUrl, stage.world, { ...call, gas: Number(gas) })).passed).toBe(true)
    const filled = await countSpent(orders)
    expect(filled).toBeGreaterThan(0)
    expect(before - (await balanceOf(dollar, taker()))).toBe((PRICE + PRICE / 40n) * BigInt(filled))
    expect(await balanceOf(dollar, stage.world.exchange)).toBe(0n)
  })

  it('[CART-10] the longest list for an ERC20 stays at most at the limit of a transaction', () => {
    expect(sweepGas({ lines: 50, payees: 6, hostile: 1, money: 'erc20' })).toBeLessThan(16_777_216n)
    expect(sweepGas({ lines: 50, payees: 51, hostile: 5, money: 'erc20' })).toBe(16_777_216n)
  })
})
