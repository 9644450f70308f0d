/** @module-tag more */
import type { ItemRecord, OfferRecord } from '@plinth/api'
import { acceptOffer, acceptOffers, type Connection, connect, offer, perform } from '@plinth/sdk'
import { endOffer, offerFor, offersOn, raiseOffer, sellAll, sellToOffer } from '@plinth/sdk/examples/offer.ts'
import { parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ORIGIN } from '../market/harness.ts'
import { TestMarket } from '../market/market.ts'
import { allow, balanceOf, bid, sendMoney, wrap } from '../market/money.ts'

let market: TestMarket
let alice: Connection
let bob: Connection
beforeAll(async () => {
  market = await TestMarket.open()
  await market.server.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = market.server.app.server.address() as { port: number }
  const ask: typeof fetch = (url, init) => fetch(String(url).replace(ORIGIN, `http://127.0.0.1:${port}`), init)
  const client = market.testnet.publicClient
  alice = await connect({ url: ORIGIN, wallet: market.wallet('alice'), client, fetch: ask })
  bob = await connect({ url: ORIGIN, wallet: market.wallet('bob'), client, fetch: ask })
  // A choice that all have is refused.
  await market.mint('alice', { properties: { Year: '2025' } })
  await market.sync()
})
afterAll(() => market.close())

const wrapped = () => market.testnet.contracts.wrappedCoin
const YEAR = [{ key: 'Year', values: ['2026'] }]
const minted = async () => market.detail(await market.mint('alice'))
const ownerOf = async ({ collection, tokenId }: ItemRecord) => (await market.detail({ collection, tokenId })).onlyOwner

async function offered(price: string, quantity = 1n): Promise<OfferRecord> {
  const made = await offerFor(bob, market.official, wrapped(), { price: parseEther(price), quantity, attributes: YEAR })
  if (!made) throw new Error('The offer is not there')
  return made
}

describe('the SDK with offers', () => {
  it('[SDK-01][COFF-05] offers with the money of one unit, raises, and ends; another is sold to', async () => {
    const item = await minted()
    const first = await offered('0.1', 3n)
    expect(first).toMatchObject({ kind: 'attributes', attributes: YEAR, quantity: 3n, covered: 1n })
    await raiseOffer(bob, first, parseEther('0.09')).then(
      () => expect.unreachable(),
      (error: unknown) => expect(error).toMatchObject({ code: 'PRICE_NOT_HIGHER' }),
    )
    await raiseOffer(bob, first, parseEther('0.101'))
    const [raised] = await offersOn(alice, item)
    expect(raised).toMatchObject({ salt: first.salt, unitPrice: parseEther('0.101') })
    await endOffer(bob, first)
    expect(await offersOn(alice, item)).toEqual([])

    const second = await offered('0.05')
    await sellToOffer(alice, item, second, parseEther('0.0487'))
    expect(await ownerOf(item)).toBe(market.address('bob'))
    await expect(sellToOffer(alice, item, second, 1n)).rejects.toMatchObject({ code: 'ORDER_FILLED' })
  })

  it('[COFF-05] accepts what was shown alone, for no less than was shown', async () => {
    const item = await minted()
    const shown = await offered('0.06')
    const { collection, tokenId } = item
    const terms = { collection, tokenId, quantity: 1n, shown, receives: parseEther('0.0585') }
    const dearer = { ...terms, shown: { ...shown, unitPrice: parseEther('0.07') } }
    await expect(perform(acceptOffer(alice.market, dearer), alice.signer)).rejects.toMatchObject({ code: 'BID_EDITED' })
    const tooMuch = perform(acceptOffer(alice.market, { ...terms, receives: parseEther('0.0586') }), alice.signer)
    await expect(tooMuch).rejects.toThrow(/ExchangeProceedsBelowLeast/)
    expect(await ownerOf(item)).toBe(market.address('alice'))
    await perform(acceptOffer(alice.market, terms), alice.signer)
    expect(await ownerOf(item)).toBe(market.address('bob'))
  })

  it('sells several items in one transaction, all of them or as many as pass', async () => {
    await wrap(market, 'bob', parseEther('0.1'))
    const [one, two] = [await minted(), await minted()]
    const many = await offered('0.02', 2n)
    // With one item more it is another set.
    const three = await minted()
    const single = await offered('0.03')
    await sellAll(
      alice,
      [
        { item: one, shown: many },
        { item: two, shown: single },
      ],
      parseEther('0.0195'),
    )
    expect([await ownerOf(one), await ownerOf(two)]).toEqual(Array(2).fill(market.address('bob')))

    // The second needs money that its maker has no more when it runs.
    const four = await minted()
    const left = await offered('0.011')
    await minted()
    const gone = await offered('0.012')
    const lines = [
      { ...three, quantity: 1n, shown: left, receives: 1n },
      { ...four, quantity: 1n, shown: gone, receives: 1n },
    ]
    const all = acceptOffers(alice.market, lines)
    await sendMoney(market, 'bob', 'dan', wrapped(), (await balanceOf(market, 'bob', wrapped())) - parseEther('0.0125'))
    await market.sync()
    await expect(perform(all, alice.signer)).rejects.toThrow(/ExchangeSweptTooFew/)
    await perform(acceptOffers(alice.market, lines, 1), alice.signer)
    expect([await ownerOf(three), await ownerOf(four)]).toEqual([market.address('bob'), market.address('alice')])
  })

  it('[PORT-04] sells to an offer and to a bid for one item in one transaction', async () => {
    await wrap(market, 'bob', parseEther('0.2'))
    const [one, two] = [await minted(), await minted()]
    const any = await offered('0.015')
    await allow(market, 'bob', wrapped(), parseEther('10'))
    const { collection, tokenId } = two
    await bid(market, 'bob', { collection, tokenId }, parseEther('0.017'), { payToken: wrapped() })
    await market.testnet.mine(1)
    await market.sync()
    const shown = (await offersOn(alice, two)).find(({ kind }) => kind === 'item')
    if (!shown) throw new Error('The bid is not listed')
    const lines = [
      { collection: one.collection, tokenId: one.tokenId, quantity: 1n, shown: any, receives: parseEther('0.014625') },
      { collection: two.collection, tokenId: two.tokenId, quantity: 1n, shown, receives: parseEther('0.016575') },
    ]
    const before = await balanceOf(market, 'alice', wrapped())
    await perform(acceptOffers(alice.market, lines), alice.signer)
    expect([await ownerOf(one), await ownerOf(two)]).toEqual(Array(2).fill(market.address('bob')))
    expect((await balanceOf(market, 'alice', wrapped())) - before).toBe(parseEther('0.0312'))
  })

  it('[COFF-02] signs no root that was not asked for', async () => {
    const { market: seen, signer } = bob
    await minted()
    const terms = {
      collection: market.official,
      quantity: 1n,
      unitPrice: 1_000n,
      payToken: { address: wrapped() },
      maxBuyerFeeBps: seen.config.buyerFee,
      sellerFeeBps: seen.config.sellerFee,
      validUntil: seen.config.now + 3_600,
      raised: undefined,
    }
    const api = seen.api
    const answering = (change: Partial<typeof api.offer>) => ({ ...seen, api: { ...api, offer: { ...api.offer, ...change } } })
    const any = answering({ prepare: (input) => api.offer.prepare({ ...input, withNew: true, attributes: [] }) })
    const signed = (as: typeof any) => perform(offer(as, { ...terms, items: YEAR }), signer)
    await expect(signed(any)).rejects.toMatchObject({ code: 'ORDER_MISMATCH' })
    const list = answering({ set: async (input) => ({ ...(await api.offer.set(input)), ids: [1n, 2n, 999n] }) })
    await expect(signed(list)).rejects.toMatchObject({ code: 'ORDER_MISMATCH' })
    await perform(offer(seen, { ...terms, items: 'any' }), signer)
    expect((await seen.api.offer.mine({ page: 1, limit: 20 })).list.map(({ kind }) => kind)).toContain('collection')
  })
})
