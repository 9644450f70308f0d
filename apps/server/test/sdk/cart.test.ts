import type { CartAnswer } from '@plinth/api'
import { receiptOf } from '@plinth/devnet'
import { ASSET_TYPE, payAmount, TOKEN_STANDARD, toExchangeOrder, ZERO_ADDRESS } from '@plinth/protocol'
import { exchangeAbi } from '@plinth/protocol/abi'
import {
  buyMany,
  type Cart,
  type CartTerms,
  type Connection,
  cartCall,
  connect,
  effectOf,
  fetchCart,
  leftAllowance,
  perform,
  sweepResult,
} from '@plinth/sdk'
import { floorOf, sweepUp } from '@plinth/sdk/examples/cart.ts'
import { type Abi, encodeFunctionData, parseEther, parseSignature, zeroHash } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { usd } from '../acts/auctions.ts'
import { mintEdition, sendEdition } from '../chain/editions.ts'
import { ORIGIN } from '../market/harness.ts'
import { type ItemId, type Listing, TestMarket, type Who } from '../market/market.ts'
import { balanceOf, takeDollars } from '../market/money.ts'

let market: TestMarket
let bob: Connection
beforeAll(async () => {
  market = await TestMarket.open()
  await market.server.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = market.server.app.server.address() as { port: number }
  const ask: typeof fetch = (url, init) => fetch(String(url).replace(ORIGIN, `http://127.0.0.1:${port}`), init)
  bob = await connect({ url: ORIGIN, wallet: market.wallet('bob'), client: market.testnet.publicClient, fetch: ask })
  for (const who of ['alice', 'carol'] as const) await market.approve(who, market.official)
})
afterAll(() => market.close())

const PRICE = parseEther('0.1')
type Sale = { readonly item: ItemId; readonly listing: Listing }

async function listed(who: Who, price = PRICE, payToken = ZERO_ADDRESS, royaltyBps = 500): Promise<Sale> {
  const item = await market.mint(who, { royaltyBps })
  await market.sync()
  return { item, listing: await market.list(who, item, price, { payToken }) }
}

const lineOf = ({ item, listing: { order } }: Sale, quantity = 1n) => ({
  collection: item.collection,
  tokenId: item.tokenId,
  seller: order.owner,
  salt: order.salt,
  quantity,
  shown: { unitPrice: order.buying / order.selling, buyerFeeBps: 250n },
})
const termsOf = (sales: readonly Sale[], rest: Partial<CartTerms> = {}): CartTerms => ({
  lines: sales.map((sale) => lineOf(sale)),
  payToken: ZERO_ADDRESS,
  ...rest,
})
const check = async (sales: readonly Sale[]): Promise<CartAnswer[]> => {
  await market.sync()
  const lines = sales.map((sale) => {
    const { shown: _, ...line } = lineOf(sale)
    return { ...line, chainId: market.chainId }
  })
  return (await (await market.session('bob')).api.cart.check({ lines })).list
}
const ownerOf = async ({ item }: Sale) => (await market.detail(item)).onlyOwner

/** Sends the cart and returns its outcome. */
async function send(cart: Cart) {
  const hash = await bob.signer.send(cartCall(bob.market, cart))
  const { logs, gasUsed, effectiveGasPrice } = await receiptOf(market.testnet.publicClient, hash)
  await market.sync()
  return { result: await sweepResult(bob.market, cart, logs), gas: gasUsed * effectiveGasPrice }
}

describe('a cart', () => {
  it('[CART-03] answers each line: what it costs, or why it can’t be bought', async () => {
    const [fine, cancelled, dearer, sold] = [await listed('alice'), await listed('alice'), await listed('alice'), await listed('carol')]
    await market.cancel('alice', cancelled.listing)
    await market.cancel('alice', dearer.listing)
    await market.sync()
    const again = await market.list('alice', dearer.item, 2n * PRICE)
    await market.buy('dan', sold.listing)
    const [one, two, three, four] = await check([fine, cancelled, dearer, sold])
    expect(one?.reason).toBeUndefined()
    expect(one?.item).toMatchObject({ name: 'Five bottles', standard: TOKEN_STANDARD.ERC721, supply: 1n })
    expect(one?.sale).toMatchObject({ unitPrice: PRICE, buyerFee: 250, royalty: 500, left: 1n, payToken: ZERO_ADDRESS, isPrivate: false })
    expect([two?.reason, two?.sale]).toEqual(['cancelled', undefined])
    expect([three?.reason, three?.sale?.salt, three?.sale?.unitPrice]).toEqual(['repriced', again.order.salt, 2n * PRICE])
    expect([four?.reason, four?.sale]).toEqual(['sold', undefined])
    const [own] = await (await market.session('alice')).api.cart
      .check({ lines: [{ ...lineOf(fine), chainId: market.chainId }] })
      .then(({ list }) => list)
    expect(own?.reason).toBe('own')
  })

  it('[F-89] signs the fee of a line only where the exchange needs it, and counts the lines of an account and an address', async () => {
    const item = await market.minted('alice')
    const text = { item, listing: await market.list('alice', item, PRICE, { documented: true }) }
    const { api } = await market.session('bob')
    const linesOf = (sale: Sale) => [{ ...lineOf(sale), chainId: market.chainId }]
    const [signed] = (await api.cart.fills({ lines: linesOf(text) })).list
    const [plain] = (await api.cart.fills({ lines: linesOf(await listed('carol')) })).list
    expect([signed?.fill?.proof, signed?.fill?.r !== undefined]).toEqual(['text', true])
    expect([plain?.fill?.proof, plain?.fill?.r, plain?.fill?.left]).toEqual(['typed', undefined, 1n])
    const many = Array.from({ length: 50 }, () => linesOf(text)).flat()
    const asked = Array.from({ length: 12 }, () => api.cart.fills({ lines: many.map((line) => ({ ...line, chainId: 999 })) }))
    const codes = (await Promise.allSettled(asked)).map((one) => (one.status === 'rejected' ? one.reason.code : 'served'))
    expect(codes.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(1)
    // Another account of the same address asks for its first line.
    const dan = await market.session('dan')
    const { db } = market.server.context
    await db.updateTable('try_count').set({ tries: 3_000 }).execute()
    await expect(dan.api.cart.fills({ lines: linesOf(text) })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    await db.deleteFrom('try_count').execute()
  })

  it('[CART-03] says that a hidden work is stopped, and neither signs nor shows its sale', async () => {
    const sale = await listed('alice')
    const { db } = market.server.context
    await db.updateTable('item').set({ is_visible: false }).where('token_id', '=', sale.item.tokenId).execute()
    const [answer] = await check([sale])
    expect([answer?.reason, answer?.sale, answer?.item]).toEqual(['stopped', undefined, undefined])
    expect(await fetchCart(bob.market, termsOf([sale]))).toMatchObject({ lines: [], leftOut: [{ reason: 'stopped' }] })
  })

  it('shows a private sale to its buyer alone, and buys it', async () => {
    const item = await market.minted('alice')
    const secret = { item, listing: await market.list('alice', item, PRICE, { taker: market.address('bob') }) }
    const lines = [{ ...lineOf(secret), chainId: market.chainId }]
    const asked = async (who: Who) => (await (await market.session(who)).api.cart.check({ lines })).list[0]
    expect(await asked('dan')).toEqual({ line: expect.anything(), item: expect.anything(), reason: 'unknown' })
    expect((await asked('bob'))?.sale?.isPrivate).toBe(true)
    const { list } = await (await market.session('dan')).api.cart.fills({ lines })
    expect(list).toEqual([{ reason: 'unknown' }])
    await perform(buyMany(bob.market, termsOf([secret, await listed('carol')])), bob.signer)
    expect(await ownerOf(secret)).toBe(market.address('bob'))
  })

  it('[CART-08] buys nothing dearer than it was shown, and says so before', async () => {
    const [fine, dear] = [await listed('alice'), await listed('carol')]
    const terms = termsOf([fine, dear])
    const lines = terms.lines.map((line, at) => (at === 1 ? { ...line, shown: { unitPrice: PRICE - 1n, buyerFeeBps: 250n } } : line))
    const cart = await fetchCart(bob.market, { ...terms, lines })
    expect(cart.leftOut).toMatchObject([{ reason: 'dearer', line: { seller: dear.listing.order.owner } }])
    expect(cart.pays).toBe(payAmount(PRICE, 1n, 250n))
    await expect(
      perform(
        buyMany(bob.market, { ...terms, lines }, () => false),
        bob.signer,
      ),
    ).rejects.toMatchObject({ code: 'CART_CHANGED' })
    expect(cartCall(bob.market, cart)).toMatchObject({ functionName: 'sweep', value: cart.pays })
  })

  it('[CART-05] gives back what failed on chain, and says of each line whether it was bought', async () => {
    const sales = [await listed('alice'), await listed('carol'), await listed('alice')]
    const cart = await fetchCart(bob.market, termsOf(sales))
    await market.cancel('carol', (sales[1] as Sale).listing)
    const client = market.testnet.publicClient
    const before = await client.getBalance({ address: bob.market.account })
    const { result, gas } = await send(cart)
    const after = await client.getBalance({ address: bob.market.account })
    expect(result.bought.map(({ line }) => line.tokenId)).toEqual([sales[0]?.item.tokenId, sales[2]?.item.tokenId])
    expect(result.missed).toMatchObject([{ reason: 'cancelled', line: { tokenId: sales[1]?.item.tokenId } }])
    expect(result.returned).toBe(payAmount(PRICE, 1n, 250n))
    expect(before - after - gas).toBe(result.paid)
  })

  it('[CART-10] pays a token: allows the need alone, and shows what failed lines leave over', async () => {
    const { dollar } = market.testnet.contracts
    await takeDollars(market, 'bob', usd('1000'))
    const sales = [await listed('alice', usd('10'), dollar), await listed('carol', usd('20'), dollar)]
    const terms = termsOf(sales, { payToken: dollar })
    const steps = buyMany(bob.market, terms)
    await perform(steps.slice(0, -1), bob.signer)
    const need = payAmount(usd('30'), 1n, 250n)
    expect(await leftAllowance(bob.market, dollar)).toEqual({ allowed: need, need: 0n })
    const cart = await fetchCart(bob.market, terms)
    await market.cancel('carol', (sales[1] as Sale).listing)
    const before = await balanceOf(market, 'bob', dollar)
    const { result } = await send(cart)
    expect(before - (await balanceOf(market, 'bob', dollar))).toBe(result.paid)
    expect(result.paid).toBe(payAmount(usd('10'), 1n, 250n))
    expect(await leftAllowance(bob.market, dollar)).toEqual({ allowed: result.returned, need: 0n })
  })

  it('[CART-03] says that the exchange is paused, and signs nothing meanwhile', async () => {
    const sale = await listed('alice')
    const owner = market.testnet.operator
    await market.testnet.setBalance(owner.account.address, parseEther('1'))
    const call = (functionName: 'pause' | 'unpause', args: readonly unknown[]) =>
      owner.writeContract({ address: market.exchange, abi: exchangeAbi as Abi, functionName, args })
    await market.mined(await call('pause', [86_400n]))
    market.server.clock.advance(6)
    expect(await check([sale])).toMatchObject([{ reason: 'paused' }])
    expect((await fetchCart(bob.market, termsOf([sale]))).leftOut).toMatchObject([{ reason: 'paused' }])
    await market.mined(await call('unpause', []))
    market.server.clock.advance(6)
    const [again] = await check([sale])
    expect([again?.reason, again?.sale?.unitPrice]).toEqual([undefined, PRICE])
  })

  it('[MORE-02] buys for another address, which the effect names', async () => {
    const sale = await listed('alice')
    const act = buyMany(bob.market, termsOf([sale], { to: market.address('dan') }))
    const request = await act.at(-1)?.prepare()
    if (request?.kind !== 'transaction') throw new Error('No transaction')
    const { config, account } = bob.market
    const effect = effectOf(request, { chainId: market.chainId, account, contract: config.contract })
    expect(effect).toMatchObject({ is: 'buyMany', to: market.address('dan'), pays: { amount: payAmount(PRICE, 1n, 250n) } })
    await perform(act, bob.signer)
    expect(await ownerOf(sale)).toBe(market.address('dan'))
  })

  it('[CART-09] is byte for byte the sweep that the bench measures, but for the least that must pass', async () => {
    const sales = [await listed('alice'), await listed('carol'), await listed('alice')]
    const { functionName, args, value, abi } = cartCall(bob.market, await fetchCart(bob.market, termsOf(sales)))
    const NONE = { v: 0, r: zeroHash, s: zeroHash }
    const lines = sales.map(({ listing: { order, signature } }) => {
      const { v, r, s } = parseSignature(signature)
      return { order: toExchangeOrder(order), sig: { v: Number(v), r, s }, buyerFee: 250n, buyerFeeSig: NONE, amount: 1n }
    })
    const measured = encodeFunctionData({ abi: exchangeAbi, functionName: 'sweep', args: [lines, ZERO_ADDRESS, 1n] })
    expect(encodeFunctionData({ abi, functionName, args })).toBe(measured)
    expect(value).toBe(3n * payAmount(PRICE, 1n, 250n))
  })

  it('mints works that their purchase makes', async () => {
    const alice = await market.session('alice')
    const { storageId } = await market.upload('alice')
    const { tokenId } = await alice.api.dapp.sign({ collection: market.official, chainId: market.chainId })
    const terms = { name: 'Not made yet', storageId, royalties: [500], category: 1n, quantity: 1n, standard: TOKEN_STANDARD.ERC721 }
    await alice.api.nft.add({ collection: market.official, tokenId, ...terms, chainId: market.chainId })
    const item = { collection: market.official, tokenId }
    const listing = await market.list('alice', { ...item, standard: ASSET_TYPE.MINTED }, PRICE)
    const lazy = { item, listing }
    const [answer] = await check([lazy])
    expect(answer?.sale).toMatchObject({ isMinted: true, royalty: 500 })
    const cart = await fetchCart(bob.market, termsOf([lazy, await listed('carol')]))
    expect(cartCall(bob.market, cart).functionName).toBe('sweepWith')
    const { result } = await send(cart)
    expect(result.missed).toEqual([])
    expect(await ownerOf(lazy)).toBe(market.address('bob'))
  })
})

describe('sweep.candidates', () => {
  it('[CART-07] takes the cheapest that others sell, by count or by money', async () => {
    const collection = await market.collection('carol', 'Sweepable', 'SWP')
    await market.approve('carol', collection)
    const prices = [3n, 1n, 2n].map((part) => part * PRICE)
    for (const price of prices) {
      const item = await market.mint('carol', { collection })
      await market.sync()
      await market.list('carol', item, price)
    }
    await market.sync()
    const filters = {
      collections: [{ chainId: market.chainId, address: collection }],
      payToken: { chainId: market.chainId, address: ZERO_ADDRESS },
    }
    const two = await (await market.session('bob')).api.sweep.candidates({ ...filters, units: 2n })
    expect(two.list.map(({ sale }) => sale?.unitPrice)).toEqual([PRICE, 2n * PRICE])
    expect(two).toMatchObject({ units: 2n, price: 3n * PRICE, pays: payAmount(3n * PRICE, 1n, 250n) })
    expect(two.fees + two.price).toBe(two.pays)
    expect((await floorOf(bob, collection, ZERO_ADDRESS, two.pays - 1n)).units).toBe(1n)
    expect((await floorOf(bob, collection, ZERO_ADDRESS, two.pays)).units).toBe(2n)
    const item = await market.mint('carol', { collection })
    await market.transfer('carol', 'dan', item)
    await market.approve('dan', collection)
    await market.sync()
    await market.list('dan', item, 4n * PRICE)
    const others = await (await market.session('carol')).api.sweep.candidates({ ...filters, units: 1n })
    expect(others.list.map(({ sale }) => sale?.unitPrice)).toEqual([4n * PRICE])
    await expect(bob.market.api.sweep.candidates({ ...filters, units: 51n })).rejects.toMatchObject({ code: 'BAD_ARGUMENT_VALUE' })
    await expect(bob.market.api.sweep.candidates(filters)).rejects.toMatchObject({ code: 'BAD_ARGUMENT_VALUE' })
  })
  it('[ITEMP-04] takes any quantity of an edition over several sales, the cheapest first, in one transaction', async () => {
    const item = await mintEdition(market, 'alice', { supply: 100n })
    const { collection, tokenId } = item
    for (const who of ['alice', 'carol'] as const) await market.approve(who, collection)
    await sendEdition(market, 'alice', 'carol', item, 40n)
    await market.sync()
    await market.list('alice', item, 2n * PRICE, { quantity: 60n })
    await market.list('carol', item, PRICE, { quantity: 40n })
    const asked = {
      collections: [{ chainId: market.chainId, address: collection }],
      payToken: { chainId: market.chainId, address: ZERO_ADDRESS },
      tokenId,
      units: 55n,
    }
    const page = await bob.market.api.sweep.candidates(asked)
    expect(page.list.map(({ line }) => [line.seller, line.quantity])).toEqual([
      [market.address('carol'), 40n],
      [market.address('alice'), 15n],
    ])
    expect(page).toMatchObject({ units: 55n, price: 70n * PRICE })
    await sweepUp(bob, page, ZERO_ADDRESS)
    await market.sync()
    const { list } = await bob.market.api.nft.owners({ collection, tokenId })
    expect(list.find(({ owner }) => owner === market.address('bob'))?.quantity).toBe(55n)
  })
})
