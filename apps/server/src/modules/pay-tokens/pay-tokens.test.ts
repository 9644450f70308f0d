import { ACTION_TYPE, HISTORY_TYPE, toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import { parseEther, parseUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mintEdition } from '../../../test/chain/editions.ts'
import { TestMarket } from '../../../test/market/market.ts'
import { accept, allow, balanceOf, bid, bidSides, signBid, takeDollars, wrap } from '../../../test/market/money.ts'

let market: TestMarket
beforeAll(async () => {
  market = await TestMarket.open()
  await market.approve('alice', market.official)
  await market.approve('alice', market.testnet.contracts.official1155)
})
afterAll(() => market.close())

const dollar = () => market.testnet.contracts.dollar
const wrapped = () => market.testnet.contracts.wrappedCoin
const dollars = (text: string) => parseUnits(text, 6)

describe('paytoken.list', () => {
  it('[API-10][DATA-06][NET-07] has the coin, the wrapped coin and the dollar of a chain', async () => {
    const { api } = await market.session('alice')
    const tokens = await api.paytoken.list({ chainId: market.chainId })
    expect(tokens.map(({ address, symbol, decimals, isErc20, type }) => [address, symbol, decimals, isErc20, type])).toEqual([
      [ZERO_ADDRESS, 'ETH', 18, false, 0],
      [wrapped(), 'WETH', 18, true, 1],
      [dollar(), 'PUSD', 6, true, 1],
    ])
    expect(tokens.filter(({ isDefault }) => isDefault)).toHaveLength(1)
  })

  it('[DATA-05] answers a token of the chain with its name, symbol, decimals, type, token id and rate', async () => {
    const { data } = await market.server.post('/paytoken/list', { chainId: String(market.chainId) })
    const facts = { symbol: 'PUSD', decimals: 6, type: 1, erc20: true, tokenId: '0', rate: '0', isDefault: false }
    expect(data).toContainEqual(expect.objectContaining({ ...facts, address: dollar(), name: 'Plinth Dollar', chainId: market.chainId }))
  })
})

describe('a sale in a token of 6 decimals', () => {
  it('[NET-07][BUY-12] says its unit price in whole dollars and pays everyone to the last unit', async () => {
    const item = await mintEdition(market, 'alice', { supply: 4n, royaltyBps: 500 })
    await market.sync()
    const listing = await market.list('alice', item, dollars('12.345678'), { quantity: 4n, payToken: dollar() })
    const [shown] = (await market.detail(item)).listings
    expect(shown).toMatchObject({ unitPrice: '12.345678', payTokenSymbol: 'PUSD', payTokenDecimals: 6, buying: 49_382_712n })
    expect((await market.detail(item)).holdings[0]).toMatchObject({ unitPrice: '12.345678', payTokenDecimals: 6, onSaleQuantity: 4n })

    await takeDollars(market, 'bob', dollars('100'))
    await allow(market, 'bob', dollar(), dollars('25.308639'))
    await market.buy('bob', listing, 2n)
    // 24.691356 and 2.5 % of it, rounded down
    expect(await balanceOf(market, 'bob', dollar())).toBe(dollars('74.691361'))
    // less 2.5 % seller fee; the royalty goes to the seller
    expect(await balanceOf(market, 'alice', dollar())).toBe(dollars('24.074073'))
    expect(await balanceOf(market, market.exchange, dollar())).toBe(0n)
    await market.sync()
    const notice = (await (await market.session('bob')).api.notices.list({ page: 1, limit: 1 })).list[0]
    expect(notice?.content).toMatchObject({ price: '12.345678', symbol: 'PUSD', quantity: '2' })
  })

  it('stands beside sales in coins by its unit price', async () => {
    const item = await mintEdition(market, 'alice', { supply: 4n })
    await market.sync()
    await market.list('alice', item, dollars('0.5'), { quantity: 2n, payToken: dollar() })
    const dearer = await market.minted('alice')
    await market.list('alice', dearer, parseEther('0.6'))
    const cheaper = await market.minted('alice')
    await market.list('alice', cheaper, parseEther('0.4'), { payToken: wrapped() })
    const { api } = await market.session('bob')
    const { list } = await api.home.list({ page: 1, limit: 50, sort: 'price', order: 'asc' })
    const order = list.map(({ collection, tokenId }) => [collection, tokenId])
    const places = [cheaper, item, dearer].map((one) =>
      order.findIndex(([collection, tokenId]) => collection === one.collection && tokenId === one.tokenId),
    )
    expect(places.every((place) => place >= 0)).toBe(true)
    expect(places).toEqual([...places].sort((a, b) => a - b))
  })

  it('[SALE-35] is refused in a token that is not listed, as is a bid in the coin', async () => {
    const item = await market.minted('alice')
    const foreign = toAddress(`0x${'7'.repeat(40)}`)
    await expect(market.list('alice', item, 5n, { payToken: foreign })).rejects.toMatchObject({ errno: 4114 })
    await expect(bid(market, 'bob', item, 5n, { payToken: foreign })).rejects.toMatchObject({ errno: 4114 })
    await expect(bid(market, 'bob', item, 5n, { payToken: ZERO_ADDRESS })).rejects.toMatchObject({ errno: 4113 })
  })

  it('is not asked or offered for one unit of a token, which the exchange never pays out', async () => {
    const item = await mintEdition(market, 'alice', { supply: 2n })
    await market.sync()
    await expect(market.list('alice', item, 1n, { quantity: 2n, payToken: dollar() })).rejects.toMatchObject({ errno: 4113 })
    await expect(bid(market, 'bob', item, 1n, { quantity: 2n, payToken: dollar() })).rejects.toMatchObject({ errno: 4113 })
    await market.list('alice', item, 1n, { quantity: 2n })
    expect((await market.detail(item)).listings).toMatchObject([{ unitPrice: '0.000000000000000001' }])
  })
})

describe('a bid', () => {
  it('[ACCEPT-08][ACCEPT-04][DATA-28] is accepted in parts, each paid by its bidder with the fee on top', async () => {
    const item = await mintEdition(market, 'alice', { supply: 6n })
    await market.sync()
    await takeDollars(market, 'carol', dollars('31'))
    await allow(market, 'carol', dollar(), dollars('30.75'))
    const offer = await bid(market, 'carol', item, dollars('10'), { quantity: 3n, payToken: dollar() })
    expect((await market.detail(item)).bids).toMatchObject([{ selling: dollars('30'), buying: 3n, unitPrice: '10', filled: 0n }])
    await expect(bid(market, 'dan', item, dollars('1'), { quantity: 7n, payToken: dollar() })).rejects.toMatchObject({ errno: 402 })

    await accept(market, 'alice', offer, 1n)
    const first = await market.detail(item)
    expect(first.bids).toMatchObject([{ filled: dollars('10'), isFundable: true }])
    expect(first.holdings.map(({ quantity }) => quantity)).toEqual([5n, 1n])
    await accept(market, 'alice', offer, 2n)
    expect((await market.detail(item)).bids).toEqual([])
    expect(await balanceOf(market, 'carol', dollar())).toBe(dollars('0.25'))
    const { api } = await market.session('carol')
    // A bid's time is the market's, an acceptance's the chain's.
    const accepted = (await api.nft.history(item)).filter(({ type }) => type === HISTORY_TYPE.ACCEPT)
    expect(accepted[0]).toMatchObject({ quantity: 2n, content: { unitPrice: '10', quantity: 2n } })
  })
})

describe('paytoken.committed', () => {
  it('[TX-37] is what the caller’s open bids can still draw, fees included, until they are filled or cancelled', async () => {
    const { api } = await market.session('bob')
    const committed = async (exceptSalt?: bigint) => {
      await market.sync()
      return (await api.paytoken.committed({ token: wrapped(), chainId: market.chainId, ...(exceptSalt ? { exceptSalt } : {}) })).committed
    }
    expect(await committed()).toBe(0n)
    const one = await market.minted('alice')
    const many = await mintEdition(market, 'alice', { supply: 4n })
    await market.sync()
    await wrap(market, 'bob', parseEther('10'))
    await allow(market, 'bob', wrapped(), parseEther('10'))
    const first = await bid(market, 'bob', one, parseEther('1'), { payToken: wrapped() })
    const second = await bid(market, 'bob', many, parseEther('2'), { quantity: 2n, payToken: wrapped() })
    expect(await committed()).toBe(parseEther('5.125'))
    expect(await committed(first.order.salt)).toBe(parseEther('4.1'))

    await accept(market, 'alice', second, 1n)
    expect(await committed()).toBe(parseEther('3.075'))
    // Unfunded ones count too: the allowance is to cover them.
    await allow(market, 'bob', wrapped(), 0n)
    expect(await committed()).toBe(parseEther('3.075'))
    await market.cancel('bob', first)
    expect(await committed()).toBe(parseEther('2.05'))
    expect((await (await market.session('carol')).api.paytoken.committed({ token: wrapped() })).committed).toBe(0n)
    await expect(market.server.api().paytoken.committed({ token: wrapped() })).rejects.toMatchObject({ errno: 501 })
  })

  it('[BID-10] keeps a raised bid at what it draws now', async () => {
    const item = await market.minted('alice')
    await takeDollars(market, 'carol', dollars('100'))
    await allow(market, 'carol', dollar(), dollars('100'))
    const { api } = await market.session('carol')
    const first = await bid(market, 'carol', item, dollars('10'), { payToken: dollar() })
    const { input } = await signBid(market, 'carol', item, dollars('20'), { payToken: dollar(), edit: true, salt: first.order.salt })
    await api.order.add(input)
    expect(await api.paytoken.committed({ token: dollar() })).toMatchObject({ committed: dollars('20.5'), bids: 1 })
    const lower = bidSides(market.address('carol'), item, dollars('5'), { payToken: dollar() })
    const back = await market.signSides('carol', lower, ACTION_TYPE.EDIT_BID, { salt: first.order.salt })
    await expect(api.order.add(back.input)).rejects.toMatchObject({ errno: 4112 })
  })
})
