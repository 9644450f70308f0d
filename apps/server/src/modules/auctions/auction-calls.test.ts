import { AUCTION_ACT, AUCTION_STATUS, HISTORY_TYPE, ONSELL_TYPE, TOKEN_STANDARD, ZERO_ADDRESS } from '@plinth/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  bidOn,
  dollarsOf,
  fund,
  type Lot,
  named,
  offer,
  offered,
  openAuctionMarket,
  passTo,
  settle,
  signAuction,
  signAuctionBid,
  usd,
} from '../../../test/acts/auctions.ts'
import { mintEdition } from '../../../test/chain/editions.ts'
import type { TestMarket } from '../../../test/market/market.ts'

let market: TestMarket
let lot: Lot
beforeAll(async () => {
  market = await openAuctionMarket()
  for (const who of ['bob', 'carol'] as const) await fund(market, who)
  lot = await offered(market, 'alice')
})
afterAll(() => market.close())

const chainId = () => String(market.chainId)
const post = async (call: string, form: Record<string, string>, who: 'alice' | 'bob' = 'alice') =>
  market.server.post(`/auction/${call}`, form, { token: (await market.session(who)).token })
const itemForm = () => ({ token: lot.item.collection, tokenId: String(lot.item.tokenId), chainId: chainId() })

/** In the spelling of the documents. */
function sellForm(given: Record<string, string> = {}): Record<string, string> {
  const now = market.server.context.chains.get(market.chainId).now()
  return {
    owner: market.address('alice'),
    sellToken: lot.item.collection,
    sellTokenId: String(lot.item.tokenId),
    sellType: '3',
    sellValue: '1',
    buyerToken: market.testnet.contracts.dollar,
    buyerTokenId: '0',
    buyerType: '1',
    buying: '20000000',
    startValue: '10000000',
    rangeValue: '1000000',
    encourage: '2000',
    startTime: String(now + 10),
    endTime: String(now + 5_000),
    salt: '0',
    type: '25',
    id: '',
    chainId: chainId(),
    ...given,
  }
}

describe('auction.prepare', () => {
  it('[API-101] [TX-10] answers message and salt for the documented form, and signs without 0x', async () => {
    const item = await market.minted('alice')
    const answer = await post('prepare', sellForm({ sellTokenId: String(item.tokenId) }))
    expect(answer.errno).toBeUndefined()
    const data = answer.data as Record<string, unknown>
    expect(data).toMatchObject({ owner: market.address('alice'), sellValue: '1', buying: '20000000', encourage: 2_000, buyFee: 250 })
    expect(data.message).toMatch(/^0x[0-9a-f]{64}$/)
    expect(data.expiredTime).toBe(Number(data.endTime) + 72 * 3_600)
    const { input } = await signAuction(market, 'alice', lot.item, { ...lot.terms, salt: lot.auction.salt, documented: true })
    const { api } = await market.session('alice')
    await api.auction.add(input)
    expect(await api.auction.get({ ...named(lot), chainId: market.chainId })).toMatchObject({ proof: 'text' })
  })

  it('[API-102] answers message and salt for a bid, and whose auction it is', async () => {
    const { owner, salt } = lot.auction
    const bid = { owner, sellToken: lot.item.collection, sellTokenId: String(lot.item.tokenId), salt: String(salt), chainId: chainId() }
    const answer = await post('prepare', { ...bid, buyerValue: '10000000', type: '27' }, 'bob')
    expect(answer.data).toMatchObject({ owner, sellToken: lot.item.collection, salt: String(salt), buyerValue: '10000000' })
    expect(await post('prepare', { ...bid, type: 'AUCTION_BID' }, 'bob')).toMatchObject({ errno: 401 })
  })

  it.each([
    ['AUC-13', { buyerToken: ZERO_ADDRESS, buyerType: '0' }, 4207],
    ['AUC-12', { sellValue: '2' }, 4207],
    ['AUC-02', { startTime: '' }, 401],
    ['AUC-03', { endTime: '' }, 401],
    ['AUC-03', { endTime: '1000' }, 4207],
    ['AUC-04', { startValue: '0' }, 402],
    ['AUC-05', { buying: '' }, 401],
    ['AUC-06', { buying: '9999999' }, 402],
    ['AUC-07', { sellValue: '' }, 401],
    ['AUC-09', { rangeValue: '0' }, 402],
    ['AUC-10', { encourage: '' }, 401],
    ['AUC-11', { encourage: '10001' }, 402],
  ])('[%s] refuses %o', async (_, given, errno) => {
    expect(await post('prepare', sellForm(given))).toMatchObject({ errno })
  })

  it('[AUC-01] is for the owner alone, and for what the owner holds', async () => {
    expect(await post('prepare', sellForm(), 'bob')).toMatchObject({ errno: 506 })
    const { input } = await signAuction(market, 'bob', await market.minted('alice'))
    await expect((await market.session('bob')).api.auction.add(input)).rejects.toMatchObject({ code: 'NO_HOLDING' })
  })
})

describe('auction.add', () => {
  it('[API-103] [AUC-17] verifies the signature against the auction it computes itself', async () => {
    const item = await market.minted('alice')
    const { input } = await signAuction(market, 'alice', item)
    const { api } = await market.session('alice')
    const [cheaper, forged] = [
      { ...input, buying: usd('15') },
      { ...input, signature: `0x${'11'.repeat(64)}1b` as const },
    ]
    await expect(api.auction.add(cheaper)).rejects.toMatchObject({ code: 'ORDER_MISMATCH' })
    await expect(api.auction.add(forged)).rejects.toMatchObject({ code: 'BAD_SIGNATURE' })
    await expect(api.auction.add({ ...input, endTime: input.endTime + 60 })).rejects.toMatchObject({ code: 'ORDER_MISMATCH' })
    await expect(api.auction.add({ ...input, type: AUCTION_ACT.EDIT_AUCTION })).rejects.toMatchObject({ code: 'AUCTION_NOT_FOUND' })
    await market.session('bob')
    expect(await post('add', {}, 'bob')).toMatchObject({ errno: 401 })
  })

  it('takes a bid only with the bidder’s own signature', async () => {
    const bid = await signAuctionBid(market, 'bob', lot, usd('10'))
    await expect((await market.session('carol')).api.auction.bid(bid)).rejects.toMatchObject({ code: 'ORDER_MISMATCH' })
    const lower = { ...bid, total: usd('11') }
    await expect((await market.session('bob')).api.auction.bid(lower)).rejects.toMatchObject({ code: 'ORDER_MISMATCH' })
    expect(await market.server.post('/auction/bid', {})).toMatchObject({ errno: 501 })
  })
})

describe('the record of an auction', () => {
  it('[API-99] [API-104] [DATA-16] [DATA-29] has every documented field', async () => {
    await bidOn(market, 'bob', lot, usd('12'))
    const { data } = await post('list', itemForm())
    const [row] = (data as { list: Record<string, unknown>[] }).list
    expect(row).toMatchObject({
      owner: market.address('alice'),
      sellToken: lot.item.collection,
      sellTokenId: String(lot.item.tokenId),
      sellType: 3,
      sellValue: '1',
      buyerToken: market.testnet.contracts.dollar,
      buyerTokenId: '0',
      buyerType: 1,
      buying: '20000000',
      buyerValue: '20000000',
      startValue: '10000000',
      rangeValue: '1000000',
      encourage: 2_000,
      highestPrice: '12000000',
      salt: String(lot.auction.salt),
      status: AUCTION_STATUS.CREATED,
      statusCode: 0,
      paytokenSymbol: 'PUSD',
      paytokenDecimals: 6,
      startTime: lot.terms.startTime,
      endTime: lot.auction.endTime,
      expiredTime: lot.auction.expiredTime,
      user: { address: market.address('alice') },
    })
    for (const field of ['signature', 'avatar', 'createTime', 'payToken', 'paytokenAddress']) expect(row).toHaveProperty(field)
    const { owner, salt } = lot.auction
    const one = await post('get', { ...itemForm(), owner, salt: String(salt) })
    expect(one.data).toEqual(row)
    expect(await post('get', { ...itemForm(), owner, salt: '5' })).toMatchObject({ errno: 4209 })
  })

  it('[API-105] lists the bids of an auction with who made them', async () => {
    const { owner, salt } = lot.auction
    const { data } = await post('bids', { ...itemForm(), owner, salt: String(salt) })
    const bob = market.address('bob')
    expect(data).toMatchObject({ list: [{ owner: bob, buying: '12000000', singlePrice: '12', status: 0 }], users: [{ address: bob }] })
  })

  it('[API-100] [API-111] [ITEM-21] answers the live auctions of many items, by either name', async () => {
    const nfts = `${lot.item.collection}:${lot.item.tokenId}:false,${lot.item.collection}:999:false`
    for (const call of ['activeauctions', 'listbymulti']) {
      const { data } = await post(call, { nfts, chainId: chainId() })
      expect((data as { list: { salt: string }[] }).list.map(({ salt }) => salt)).toEqual([String(lot.auction.salt)])
    }
  })

  it('[API-110] [HOME-12] [ENUM-09] is in the new auctions, on the item, in its owner’s sales and in the owner’s counts', async () => {
    const { api } = await market.session('alice')
    const { list } = await api.auction.newlist({ page: 1, limit: 4, chainId: market.chainId })
    expect(list.map(({ tokenId, auctions }) => [tokenId, auctions.length])).toEqual([[lot.item.tokenId, 1]])
    const sized = await post('newlist', { page: '1', size: '20', chainId: chainId() })
    expect((sized.data as { limit: number }).limit).toBe(20)
    const [holding] = (await market.detail(lot.item)).holdings
    expect(holding).toMatchObject({ isOnSale: true, saleType: ONSELL_TYPE.AUCTION, startPrice: usd('10'), price: usd('20') })
    const own = await api.user.onsales({ page: 1, limit: 20, address: market.address('alice'), chainId: market.chainId })
    expect(own.list.map(({ tokenId }) => tokenId)).toEqual([lot.item.tokenId])
    const seen = await (await market.session('bob')).api.user.onsales({ page: 1, limit: 20, address: market.address('alice') })
    expect(seen.list.map(({ tokenId }) => tokenId)).toEqual([lot.item.tokenId])
    expect((await api.user.stat({ address: market.address('alice') })).onSale).toBe(1)
    expect((await api.home.list({ page: 1, limit: 20, chainId: market.chainId })).list).toEqual([])
  })

  it('is published on the event stream', async () => {
    const rows = await market.server.context.db.selectFrom('outbox').select('body').where('topic', '=', 'auction').execute()
    const owner = market.address('alice')
    expect(rows.map(({ body }) => JSON.parse(body))).toContainEqual(expect.objectContaining({ topic: 'auction', owner }))
  })
})

describe('an edition at auction', () => {
  it('[AUC-08] [FMT-08] goes as one lot, whose prices are totals', async () => {
    const edition = await mintEdition(market, 'alice', { supply: 5n, royaltyBps: 0 })
    const item = { ...edition, standard: TOKEN_STANDARD.ERC1155 }
    await market.approve('alice', item.collection)
    await market.sync()
    await expect(offer(market, 'alice', item, { quantity: 6n })).rejects.toMatchObject({ code: 'NO_HOLDING' })
    const prints = await offer(market, 'alice', item, { quantity: 3n, encourage: 1 })
    await bidOn(market, 'bob', prints, usd('30.000001'))
    await bidOn(market, 'carol', prints, usd('40'))
    await passTo(market, prints.auction.endTime)
    const before = await dollarsOf(market, 'bob')
    const { reply } = await settle(market, 'carol', prints)
    expect(reply.share).toBe(usd('0.004'))
    expect((await dollarsOf(market, 'bob')) - before).toBe(usd('0.004'))
    const { holdings } = await market.detail(item)
    expect(new Map(holdings.map(({ owner, quantity }) => [owner, quantity]))).toEqual(
      new Map([
        [market.address('carol'), 3n],
        [market.address('alice'), 2n],
      ]),
    )
    const history = await (await market.session('alice')).api.nft.history({ ...item, chainId: market.chainId })
    expect(history.map(({ type, quantity }) => [type, quantity])).toEqual([
      [HISTORY_TYPE.BUY, 3n],
      [HISTORY_TYPE.MINT, 5n],
    ])
  })
})

describe('bad input', () => {
  const words = ['', '-1', 'x'.repeat(5_000), '\u0000', ZERO_ADDRESS, '9'.repeat(90)]
  const named = ['token', 'tokenId', 'owner', 'salt', 'chainId']
  const signed = [...named, 'buyerValue', 'message', 'signature']
  it.each([
    ['prepare', [...named, 'sellType', 'sellValue', 'buyerToken', 'buyerTokenId', 'buyerType', 'startValue', 'rangeValue', 'type', 'id']],
    ['add', [...named, 'startTime', 'endTime', 'buying', 'encourage', 'message', 'signature']],
    ['bid', signed],
    ['cancel', [...named, 'buying']],
    ['buyerFee', [...named, 'type']],
    ['list', [...named, 'page', 'limit', 'status']],
  ])('[API-06] to auction.%s gives an errno of the catalogue, never 502', async (call, fields) => {
    const good = {
      ...sellForm({ salt: String(lot.auction.salt), type: call === 'buyerFee' ? '1' : call === 'bid' ? '27' : '25' }),
      token: lot.item.collection,
      tokenId: String(lot.item.tokenId),
      buyerValue: '50000000',
      message: 'ab'.repeat(32),
      signature: `0x${'11'.repeat(65)}`,
      page: '1',
      limit: '4',
    }
    for (const field of fields)
      for (const word of words) {
        const answer = await post(call, { ...good, [field]: word })
        expect([502, 400], `${call} ${field}=${word.slice(0, 20)} ${answer.errmsg}`).not.toContain(answer.errno)
      }
  })
})
