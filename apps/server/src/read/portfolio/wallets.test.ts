import { type Address, feeOf, ZERO_ADDRESS } from '@plinth/protocol'
import { parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PEOPLE } from '../../../test/market/harness.ts'
import { type ItemId, TestMarket, type Who } from '../../../test/market/market.ts'

const PRICE = { made: parseEther('0.5'), within: parseEther('0.7'), out: parseEther('0.9') }
/** What tests have of deployed contracts. */
const FEE = 250n
const NONE: ItemId = { collection: ZERO_ADDRESS, tokenId: 0n }

describe('a portfolio of several wallets', () => {
  let market: TestMarket
  let collection: Address
  let year = 0
  let [passed, sold, given]: readonly ItemId[] = [NONE, NONE, NONE]
  const item = (of: ItemId | undefined) => of ?? NONE
  beforeAll(async () => {
    market = await TestMarket.open()
    collection = await market.collection('eve')
    const mint = () => market.mint('eve', { collection })
    ;[passed, sold, given] = [await mint(), await mint(), await mint()]
    for (const who of ['eve', 'alice', 'bob'] as const) await market.approve(who, collection)
    await market.sync()
    // Alice buys three; one goes to Bob for money and out to Dan, one to Bob for money, one to Bob for nothing.
    for (const one of [passed, sold, given]) await market.buy('alice', await market.list('eve', item(one), PRICE.made))
    await market.sync()
    for (const one of [passed, sold]) await market.buy('bob', await market.list('alice', item(one), PRICE.within))
    await market.transfer('alice', 'bob', item(given))
    await market.sync()
    await market.buy('dan', await market.list('bob', item(sold), PRICE.out))
    await market.sync()
    year = new Date(1_000 * market.server.context.chains.get(market.chainId).now()).getUTCFullYear()
    const { api } = await market.session('alice')
    const wallet = market.address('bob')
    const { message } = await api.portfolio.walletprepare({ wallet })
    await api.portfolio.walletadd({ wallet, message, signature: await PEOPLE.bob.signMessage({ message }) })
  })
  afterAll(() => market?.close())

  const apiOf = async (who: Who) => (await market.session(who)).api.portfolio
  const coinOf = async (who: Who, of: { wallet?: Address } = {}) =>
    (await (await apiOf(who)).summary(of)).moneys.find(({ money }) => money === ZERO_ADDRESS)
  const withFee = (price: bigint) => price + feeOf(price, FEE)

  it('[MORE-03] sums all wallets: what one sold to another is no trade, its fees count', async () => {
    const sums = await coinOf('alice')
    const [alone, bobs] = [await coinOf('alice', { wallet: market.address('alice') }), await coinOf('bob')]
    if (!sums || !alone || !bobs) throw new Error('They have traded')
    expect(sums).toMatchObject({
      spent: 3n * withFee(PRICE.made),
      bought: 3n,
      earned: PRICE.out - feeOf(PRICE.out, FEE),
      sold: 1n,
      fees: 3n * feeOf(PRICE.made, FEE) + 4n * feeOf(PRICE.within, FEE) + feeOf(PRICE.out, FEE),
      gas: alone.gas + bobs.gas,
    })
    expect(alone).toMatchObject({ spent: 3n * withFee(PRICE.made), sold: 2n })
    expect(await coinOf('alice', { wallet: market.address('bob') })).toEqual(bobs)
    expect(bobs).toMatchObject({ spent: 2n * withFee(PRICE.within), bought: 2n, sold: 1n })
    // The sold one cost what it cost when it came from outside.
    const gas = await gasOfFirst(item(sold))
    expect(sums.realised).toBe(PRICE.out - feeOf(PRICE.out, FEE) - withFee(PRICE.made) - gas)
    expect(await (await apiOf('alice')).summary({})).toMatchObject({ works: 2, hidden: 0, gifts: 0 })
  })

  const gasOfFirst = async ({ tokenId }: ItemId): Promise<bigint> => {
    const { list } = await (await apiOf('alice')).trades({ year, timeZone: 'UTC', limit: 50 })
    return list.find((trade) => trade.side === 'buy' && trade.tokenId === tokenId)?.gas ?? 0n
  }

  it('[MORE-03] names the wallet of each work, and what was paid when it came from outside', async () => {
    const api = await apiOf('alice')
    const paid = { unitPrice: withFee(PRICE.made) }
    for (const sort of ['received', 'paid', 'bought', 'change'] as const) {
      const { list, total } = await api.items({ limit: 50, sort })
      expect(total).toBe(2)
      expect(new Set(list.map(({ tokenId }) => tokenId))).toEqual(new Set([item(passed).tokenId, item(given).tokenId]))
      for (const row of list) expect(row).toMatchObject({ owner: market.address('bob'), how: 'bought', paid, hidden: 'no' })
    }
    expect((await api.items({ limit: 50, wallet: market.address('alice') })).total).toBe(0)
    expect(await api.collections({})).toMatchObject([{ works: 2 }])
    expect(await api.collections({ wallet: market.address('alice') })).toEqual([])
  })

  it('[MORE-03] lists trades and listings of all wallets, each with its own', async () => {
    const api = await apiOf('alice')
    const { list } = await api.trades({ year, timeZone: 'UTC', limit: 50 })
    expect(list.map(({ side, account }) => [side, account])).toEqual([
      ['sell', market.address('bob')],
      ...Array.from({ length: 3 }, () => ['buy', market.address('alice')]),
    ])
    const { text, rows } = await api.statement({ year, timeZone: 'UTC', language: 'en' })
    expect(rows).toBe(4)
    expect(text.split('\r\n')[0]).toMatch(/,Own wallet$/)
    expect(text.split('\r\n')[1]).toMatch(new RegExp(`,${market.address('bob')}$`))
    expect((await api.statement({ year, timeZone: 'UTC', language: 'en', wallet: market.address('bob') })).rows).toBe(3)
    await market.list('bob', item(passed), PRICE.out)
    const listings = (wallet?: Address) => api.listings({ page: 1, limit: 20, ...(wallet && { wallet }) })
    expect((await listings()).list).toMatchObject([{ order: { maker: market.address('bob') } }])
    expect((await listings(market.address('alice'))).total).toBe(0)
  })

  it('[MORE-03] reads alone: another wallet’s works cannot be hidden, and its own choices count', async () => {
    const [alices, bobs] = [await apiOf('alice'), await apiOf('bob')]
    const items = [{ chainId: market.chainId, collection, tokenId: item(given).tokenId }]
    await alices.hide({ items })
    expect((await alices.items({ limit: 50 })).total).toBe(2)
    await bobs.hide({ items })
    expect((await alices.items({ limit: 50 })).total).toBe(1)
    expect((await alices.items({ limit: 50, isHidden: true })).list).toMatchObject([{ hidden: 'own', owner: market.address('bob') }])
    await bobs.unhide({ items })
  })
})
