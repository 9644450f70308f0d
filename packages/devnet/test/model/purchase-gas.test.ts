/** @module-tag more */
import { payoutReserve } from '@plinth/protocol'
import { exchangeAbi } from '@plinth/protocol/abi'
import { createPublicClient, encodeFunctionData, type Hex, http, type PublicClient } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callRpc, startTestnet, type Testnet } from '../../src/index.ts'
import { NONE, signatureOf } from './chain-side.ts'
import { digestOf, hashOrder, type ModelOrder } from './exchange-model.ts'
import { openWorld, type Stage, transact } from './stage.ts'

const PRICE = 10_000n
const ZERO: Hex = `0x${'00'.repeat(20)}`
const NO_CODE: Hex = '0x'
/** INVALID: burns all the gas that it gets. */
const BURNING: Hex = '0xfe'

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

const setCreators = (code: Hex) =>
  Promise.all(stage.cast.outsiders.map((creator) => callRpc(testnet.rpcUrl, 'anvil_setCode', [creator, code])))

/** One unit of an edition for coin, at the default fee. */
async function listUnit(tokenId: bigint) {
  const owner = stage.cast.makers[0] as Hex
  const sell = { token: stage.cast.editions, tokenId, assetType: 2 }
  const buy = { token: ZERO, tokenId: 0n, assetType: 0 }
  const order: ModelOrder = { owner, salt: numbers++, sell, buy, selling: 1n, buying: PRICE, sellerFee: 250n }
  const sig = await signatureOf(digestOf(stage.world, hashOrder(order)), stage.keys.get(owner) as Hex)
  const tuple = { key: { owner, salt: order.salt, sellAsset: sell, buyAsset: buy }, selling: 1n, buying: PRICE, sellerFee: 250n }
  const data = encodeFunctionData({ abi: exchangeAbi, functionName: 'exchange', args: [tuple, sig, 250n, NONE, 1n, ZERO] })
  return { from: stage.cast.takers[0] as Hex, to: stage.world.exchange, data, value: PRICE + PRICE / 40n }
}

/** A contract can detect an estimate by its gas price of zero; here its code changes in between. */
async function estimateCalmly({ from, to, data, value }: Awaited<ReturnType<typeof listUnit>>) {
  await setCreators(NO_CODE)
  const estimate = await client.estimateGas({ account: from, to, data, value })
  await setCreators(BURNING)
  return (estimate * 125n) / 100n
}

describe('a purchase whose creators burn their gas, but not while it is estimated', () => {
  // Editions 2 and 3 have one and two creators.
  it.each([2n, 3n])('fails with the estimate and a quarter, and passes with the reserve (edition %i)', async (tokenId) => {
    const call = await listUnit(tokenId)
    const gas = await estimateCalmly(call)
    const send = async (limit: bigint) => (await transact(testnet.rpcUrl, stage.world, { ...call, gas: Number(limit) })).passed
    expect(await send(gas)).toBe(false)
    expect(await send(gas + payoutReserve())).toBe(true)
  })

  it('passes with the reserve of its own payees: the seller and one creator', async () => {
    const call = await listUnit(2n)
    const gas = await estimateCalmly(call)
    expect((await transact(testnet.rpcUrl, stage.world, { ...call, gas: Number(gas + payoutReserve(2)) })).passed).toBe(true)
  })
})
