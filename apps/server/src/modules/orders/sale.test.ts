import { HISTORY_TYPE, NOTICE_SUBTYPE, NOTICE_TYPE, ORDER_TYPE, ZERO_ADDRESS } from '@plinth/protocol'
import { parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HALF_ETHER, TestMarket } from '../../../test/market/market.ts'

let market: TestMarket
beforeAll(async () => {
  market = await TestMarket.open()
})
afterAll(() => market.close())

const coinOf = (address: `0x${string}`) => market.testnet.publicClient.getBalance({ address })

describe('from mint to second sale', () => {
  it('[NEWC-01][NEWC-16][MINT-05][SALE-24][BUY-12][ITEM-37][DATA-10][API-76][ENUM-08] is in history, holdings and notices, right to the wei', async () => {
    const alice = await market.session('alice')
    const bob = await market.session('bob')
    const carol = await market.session('carol')
    const collection = await market.collection('alice', 'Harbour at six', 'HRB')
    const item = await market.mint('alice', { collection, royaltyBps: 500 })
    await market.approve('alice', collection)
    await market.sync()
    const first = await market.list('alice', item)
    await market.sync()
    await market.buy('bob', first)
    await market.approve('bob', collection)
    await market.sync()

    const second = await market.list('bob', item, parseEther('0.8'))
    const before = {
      alice: await coinOf(alice.address),
      bob: await coinOf(bob.address),
      carol: await coinOf(carol.address),
      exchange: await coinOf(market.exchange),
    }
    const hash = await market.buy('carol', second)
    const receipt = await market.testnet.publicClient.getTransactionReceipt({ hash })
    const gas = receipt.gasUsed * receipt.effectiveGasPrice
    expect((await coinOf(bob.address)) - before.bob).toBe(740_000_000_000_000_000n)
    expect((await coinOf(alice.address)) - before.alice).toBe(40_000_000_000_000_000n)
    expect(before.carol - (await coinOf(carol.address)) - gas).toBe(820_000_000_000_000_000n)
    expect((await coinOf(market.exchange)) - before.exchange).toBe(40_000_000_000_000_000n)

    await market.sync()
    const record = await carol.api.nft.detail({ ...item, chainId: market.chainId })
    expect(record).toMatchObject({ isOnSale: false, onlyOwner: carol.address, supply: 1n, royalties: [500], listings: [] })
    expect(record?.creator.address).toBe(alice.address)
    expect(record?.holdings).toMatchObject([{ owner: carol.address, quantity: 1n, isOnSale: false, saleType: 0 }])

    const history = await carol.api.nft.history({ ...item, chainId: market.chainId })
    expect(history.map(({ type, from, to, content }) => [type, from, to, content?.unitPrice])).toEqual([
      [HISTORY_TYPE.BUY, bob.address, carol.address, '0.8'],
      [HISTORY_TYPE.SALE, bob.address, '', '0.8'],
      [HISTORY_TYPE.BUY, alice.address, bob.address, '0.5'],
      [HISTORY_TYPE.SALE, alice.address, '', '0.5'],
      [HISTORY_TYPE.MINT, alice.address, alice.address, undefined],
    ])
    expect(history[0]).toMatchObject({
      txHash: hash,
      isOwn: true,
      isExpired: false,
      content: { filled: 1n, quantity: 1n, payTokenSymbol: 'ETH' },
    })
    expect(history[1]?.isExpired).toBe(true)

    const subtypes = async (session: typeof alice) =>
      (await session.api.notices.list({ page: 1, limit: 20 })).list.map((notice) => notice.subType)
    expect(await subtypes(carol)).toEqual([NOTICE_SUBTYPE.BUY])
    expect(await subtypes(bob)).toEqual([NOTICE_SUBTYPE.BOUGHT, NOTICE_SUBTYPE.SALE, NOTICE_SUBTYPE.BUY])
    expect(await subtypes(alice)).toEqual([NOTICE_SUBTYPE.BOUGHT, NOTICE_SUBTYPE.SALE, NOTICE_SUBTYPE.MINT, NOTICE_SUBTYPE.CREATE_CONTRACT])
    expect(await alice.api.notices.count({})).toEqual({ total: 4, unread: 1 })
    const [bought] = (await alice.api.notices.list({ page: 1, limit: 20, isRead: false })).list
    expect(bought).toMatchObject({
      operator: { address: bob.address },
      content: { price: '0.5', symbol: 'ETH', item: { tokenId: item.tokenId } },
    })
  })
})

describe('a listed item', () => {
  it('[API-21][API-41][API-52][API-54][API-74][API-78][HOME-09][ITEM-10][BUY-05] is found on home, in its collection and with its seller until it is bought', async () => {
    const dan = await market.session('dan')
    const item = await market.mint('dan', { name: 'Koi nine', category: 3n })
    await market.approve('dan', market.official)
    await market.sync()
    const atHome = async (more: { categories?: bigint[]; sort?: 'price' | 'update_time' } = {}) =>
      (await dan.api.home.list({ page: 1, limit: 20, chainId: -1, ...more })).list.map((found) => found.tokenId)
    expect(await atHome()).toEqual([])
    const listing = await market.list('dan', item)
    expect(await atHome()).toEqual([item.tokenId])
    expect(await atHome({ categories: [3n, 4n], sort: 'price' })).toEqual([item.tokenId])
    expect(await atHome({ categories: [1n], sort: 'update_time' })).toEqual([])
    const [card] = (await dan.api.home.list({ page: 1, limit: 20 })).list
    expect(card).toMatchObject({
      isOnSale: true,
      isLocked: false,
      category: { name: 'ancient' },
      collectionBrief: { address: market.official },
    })
    expect(card?.listings).toMatchObject([
      { maker: dan.address, unitPrice: '0.5', buying: HALF_ETHER, filled: 0n, buyerFee: 250, sellerFee: 250 },
    ])
    expect(card?.holdings).toMatchObject([{ isOnSale: true, saleType: 1, onSaleQuantity: 1n, unitPrice: '0.5', payTokenSymbol: 'ETH' }])

    const here = { page: 1, limit: 20, chainId: market.chainId }
    expect((await dan.api.user.onsales({ ...here, address: dan.address })).total).toBe(1)
    expect((await dan.api.user.onsales({ ...here, address: dan.address, category: 1n })).total).toBe(0)
    expect((await dan.api.user.collections({ ...here, address: dan.address })).total).toBe(1)
    expect((await dan.api.user.created({ ...here, address: dan.address })).total).toBe(1)
    expect(await dan.api.user.stat({ address: dan.address })).toMatchObject({ onSale: 1, held: 1, created: 1 })
    expect(await dan.api.contract.stat({ collection: market.official })).toEqual({ onSale: 1, items: 1 })
    expect(await dan.api.contract.floor({ collection: market.official })).toEqual([{ payToken: ZERO_ADDRESS, unitPrice: HALF_ETHER }])
    expect((await dan.api.contract.listitems({ ...here, collection: market.official, onlyOnSale: true })).total).toBe(1)
    expect(await dan.api.nft.activesales({ items: [item] })).toHaveLength(1)
    expect((await dan.api.nft.owners(item)).list).toMatchObject([{ owner: dan.address, quantity: 1n }])

    await market.buy('eve', listing)
    await market.sync()
    expect(await atHome()).toEqual([])
    expect(await dan.api.nft.activesales({ items: [item] })).toEqual([])
    expect(await dan.api.contract.stat({ collection: market.official })).toEqual({ onSale: 0, items: 1 })
    expect(await dan.api.contract.floor({ collection: market.official })).toEqual([])
    await expect(dan.api.order.get({ ...item, owner: dan.address, type: ORDER_TYPE.SALE })).rejects.toMatchObject({ errno: 4101 })
  })

  it('[SALE-31][SALE-32][SALE-34] is off the market once its owner cancels on chain, and may be listed again', async () => {
    const dan = await market.session('dan')
    const item = await market.minted('dan')
    const listing = await market.list('dan', item)
    const buyer = await market.session('eve')
    const before = [(await dan.api.notices.count({})).total, (await buyer.api.notices.count({})).total]
    await market.cancel('dan', listing)
    await market.sync()
    // Only its owner is notified, once.
    expect([(await dan.api.notices.count({})).total, (await buyer.api.notices.count({})).total]).toEqual([(before[0] ?? 0) + 1, before[1]])
    expect((await dan.api.notices.list({ page: 1, limit: 3 })).list).toMatchObject([
      {
        type: NOTICE_TYPE.TRADE,
        subType: NOTICE_SUBTYPE.CANCEL_SALE,
        operator: { address: dan.address },
        isRead: true,
        content: { price: '0.5', symbol: 'ETH', item: { tokenId: item.tokenId } },
      },
      { subType: NOTICE_SUBTYPE.SALE, content: { item: { tokenId: item.tokenId } } },
      { subType: NOTICE_SUBTYPE.MINT, content: { item: { tokenId: item.tokenId } } },
    ])
    await expect(dan.api.order.get({ ...item, owner: dan.address, type: ORDER_TYPE.SALE })).rejects.toMatchObject({ errno: 4101 })
    const asked = { ...item, owner: dan.address, type: ORDER_TYPE.SALE, salt: listing.order.salt }
    await expect(buyer.api.order.buyerFee(asked)).rejects.toMatchObject({ errno: 4104 })
    await market.list('dan', item, parseEther('0.9'))
    const history = await dan.api.nft.history(item)
    expect(history.map(({ type }) => type)).toEqual([HISTORY_TYPE.SALE, HISTORY_TYPE.CANCEL_SALE, HISTORY_TYPE.SALE, HISTORY_TYPE.MINT])
    expect(history.map(({ isExpired }) => isExpired)).toEqual([false, false, true, false])
  })

  it('[ITEM-43] is no longer for sale when it leaves its owner, and stays hidden when it comes back', async () => {
    const dan = await market.session('dan')
    const item = await market.mint('dan')
    const listing = await market.list('dan', item)
    await market.transfer('dan', 'eve', item)
    await market.sync()
    expect(await dan.api.nft.activesales({ items: [item] })).toEqual([])
    expect(await dan.api.order.get({ ...item, owner: dan.address, type: ORDER_TYPE.SALE })).toMatchObject({ isFundable: false, status: 0 })
    await market.transfer('eve', 'dan', item)
    await market.sync()
    expect(await dan.api.nft.activesales({ items: [item] })).toEqual([])
    const asked = { ...item, owner: dan.address, type: ORDER_TYPE.SALE, salt: listing.order.salt }
    await expect((await market.session('bob')).api.order.buyerFee(asked)).rejects.toMatchObject({ errno: 4105 })

    const { input } = await market.sign('dan', item, HALF_ETHER, { salt: listing.order.salt })
    await dan.api.order.add(input)
    expect(await dan.api.nft.activesales({ items: [item] })).toHaveLength(1)
    const types = (await dan.api.nft.history(item)).map(({ type }) => type)
    expect(types).toEqual([HISTORY_TYPE.TRANSFER, HISTORY_TYPE.TRANSFER, HISTORY_TYPE.SALE, HISTORY_TYPE.MINT])
  })

  it('[SALE-23] is unfundable while its collection is not approved, and comes back with the approval', async () => {
    const dan = await market.session('dan')
    const item = await market.mint('dan')
    await market.list('dan', item)
    await market.approve('dan', market.official, false)
    await market.sync()
    expect(await dan.api.nft.activesales({ items: [item] })).toEqual([])
    await market.approve('dan', market.official)
    await market.sync()
    expect(await dan.api.nft.activesales({ items: [item] })).toHaveLength(1)
  })

  it('[BUY-10][HOME-19][API-71] is locked by its buyer’s purchase only, until the index has it', async () => {
    const dan = await market.session('dan')
    const bob = await market.session('bob')
    const item = await market.mint('dan')
    const listing = await market.list('dan', item)
    await market.sync()
    await expect(bob.api.nft.locknft(item)).rejects.toMatchObject({ errno: 4115 })
    await market.indexers.stop()
    const txHash = await market.buy('bob', listing)
    await expect(dan.api.nft.locknft({ ...item, txHash })).rejects.toMatchObject({ errno: 4115 })
    await bob.api.nft.locknft({ ...item, txHash })
    await bob.api.nft.locknft(item)
    expect(await dan.api.nft.detail(item)).toMatchObject({ isLocked: true, onlyOwner: dan.address })
    expect((await dan.api.home.list({ page: 1, limit: 100 })).list.map(({ tokenId }) => tokenId)).not.toContain(item.tokenId)
    await market.follow()
    expect(await dan.api.nft.detail(item)).toMatchObject({ isLocked: false, onlyOwner: bob.address })
    await bob.api.nft.locknft({ ...item, txHash })
    expect(await dan.api.nft.detail(item)).toMatchObject({ isLocked: false })
  })
})
