import type { ItemRecord } from '@plinth/api'
import { ORDER_TERMS, withTerms, ZERO_ADDRESS } from '@plinth/protocol'
import { type Connection, connect, fetchPrivatePurchase, list, perform, readSigned } from '@plinth/sdk'
import { buyReserved, endReserved, sellTo } from '@plinth/sdk/examples/private-sale.ts'
import { parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ORIGIN } from '../market/harness.ts'
import { TestMarket } from '../market/market.ts'

let market: TestMarket
let alice: Connection
let bob: Connection
let carol: Connection
beforeAll(async () => {
  market = await TestMarket.open()
  await market.server.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = market.server.app.server.address() as { port: number }
  const ask: typeof fetch = (url, init) => fetch(String(url).replace(ORIGIN, `http://127.0.0.1:${port}`), init)
  const client = market.testnet.publicClient
  const of = (who: 'alice' | 'bob' | 'carol') => connect({ url: ORIGIN, wallet: market.wallet(who), client, fetch: ask })
  alice = await of('alice')
  bob = await of('bob')
  carol = await of('carol')
})
afterAll(() => market.close())

const PRICE = parseEther('0.2')
const minted = async () => market.detail(await market.mint('alice'))
const ownerOf = async ({ collection, tokenId }: ItemRecord) => (await market.detail({ collection, tokenId })).onlyOwner

describe('the SDK with private sales', () => {
  it('[SDK-01][PRIV-01] sells to one account, which buys; another account finds none', async () => {
    const item = await minted()
    const sale = await sellTo(alice, item, market.address('bob'), PRICE)
    expect(sale).toMatchObject({ taker: market.address('bob'), unitPrice: '0.2' })
    await expect(buyReserved(carol, item, market.address('alice'))).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' })
    await buyReserved(bob, item, market.address('alice'))
    expect(await ownerOf(item)).toBe(market.address('bob'))
    const { collection, tokenId } = item
    const shown = { unitPrice: '0.2', salt: sale.salt, buyerFeeBps: bob.market.config.buyerFee }
    const terms = { collection, tokenId, seller: market.address('alice'), amount: 1n, shown }
    await expect(fetchPrivatePurchase(bob.market, terms)).rejects.toMatchObject({ code: 'ORDER_FILLED' })
  })

  it('[PRIV-01] ends on the chain', async () => {
    const item = await minted()
    await sellTo(alice, item, market.address('bob'), PRICE)
    await endReserved(alice, item)
    await expect(buyReserved(bob, item, market.address('alice'))).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' })
  })

  it('[PRIV-03] signs the type in which the taker stands, and no answer of a server that means another order', async () => {
    const { collection, tokenId, standard } = await minted()
    const { config } = alice.market
    const terms = {
      collection,
      tokenId,
      standard,
      quantity: 1n,
      unitPrice: PRICE,
      payToken: { address: ZERO_ADDRESS },
      validUntil: config.now + 3_600,
      sellerFeeBps: config.sellerFee,
    }
    const taker = market.address('bob')
    const { order } = alice.market.api
    const effects: unknown[] = []
    const act = (prepare: typeof order.prepare, who?: typeof taker) =>
      perform(
        list({ ...alice.market, api: { ...alice.market.api, order: { ...order, prepare } } }, { ...terms, taker: who }),
        alice.signer,
        {
          review: (request) => {
            if (request.kind === 'signature') effects.push(readSigned(request.typedData, undefined))
            return request.kind !== 'signature'
          },
        },
      )
    await expect(act(order.prepare, taker)).rejects.toMatchObject({ code: 'USER_REJECTED' })
    expect(effects).toMatchObject([{ is: 'list', taker }])
    // Another account, any account, or a plain sale that was made private.
    await expect(act((asked) => order.prepare({ ...asked, taker: market.address('carol') }), taker)).rejects.toMatchObject({
      code: 'ORDER_MISMATCH',
    })
    await expect(act((asked) => order.prepare({ ...asked, taker: undefined }), taker)).rejects.toMatchObject({ code: 'ORDER_MISMATCH' })
    await expect(act((asked) => order.prepare({ ...asked, taker }))).rejects.toMatchObject({ code: 'ORDER_MISMATCH' })
    expect(effects).toHaveLength(1)
  })

  it('[PRIV-01] buys no record that is another account’s, or no private sale', async () => {
    const item = await minted()
    const { collection, tokenId } = item
    const sale = await sellTo(alice, item, market.address('bob'), PRICE)
    const shown = { unitPrice: sale.unitPrice, salt: sale.salt, buyerFeeBps: bob.market.config.buyerFee }
    const terms = { collection, tokenId, seller: market.address('alice'), amount: 1n, shown }
    const { api } = bob.market
    const given = (over: Partial<typeof sale>) => {
      const privateSale = { ...api.privateSale, forItem: async () => [{ ...sale, ...over }] }
      return { ...bob.market, api: { ...api, privateSale } }
    }
    await expect(fetchPrivatePurchase(given({ taker: market.address('carol') }), terms)).rejects.toMatchObject({ code: 'ORDER_MISMATCH' })
    const plain = withTerms(sale.salt, ORDER_TERMS.PLAIN)
    const asPlain = fetchPrivatePurchase(given({ salt: plain }), { ...terms, shown: { ...shown, salt: plain } })
    await expect(asPlain).rejects.toMatchObject({ code: 'ORDER_MISMATCH' })
    await expect(fetchPrivatePurchase(given({ unitPrice: '0.3' }), terms)).rejects.toMatchObject({ code: 'ORDER_EDITED' })
  })
})
