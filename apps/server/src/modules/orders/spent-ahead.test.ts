/** @module-tag more */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ORDER_TYPE } from '@plinth/protocol'
import { exchangeAbi } from '@plinth/protocol/abi'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mintEdition } from '../../../test/chain/editions.ts'
import { HALF_ETHER, TestMarket } from '../../../test/market/market.ts'

let market: TestMarket
let door: Server
/** Number of refused log requests, as by a node whose head is below the range. */
let refusals = 0
const BELOW = { code: -32_602, message: 'BlockOutOfRangeError: block height is 839 but requested was 840' }

async function openDoor(rpcUrl: string): Promise<string> {
  door = createServer(async (request, response) => {
    const body = await new Response(ReadableStream.from(request)).text()
    response.setHeader('content-type', 'application/json')
    const { method, id } = JSON.parse(body) as { method?: string; id?: number }
    if (method === 'eth_getLogs' && refusals-- > 0) return void response.end(JSON.stringify({ jsonrpc: '2.0', id, error: BELOW }))
    const answer = await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    response.end(await answer.text())
  })
  await new Promise<void>((done) => door.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(door.address() as AddressInfo).port}`
}

beforeAll(async () => {
  market = await TestMarket.open({
    configure: async (chain, { rpcUrl }) => ({ ...chain, rpcUrls: [await openDoor(rpcUrl)] }),
  })
  await market.approve('alice', market.official)
  await market.sync()
})
afterAll(async () => {
  await market?.close()
  door?.closeAllConnections()
  await new Promise((done) => door?.close(done))
})

/** Alice's sales that are closed on chain, but not yet in the index. */
async function spent(how: 'cancelled' | 'ended' | 'bought') {
  const listed = await market.listed('alice')
  await market.sync()
  await market.indexers.stop()
  if (how === 'cancelled') await market.cancel('alice', listed.listing)
  else if (how === 'bought') await market.buy('carol', listed.listing)
  else
    await market.mined(
      await market.wallet('alice').writeContract({ address: market.exchange, abi: exchangeAbi, functionName: 'endEverything' }),
    )
  const { api } = await market.session('bob')
  const { owner, salt } = listed.listing.order
  return () => api.order.buyerFee({ ...listed.item, owner, type: ORDER_TYPE.SALE, salt, chainId: market.chainId })
}

describe('an order that is over on the chain alone', () => {
  it.each([
    ['cancelled', 'ORDER_CANCELLED'],
    ['bought', 'ORDER_FILLED'],
    ['ended', 'ORDER_CANCELLED'],
  ] as const)('[BUY-12] says it was %s, also when the node does not show that block yet', async (how, code) => {
    const ask = await spent(how)
    await expect(ask()).rejects.toMatchObject({ code })
    refusals = 2
    await expect(ask()).rejects.toMatchObject({ code })
    expect(refusals).toBeLessThan(0)
    refusals = 0
    await market.follow()
  })

  it('says it was cancelled, also when a part of it was bought before', async () => {
    const edition = await mintEdition(market, 'alice', { supply: 3n })
    await market.approve('alice', edition.collection)
    await market.sync()
    const listing = await market.list('alice', edition, HALF_ETHER, { quantity: 3n })
    await market.indexers.stop()
    await market.buy('carol', listing, 1n)
    await market.cancel('alice', listing)
    const { api } = await market.session('bob')
    const { owner, salt } = listing.order
    const asked = { collection: edition.collection, tokenId: edition.tokenId, owner, type: ORDER_TYPE.SALE, salt, chainId: market.chainId }
    await expect(api.order.buyerFee(asked)).rejects.toMatchObject({ code: 'ORDER_CANCELLED' })
    await market.follow()
  })

  it('[CART-03] asks the chain ten times for all lines of a cart together', async () => {
    const listed = await market.listed('alice')
    await market.sync()
    await market.indexers.stop()
    await market.cancel('alice', listed.listing)
    const { api } = await market.session('bob')
    const { owner, salt } = listed.listing.order
    const line = { chainId: market.chainId, ...listed.item, seller: owner, salt, quantity: 1n }
    refusals = 1_000
    const { list } = await api.cart.fills({ lines: Array.from({ length: 10 }, () => line) })
    expect(list).toEqual(Array.from({ length: 10 }, () => ({ reason: 'behind' })))
    expect(1_000 - refusals).toBe(10)
    refusals = 0
    await market.follow()
  })

  it('answers MARKET_BEHIND where no node shows it', async () => {
    const ask = await spent('cancelled')
    refusals = 1_000
    await expect(ask()).rejects.toMatchObject({ code: 'MARKET_BEHIND' })
    refusals = 0
  })
})
