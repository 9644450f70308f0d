/** @module-tag more */
import { encodeVoucher, parseSignature, settlementMintTypedData, sweepGas, toAddress } from '@plinth/protocol'
import { dollarTokenAbi, exchangeAbi } from '@plinth/protocol/abi'
import { encodeFunctionData, type Hex, numberToHex, type PublicClient, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callRpc, receiptOf, startTestnet, type Testnet } from '../../src/index.ts'
import { NONE, signatureOf } from './chain-side.ts'
import { digestOf, hashOrder, type ModelOrder } from './exchange-model.ts'
import { openWorld, readerOf, type Stage, transact } from './stage.ts'

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
  client = readerOf(testnet)
}, 60_000)
afterAll(() => testnet.stop())

/** Sales of one unit each, by the three makers in turn, of the edition with two creators. */
async function listLines(count: number, money: Hex = ZERO) {
  const orders = Array.from({ length: count }, (_, index) =>
    saleOf(index, { token: stage.cast.editions, tokenId: 3n, assetType: 2 }, money),
  )
  return { orders, fills: await fillsOf(orders) }
}

/** Sales of items that their purchase mints, by the three makers in turn, for five creators of each. */
async function listMintedLines(count: number, money: Hex = ZERO) {
  const token = stage.cast.items
  const orders = Array.from({ length: count }, (_, index) => saleOf(index, { token, tokenId: 10_000n + numbers, assetType: 5 }, money))
  const extras = orders.map(async ({ owner, sell }, line) => ({
    line: BigInt(line),
    signature: '0x' as Hex,
    voucher: await voucherOf(owner, sell.tokenId),
    leastAmount: 0n,
  }))
  return { orders, fills: await fillsOf(orders), extras: await Promise.all(extras) }
}

function saleOf(index: number, sell: ModelOrder['sell'], money: Hex): ModelOrder {
  const owner = stage.cast.makers[index % stage.cast.makers.length] as Hex
  const buy = { token: money, tokenId: 0n, assetType: money === ZERO ? 0 : 1 }
  return { owner, salt: numbers++, sell, buy, selling: 1n, buying: PRICE, sellerFee: 250n }
}

function fillsOf(orders: readonly ModelOrder[]) {
  return Promise.all(
    orders.map(async (order) => {
      const { owner, salt, sell, buy, selling, buying, sellerFee } = order
      const sig = await signatureOf(digestOf(stage.world, hashOrder(order)), stage.keys.get(owner) as Hex)
      const tuple = { key: { owner, salt, sellAsset: sell, buyAsset: buy }, selling, buying, sellerFee }
      return { order: tuple, sig, buyerFee: 250n, buyerFeeSig: NONE, amount: 1n }
    }),
  )
}

/** With a URI that is kept as text. */
async function voucherOf(creator: Hex, tokenId: bigint): Promise<Hex> {
  const place = stage.cast.makers.indexOf(creator)
  const mint = {
    chainId: testnet.chainId,
    collection: toAddress(stage.cast.items),
    exchange: toAddress(stage.world.exchange),
    tokenId,
    creator: toAddress(creator),
    fees: Array.from({ length: 5 }, (_, index) => ({
      recipient: toAddress(numberToHex(0xc0000 + place * 5 + index, { size: 20 })),
      value: 100n,
    })),
    uri: '/QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKHPSq/metadata/001.json',
    supply: 1n,
    deadline: Number(stage.world.now) + 86_400,
  }
  return encodeVoucher(mint, parseSignature(await testnet.miner.signTypedData(settlementMintTypedData(mint))))
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

  it.each([
    ['coin', 18],
    ['erc20', 16],
  ] as const)('[F-7] the market’s own gas limit fills ten lines that are minted, for %s', async (money, payees) => {
    const { orders, fills, extras } = await listMintedLines(10, money === 'coin' ? ZERO : testnet.contracts.dollar)
    const data = encodeFunctionData({ abi: exchangeAbi, functionName: 'sweepWith', args: [fills, extras, ZERO, 10n] })
    const call = { from: taker(), to: stage.world.exchange, data, value: money === 'coin' ? value : 0n }
    // Fifteen creators, and three sellers or the beneficiary.
    const gas = sweepGas({ lines: 10, payees, minted: 10, hostile: 0, money })
    expect(gas).toBeLessThan(16_777_216n)
    expect((await transact(testnet.rpcUrl, stage.world, { ...call, gas: Number(gas) })).passed).toBe(true)
    expect(await countSpent(orders)).toBe(10)
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
    const receipt = await receiptOf(client, hash)
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
