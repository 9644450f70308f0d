/** @module-tag more */
import { FOREIGN_ABI } from '@plinth/devnet'
import { concat, encodeAbiParameters, type Hex, numberToHex, pad, toEventSelector } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deployForeign, mintForeign } from '../../test/chain/foreign-contracts.ts'
import { TestMarket } from '../../test/market/market.ts'
import { operate } from '../../test/operator/operate.ts'

let market: TestMarket
beforeAll(async () => {
  market = await TestMarket.open()
})
afterAll(() => market.close())

const BATCH = toEventSelector('TransferBatch(address,address,address,uint256[],uint256[])')
const words = (...values: bigint[]): Hex => concat(values.map((value) => numberToHex(value, { size: 32 })))
const lists = (ids: bigint[], values: bigint[]): Hex => encodeAbiParameters([{ type: 'uint256[]' }, { type: 'uint256[]' }], [ids, values])

describe('an undecodable batch', () => {
  it.each([
    ['a list of 2^256 - 1 items', words(64n, 128n, 2n ** 256n - 1n, 7n, 1n, 1n)],
    ['a list of 2^53 items', words(64n, 128n, 2n ** 53n, 7n, 1n, 1n)],
    ['a list that begins beyond all memory', words(2n ** 255n, 128n, 1n, 7n, 1n, 1n)],
    ['more items than amounts', lists([7n, 7n], [1n])],
    ['more amounts than items', lists([7n], [1n, 1n])],
    ['nothing', '0x' as Hex],
  ])('neither moves anything nor stops the chain: %s', { timeout: 60_000 }, async (_, data) => {
    const collection = await deployForeign(market, 'Babbler')
    await operate(market.server.context, 'collections', 'import', '--chain', '31337', '--collection', collection, '--why', 'asked for')
    await mintForeign(market, collection, 'alice', 7n, 5n)
    const [alice, bob] = [pad(market.address('alice')), pad(market.address('bob'))]
    const call = { address: collection, abi: FOREIGN_ABI, functionName: 'say', args: [[BATCH, alice, alice, bob], data] } as const
    await market.mined(await market.wallet('carol').writeContract(call))
    await mintForeign(market, collection, 'alice', 8n, 1n)
    await market.sync()
    const { list } = await market.server.api().nft.owners({ collection, tokenId: 7n, chainId: market.chainId })
    expect(list.map(({ owner, quantity }) => [owner, quantity])).toEqual([[market.address('alice'), 5n]])
  })
})
