import { setTimeout as sleep } from 'node:timers/promises'
import { LOCK_LIFE_S, ORDER_TYPE, parseSignature, payAmount, toExchangeOrder, ZERO_ADDRESS } from '@plinth/protocol'
import { exchangeAbi } from '@plinth/protocol/abi'
import type { Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HALF_ETHER, type ItemId, type Listing, TestMarket } from '../../../test/market/market.ts'

let market: TestMarket
let item: ItemId
let listing: Listing
beforeAll(async () => {
  market = await TestMarket.open()
  await market.approve('alice', market.official)
  item = await market.mint('alice')
  listing = await market.list('alice', item)
  await market.sync()
  await market.testnet.setAutomine(false)
})
afterAll(() => market.close())

/** Sent and left pending: nothing is mined here. */
async function send(price: bigint): Promise<Hex> {
  const { api } = await market.session('eve')
  const { order, signature } = listing
  const fee = await api.order.buyerFee({ ...item, owner: order.owner, type: ORDER_TYPE.SALE, salt: order.salt })
  const maker = parseSignature(signature)
  return market.wallet('eve').writeContract({
    address: market.exchange,
    abi: exchangeAbi,
    functionName: 'exchange',
    args: [
      { ...toExchangeOrder(order), buying: price },
      { v: Number(maker.v), r: maker.r, s: maker.s },
      BigInt(fee.buyerFee),
      { v: Number(fee.v), r: fee.r, s: fee.s },
      1n,
      ZERO_ADDRESS,
    ],
    value: payAmount(price, 1n, BigInt(fee.buyerFee)),
    gas: 400_000n,
  })
}

const isLocked = async () => (await (await market.session('bob')).api.nft.detail(item))?.isLocked

describe('nft.locknft', () => {
  it('[API-71] is not had for a purchase that is bound to fail', async () => {
    const eve = await market.session('eve')
    const txHash = await send(1n)
    await expect(eve.api.nft.locknft({ ...item, txHash })).rejects.toMatchObject({ errno: 4115 })
    await expect(eve.api.nft.locknft(item)).rejects.toMatchObject({ errno: 4115 })
    expect(await isLocked()).toBe(false)
  })

  it('[API-71] ends after ten minutes, however often an unmined purchase is named', async () => {
    const eve = await market.session('eve')
    const txHash = await send(HALF_ETHER)
    await eve.api.nft.locknft({ ...item, txHash })
    expect(await isLocked()).toBe(true)
    market.server.clock.advance(LOCK_LIFE_S / 2)
    await eve.api.nft.locknft({ ...item, txHash })
    market.server.clock.advance(LOCK_LIFE_S / 2 + 1)
    expect(await isLocked()).toBe(false)
    await eve.api.nft.locknft({ ...item, txHash })
    expect(await isLocked()).toBe(false)
  })

  it('[API-71] is not left over by an index that was just then taking the purchase', async () => {
    const { context } = market.server
    const eve = await market.session('eve')
    await market.testnet.setAutomine(true)
    await market.testnet.mine(1)
    const other = await market.minted('alice')
    const bytesOf = (hex: string) => Buffer.from(hex.slice(2), 'hex')
    const txHash = await market.buy('eve', await market.list('alice', other))
    await market.sync()
    const lock = () => eve.api.nft.locknft({ ...other, txHash })
    const fill = await context.db.deleteFrom('order_event').where('tx_hash', '=', bytesOf(txHash)).returningAll().executeTakeFirstOrThrow()
    let locking: Promise<unknown> = Promise.resolve()
    await context.db.transaction().execute(async (tx) => {
      // As the indexer does: first the cursor, then the block's rows, not visible before the commit.
      await tx.selectFrom('chain_cursor').selectAll().where('chain_id', '=', market.chainId).forUpdate().execute()
      await tx.insertInto('order_event').values(fill).execute()
      locking = lock()
      await sleep(500)
    })
    await locking
    expect(await context.db.selectFrom('item_lock').select('tx_hash').where('tx_hash', '=', bytesOf(txHash)).execute()).toEqual([])
  })
})
