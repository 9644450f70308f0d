import { receiptOf } from '@plinth/devnet'
import { HISTORY_TYPE, itemKey, ORDER_STATUS, ORDER_TYPE, toAddress } from '@plinth/protocol'
import { collection721Abi } from '@plinth/protocol/abi'
import { type Hex, numberToHex, parseEther, parseUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mintEdition, sendEdition } from '../../../test/chain/editions.ts'
import { PEOPLE, type Session } from '../../../test/market/harness.ts'
import { HALF_ETHER, type ItemId, TestMarket } from '../../../test/market/market.ts'
import { accept, allow, bid, signBid, takeDollars } from '../../../test/market/money.ts'
import { bytes } from '../../db/database.ts'
import { readDueMetadata } from '../items/service.ts'

const EVE = toAddress(PEOPLE.eve.address)
let market: TestMarket
let alice: Session
let bob: Session
beforeAll(async () => {
  market = await TestMarket.open({
    configure: (chain) => ({ ...chain, officialSenders: [{ collection: chain.contracts.official721, sender: EVE }] }),
  })
  alice = await market.session('alice')
  bob = await market.session('bob')
  for (const who of ['alice', 'eve'] as const) await market.approve(who, market.official)
  for (const who of ['bob', 'carol'] as const) {
    await takeDollars(market, who, dollars('1000'))
    await allow(market, who, market.testnet.contracts.dollar, dollars('1000'))
  }
})
afterAll(() => market.close())

const dollars = (text: string) => parseUnits(text, 6)
const inDollars = () => ({ payToken: market.testnet.contracts.dollar })

async function mint(who: 'alice' | 'eve' = 'alice', royaltyBps = 0): Promise<ItemId> {
  const item = await market.mint(who, { royaltyBps })
  await market.sync()
  return item
}

describe('nft.bids', () => {
  it('[API-75][ITEM-39][ITEM-41] gives the outcome of each bid, newest first; only open ones are not expired', async () => {
    const item = await mint()
    const first = await bid(market, 'bob', item, dollars('10'), inDollars())
    await bid(market, 'bob', item, dollars('12'), { ...inDollars(), edit: true, salt: first.order.salt })
    const other = await bid(market, 'carol', item, dollars('11'), inDollars())
    await market.list('alice', item, HALF_ETHER)
    // Sign-ins advance the server's clock past the chain's.
    await market.testnet.setNextBlockTimestamp(market.server.clock.now() + 1)
    await market.cancel('carol', other)
    await market.sync()
    const rows = await bob.api.nft.bids(item)
    expect(rows.map(({ type, from, isExpired, isOwn }) => [type, from, isExpired, isOwn])).toEqual([
      [HISTORY_TYPE.CANCEL_BID, market.address('carol'), false, false],
      [HISTORY_TYPE.BID, market.address('carol'), true, false],
      [HISTORY_TYPE.EDIT_BID, bob.address, false, true],
      [HISTORY_TYPE.BID, bob.address, true, true],
    ])
    expect(rows[2]?.content).toMatchObject({ unitPrice: '12', payTokenSymbol: 'PUSD' })
    expect((await bob.api.nft.detail(item))?.bids.map(({ maker, unitPrice }) => [maker, unitPrice])).toEqual([[bob.address, '12']])
  })
})

describe('the flat fields of bids, sales and history', () => {
  it('[F-50] say the last act as type, and the order and its pay token on each row', async () => {
    const item = await mint()
    const form = { token: item.collection, tokenId: String(item.tokenId) }
    const info = { info: itemKey(item.collection, item.tokenId) }
    const rowsOf = async (path: string, body: Record<string, string>) =>
      (await market.server.post(path, body)).data as Record<string, unknown>[]
    const first = await bid(market, 'bob', item, dollars('10'), inDollars())
    expect(await rowsOf('/nft/activebids', info)).toMatchObject([{ type: 5, orderType: 2 }])
    const raised = await bid(market, 'bob', item, dollars('12'), { ...inDollars(), edit: true, salt: first.order.salt })
    expect(await rowsOf('/nft/activebids', info)).toMatchObject([{ type: 6, orderType: 2 }])
    const other = await bid(market, 'carol', item, dollars('11'), inDollars())
    await market.cancel('carol', other)
    const sale = await market.list('alice', item)
    expect(await rowsOf('/nft/activesales', info)).toMatchObject([{ type: 1, orderType: 1 }])
    await market.list('alice', item, HALF_ETHER / 2n, { edit: true, salt: sale.order.salt })
    expect(await rowsOf('/nft/activesales', info)).toMatchObject([{ type: 2, orderType: 1 }])
    await accept(market, 'alice', raised)
    await market.sync()

    const { dollar } = market.testnet.contracts
    const pay = { paytokenAddress: dollar, paytokenName: 'Plinth Dollar', paytokenSymbol: 'PUSD', paytokenDecimals: 6 }
    const bidden = { ...pay, address: item.collection, owner: bob.address, sellToken: dollar, buyerToken: item.collection, buyerValue: '1' }
    const bids = await rowsOf('/nft/bids', form)
    const by = (...types: number[]) => bids.filter(({ type, owner }) => owner === bob.address && types.includes(Number(type)))
    expect(by(5)).toMatchObject([
      { ...bidden, sellValue: '10000000', singlePrice: '10', sells: '0', expired: true, payToken: { address: dollar } },
    ])
    expect(by(6)).toMatchObject([{ ...bidden, sellValue: '12000000', singlePrice: '12', status: 1, expired: true }])
    expect(by(8)).toMatchObject([{ ...bidden, sellValue: '12000000', status: 1, toUser: { address: alice.address } }])
    expect(bids.filter(({ type }) => type === 7)).toMatchObject([{ owner: market.address('carol'), status: 2, ...pay }])
    const history = await rowsOf('/nft/history', form)
    expect(history.filter(({ type }) => type === 2)).toMatchObject([
      { owner: alice.address, paytokenSymbol: 'ETH', paytokenDecimals: 18, buyerValue: String(HALF_ETHER / 2n), singlePrice: '0.25' },
    ])
    expect(history.find(({ type }) => type === 9)).not.toHaveProperty('paytokenSymbol')
    const ended = await market.server.api().order.list({ collection: item.collection, tokenId: item.tokenId, page: 1, limit: 20 })
    expect(new Map(ended.list.map(({ maker, action }) => [maker, action]))).toMatchObject(
      new Map([
        [bob.address, 8],
        [market.address('carol'), 7],
      ]),
    )
  })
})

describe('a burnt item', () => {
  it('[F-119] has no bid in nft.bids that is not expired', async () => {
    const item = await mint()
    await bid(market, 'bob', item, dollars('10'), inDollars())
    expect((await bob.api.nft.bids(item)).map(({ isExpired }) => isExpired)).toEqual([false])
    const burn = { address: item.collection, abi: collection721Abi, functionName: 'burn', args: [item.tokenId] } as const
    await market.mined(await market.wallet('alice').writeContract(burn))
    await market.sync()
    expect((await bob.api.nft.bids(item)).map(({ isExpired }) => isExpired)).toEqual([true])
  })

  it('[F-52] has no highest bid and no likes, takes neither, and nft.detail answers it with its history', async () => {
    const item = await mint()
    const carol = await market.session('carol')
    const likes = async () => {
      const stat = await market.server.api().user.stat({ address: carol.address })
      return 'liked' in stat ? stat.liked : 0
    }
    await bid(market, 'bob', item, dollars('10'), inDollars())
    const before = await likes()
    await carol.api.like.add(item)
    expect(await likes()).toBe(before + 1)
    const burn = { address: item.collection, abi: collection721Abi, functionName: 'burn', args: [item.tokenId] } as const
    await market.mined(await market.wallet('alice').writeContract(burn))
    await market.sync()

    expect(await market.server.api().nft.activebids({ items: [item] })).toEqual([])
    const seen = await market.detail(item, 'carol')
    expect(seen).toMatchObject({ supply: 0n, holdings: [], bids: [], listings: [], restingBids: [], onlyOwner: '', isOnSale: false })
    expect((await market.server.api().nft.history(item)).map(({ type }) => type)).toEqual([14, 5, 9])
    // Its bidder sees the bid, to cancel it.
    expect((await market.detail(item, 'bob')).restingBids).toMatchObject([{ maker: bob.address, isFundable: false, status: 0 }])
    expect(await bob.api.order.get({ ...item, owner: bob.address, type: ORDER_TYPE.BID })).toMatchObject({ isFundable: false })
    const filter = { page: 1, limit: 20, address: bob.address, collection: item.collection, tokenId: item.tokenId }
    expect((await carol.api.order.list({ ...filter, owner: bob.address })).list).toEqual([])

    expect(await likes()).toBe(before)
    const dan = await market.session('dan')
    await expect(dan.api.like.add(item)).rejects.toMatchObject({ errno: 507 })
    await carol.api.like.remove(item)
    expect(await likes()).toBe(before)
  })
})

describe('nft.activebids and nft.activesales', () => {
  it('[API-77][API-78][ITEM-40] answer many items at once, the dearest bid and the cheapest sale of a unit first', async () => {
    const [one, two] = [await mint(), await mint()]
    await bid(market, 'bob', one, dollars('10'), inDollars())
    await bid(market, 'carol', one, dollars('30'), inDollars())
    await bid(market, 'bob', two, dollars('20'), inDollars())
    await market.list('alice', two, parseEther('0.7'))
    const items = [one, two]
    const bids = await market.server.api().nft.activebids({ items })
    expect(bids.map(({ unitPrice, maker, type }) => [unitPrice, maker, type])).toEqual([
      ['30', market.address('carol'), ORDER_TYPE.BID],
      ['20', bob.address, ORDER_TYPE.BID],
      ['10', bob.address, ORDER_TYPE.BID],
    ])
    const sales = await market.server.api().nft.activesales({ items })
    expect(sales.map(({ sellTokenId, unitPrice }) => [sellTokenId, unitPrice])).toEqual([[two.tokenId, '0.7']])
    const form = { info: items.map((item) => itemKey(item.collection, item.tokenId)).join(',') }
    expect((await market.server.post('/nft/activebids', form)).data).toHaveLength(3)
  })
})

describe('nft.getmedia and nft.getroyalties', () => {
  it('[API-79][API-81][DATA-39] answer by address:tokenId, with "" for unknown items', async () => {
    const item = await mint('alice', 500)
    const plain = await mint()
    const keys = [item, plain, { ...item, tokenId: 987_654n }].map((one) => itemKey(one.collection, one.tokenId))
    const [known = '', without = '', unknown = ''] = keys
    const { data: media } = await market.server.post('/nft/getmedia', { info: keys.join(',') })
    const { metadata } = (await alice.api.nft.detail(item)) ?? {}
    expect(metadata).toContain('Five bottles')
    expect(media).toEqual({ [known]: metadata, [without]: expect.stringContaining('Five bottles'), [unknown]: '' })
    const { data: royalties } = await market.server.post('/nft/getroyalties', { info: keys.join(',') })
    expect(royalties).toEqual({ [known]: '[500]', [without]: '[]', [unknown]: '' })
  })
})

describe('royalties of a foreign collection', () => {
  const AMOUNT = numberToHex(parseEther('1') / 20n, { size: 32 }).slice(2)
  /** Returns the same for every call: a recipient and 5 % of one coin; burns all gas; returns a megabyte. */
  const CODES = { honest: `73${'ab'.repeat(20)}5f527f${AMOUNT}60205260405ff3`, burning: '5b5f56', bomb: '621000005ff3' }

  async function foreign(code: string): Promise<ItemId> {
    const data: Hex = `0x60${(code.length / 2).toString(16).padStart(2, '0')}8060095f395ff3${code}`
    const hash = await market.wallet('eve').sendTransaction({ data })
    const { contractAddress } = await receiptOf(market.testnet.publicClient, hash)
    const item = { collection: toAddress(contractAddress ?? ''), tokenId: 1n }
    const none = { supply: 1n, creator: bytes(EVE), name: '', metadata_url: '', metadata: '', media_kind: 'unknown' } as const
    const flags = { is_declared: false, is_confirmed: true, is_visible: true, is_on_sale: false } as const
    const rest = { width: 0, height: 0, royalties: '[]', declared_royalties: '[]', declared_at: 0, created_at: 1, traded_at: 0 }
    const key = { chain_id: market.chainId, collection: bytes(item.collection), token_id: 1n, standard: 3 }
    await market.server.context.db
      .insertInto('item')
      .values({ ...key, metadata_next_at: 0, ...none, ...flags, ...rest })
      .execute()
    return item
  }

  it('are read with the exchange’s gas; one that burns all gas or answers a megabyte pays nothing', async () => {
    const items = [await foreign(CODES.honest), await foreign(CODES.burning), await foreign(CODES.bomb)]
    await readDueMetadata(market.server.context)
    const [honest = '', burning = '', bomb = ''] = items.map(({ collection, tokenId }) => itemKey(collection, tokenId))
    const { data } = await market.server.post('/nft/getroyalties', { info: [honest, burning, bomb].join(',') })
    // Its recipient is not the item's first owner.
    expect(data).toEqual({ [honest]: '[0,500]', [burning]: '[]', [bomb]: '[]' })
  })
})

describe('user.bid', () => {
  it('[API-48] is a page of open bids with their items; uncovered ones are shown to their maker alone', async () => {
    const [first, second] = [await mint(), await mint()]
    const carol = await market.session('carol')
    const asked = { page: 1, limit: 50, address: carol.address }
    const before = (await bob.api.user.bid(asked)).total
    await bid(market, 'carol', first, dollars('100'), inDollars())
    await bid(market, 'carol', second, dollars('500'), inDollars())
    const page = await bob.api.user.bid(asked)
    expect(page.total).toBe(before + 2)
    expect(page.list[0]).toMatchObject({
      type: ORDER_TYPE.BID,
      unitPrice: '500',
      nft: { tokenId: second.tokenId, onlyOwner: alice.address },
    })
    expect((await bob.api.user.bid({ ...asked, category: 3n })).total).toBe(0)

    await allow(market, 'carol', market.testnet.contracts.dollar, dollars('300'))
    await market.sync()
    expect((await bob.api.user.bid(asked)).list.map(({ unitPrice }) => unitPrice)).not.toContain('500')
    const own = await carol.api.user.bid(asked)
    expect(own.list.find(({ unitPrice }) => unitPrice === '500')).toMatchObject({ isFundable: false, status: ORDER_STATUS.OPEN })
    await allow(market, 'carol', market.testnet.contracts.dollar, dollars('1000'))
  })
})

describe('order.list', () => {
  it('[API-86] finds orders by owner, item, type and status, newest first', async () => {
    const item = await mint()
    const offer = await bid(market, 'bob', item, dollars('10'), inDollars())
    await market.list('alice', item, HALF_ETHER)
    const find = async (more: object) =>
      (await market.server.api().order.list({ page: 1, limit: 20, ...item, ...more })).list.map(({ type, status }) => [type, status])
    const [sale, bidden] = [ORDER_TYPE.SALE, ORDER_TYPE.BID]
    expect(await find({})).toEqual([
      [sale, ORDER_STATUS.OPEN],
      [bidden, ORDER_STATUS.OPEN],
    ])
    expect(await find({ owner: bob.address })).toEqual([[bidden, ORDER_STATUS.OPEN]])
    expect(await find({ type: sale })).toEqual([[sale, ORDER_STATUS.OPEN]])
    await accept(market, 'alice', offer)
    await market.sync()
    expect(await find({ status: ORDER_STATUS.FILLED })).toEqual([[bidden, ORDER_STATUS.FILLED]])
    // Unfillable orders are visible to their maker only.
    expect(await find({ status: ORDER_STATUS.OPEN })).toEqual([])
    const own = await alice.api.order.list({ page: 1, limit: 20, ...item, status: ORDER_STATUS.OPEN })
    expect(own.list).toMatchObject([{ type: sale, isFundable: false }])
    expect((await market.server.api().order.list({ page: 1, limit: 2 })).list).toHaveLength(2)
  })
})

describe('order.submit', () => {
  it('[API-85] stores an order as order.add does', async () => {
    const item = await mint()
    const { input } = await signBid(market, 'bob', item, dollars('7'), inDollars())
    expect(await bob.api.order.submit(input)).toEqual({})
    expect(await bob.api.order.get({ ...item, owner: bob.address, type: ORDER_TYPE.BID })).toMatchObject({ unitPrice: '7', proof: 'typed' })
    await expect(bob.api.order.add(input)).rejects.toMatchObject({ errno: 4109 })
  })
})

describe('a new bid', () => {
  it('[BID-01] is refused to an account that holds the whole supply', async () => {
    const item = await mint('eve')
    await takeDollars(market, 'eve', dollars('50'))
    await allow(market, 'eve', market.testnet.contracts.dollar, dollars('50'))
    await expect(bid(market, 'eve', item, dollars('10'), inDollars())).rejects.toMatchObject({ errno: 4135 })
  })

  it('[BID-05] is for no more than others hold; an open one may be raised whatever its maker has received since', async () => {
    const item = await mintEdition(market, 'alice', { supply: 6n })
    await sendEdition(market, 'alice', 'bob', item, 2n)
    await market.sync()
    const tooMany = bid(market, 'bob', item, dollars('3'), { ...inDollars(), quantity: 5n })
    await expect(tooMany).rejects.toMatchObject({ errno: 4136, message: 'Others hold only 4 of this item. Bid for fewer.' })
    const offer = await bid(market, 'bob', item, dollars('3'), { ...inDollars(), quantity: 4n })
    await sendEdition(market, 'alice', 'bob', item, 1n)
    await market.sync()
    await bid(market, 'bob', item, dollars('4'), { ...inDollars(), quantity: 4n, edit: true, salt: offer.order.salt })
    expect(await bob.api.order.get({ ...item, owner: bob.address, type: ORDER_TYPE.BID })).toMatchObject({ unitPrice: '4' })
  })

  it('is refused at order.add too, where the maker bought the rest after order.prepare', async () => {
    const item = await mintEdition(market, 'alice', { supply: 2n })
    await market.sync()
    const { input } = await signBid(market, 'bob', item, dollars('3'), inDollars())
    await sendEdition(market, 'alice', 'bob', item, 2n)
    await market.sync()
    await expect(bob.api.order.add(input)).rejects.toMatchObject({ errno: 4135 })
  })
})

describe('ty.listset', () => {
  it('[API-11][DATA-37] lists official senders, whose buyers pay no fee', async () => {
    const { data } = await market.server.post('/ty/listset', { chainId: String(market.chainId) })
    expect(data).toEqual([{ royddr: market.official, sendaddr: EVE }])
    const item = await mint('eve')
    const listing = await market.list('eve', item, parseEther('1'))
    expect(await bob.api.order.get({ ...item, owner: EVE, type: ORDER_TYPE.SALE })).toMatchObject({ buyerFee: 0, sellerFee: 250 })
    const asked = { ...item, owner: EVE, type: ORDER_TYPE.SALE, salt: listing.order.salt }
    expect(await bob.api.order.buyerFee(asked)).toMatchObject({ buyerFee: 0, left: 1n, signature: listing.signature, proof: 'typed' })
    await market.buy('bob', listing)
    await market.sync()
    expect(await bob.api.nft.detail(item)).toMatchObject({ onlyOwner: bob.address })
    // The same sender elsewhere, and others here, get no exception.
    await market.approve('bob', market.official)
    await market.list('bob', item, parseEther('1'))
    expect(await alice.api.order.get({ ...item, owner: bob.address, type: ORDER_TYPE.SALE })).toMatchObject({ buyerFee: 250 })
  })
})

describe('notices.unread and notices.countunread', () => {
  it('[API-67][API-68] are the number that the caller has not read, whatever address is sent', async () => {
    const item = await mint()
    await alice.api.notices.readall({})
    await bid(market, 'bob', item, dollars('3'), inDollars())
    const form = { address: bob.address }
    expect((await market.server.post('/notices/unread', {}, { token: alice.token })).data).toBe(1)
    expect((await market.server.post('/notices/countunread', form, { token: alice.token })).data).toBe(1)
    await alice.api.notices.readall({})
    expect(await alice.api.notices.unread({})).toBe(0)
    for (const path of ['/notices/unread', '/notices/countunread']) expect((await market.server.post(path, form)).errno).toBe(501)
  })
})
