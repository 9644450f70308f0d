import { CATALOGUE, type Call } from '@plinth/api'
import { ZERO_ADDRESS } from '@plinth/protocol'
import { sql } from 'kysely'
import { parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bidOn, fund, type Lot, offered, usd } from '../../test/acts/auctions.ts'
import { passFills } from '../../test/market/floors.ts'
import { HALF_ETHER, type ItemId, type Listing, TestMarket } from '../../test/market/market.ts'
import { bid } from '../../test/market/money.ts'
import { makeOffer, type Offered } from '../../test/market/offers.ts'
import { bytes, transact } from '../db/database.ts'
import { renameCategory } from '../modules/categories/service.ts'
import { hideItem } from '../modules/items/service.ts'

const OPERATOR = { who: 'tester', why: 'a test', role: undefined }

let market: TestMarket
let item: ItemId
let listing: Listing
let lot: Lot
let offer: Offered
beforeAll(async () => {
  market = await TestMarket.open()
  await fund(market, 'bob')
  await fund(market, 'carol')
  await market.approve('alice', market.official)
  ;({ item, listing } = await market.listed('alice'))
  await bid(market, 'bob', item, usd('3'), { payToken: market.testnet.contracts.dollar })
  offer = await makeOffer(market, 'bob', usd('2'))
  lot = await offered(market, 'alice')
  await bidOn(market, 'bob', lot, usd('10'))
})
afterAll(() => market.close())

let count = 0
let total = 10
let isHidden = false
const chain = () => market.server.context.chains.get(market.chainId)
const ofOfficial = () => ({ chain_id: market.chainId, collection: bytes(market.official), money: bytes(ZERO_ADDRESS) })

/** The only row of its table. */
async function put(table: string, row: Record<string, unknown>): Promise<void> {
  await transact(market.server.context.db, async (tx) => {
    await sql`delete from ${sql.table(table)}`.execute(tx)
    const columns = Object.keys(row).map((name) => sql.ref(name))
    await sql`insert into ${sql.table(table)} (${sql.join(columns)}) values (${sql.join(Object.values(row))})`.execute(tx)
  })
}

/** Each changes something that visitors see, once more each time. */
const WRITES = {
  sellersName: async () => (await market.session('alice')).api.user.setprofile({ nickname: `Alice ${++count}` }),
  biddersName: async () => (await market.session('bob')).api.user.setprofile({ nickname: `Bob ${++count}` }),
  visibility: () => {
    isHidden = !isHidden
    return hideItem(market.server.context, OPERATOR, { ...item, chainId: market.chainId }, isHidden)
  },
  category: () => renameCategory(market.server.context, OPERATOR, 1, { en: `Painting ${++count}` }),
  payToken: () =>
    market.server.context.db
      .updateTable('pay_token')
      .set({ name: `Token ${++count}` })
      .execute(),
  collection: () =>
    market.server.context.db
      .updateTable('collection')
      .set({ description: `Harbours, ${++count}` })
      .where('address', '=', bytes(market.official))
      .execute(),
  hour: () =>
    put('collection_hour', {
      ...ofOfficial(),
      hour: Math.floor(chain().now() / 3_600) * 3_600,
      sales: 1,
      units: 1n,
      volume: BigInt(++count),
      low: 1n,
      high: 1n,
      first: 1n,
      last: 1n,
      worth: 0n,
      without_worth: 1,
      ranked_sales: 1,
      ranked_volume: 1n,
      ranked_worth: 0n,
      left_out: 0,
      left_out_volume: 0n,
    }),
  sale: () => {
    const { chain_id, collection, money } = ofOfficial()
    const account = bytes(market.address('alice'))
    return put('sale', {
      chain_id,
      collection,
      money,
      pay_token: money,
      block_hash: Buffer.alloc(32),
      log_index: 0,
      block_number: 1,
      at: chain().now(),
      tx_hash: Buffer.alloc(32),
      kind: 'sale',
      token_id: item.tokenId,
      seller: account,
      buyer: account,
      amount: BigInt(++count),
      units: 1n,
      has_fee: true,
      is_counted: true,
    })
  },
  period: () =>
    put('collection_period', {
      ...ofOfficial(),
      hours: 24,
      sales: 1,
      volume: BigInt(++count),
      worth: 0n,
      sales_before: 0,
      volume_before: 0n,
      worth_before: 0n,
      as_of: chain().now(),
    }),
  counts: () => {
    const { chain_id, collection } = ofOfficial()
    return put('collection_stat', { chain_id, collection, items: 2, units: BigInt(++count), owners: 1 })
  },
  trades: () => {
    const { chain_id, money } = ofOfficial()
    const account = bytes(market.address('alice'))
    return put('account_stat', { chain_id, money, account, bought: 1, bought_volume: BigInt(++count), sold: 0, sold_volume: 0n })
  },
  rate: () => {
    const of = { chain_id: market.chainId, money: ZERO_ADDRESS, since: chain().now(), source: 'operator', currency: 'USD' } as const
    return put('rate', { ...of, answer: BigInt(++count), decimals: 18 })
  },
  offerSet: () =>
    market.server.context.db
      .updateTable('offer_set')
      .set({ cid: `cid ${++count}` })
      .execute(),
  auctionBid: () => bidOn(market, ++total % 2 === 0 ? 'bob' : 'carol', lot, usd(String(total))),
  price: async () => {
    listing = await market.list('alice', item, HALF_ETHER - BigInt(++count), { edit: true, salt: listing.order.salt })
  },
  floor: async () => {
    await WRITES.price()
    await passFills(market.server.context.db, chain().now())
  },
}

type Case = { readonly form: () => Record<string, string>; readonly write: keyof typeof WRITES }
const page = { page: '1', limit: '20' }
const one = () => ({ token: item.collection, tokenId: String(item.tokenId) })
const many = ({ collection, tokenId }: ItemId = item) => ({ info: JSON.stringify([`${collection}:${tokenId}`]) })
const lotOf = () => ({ token: lot.item.collection, tokenId: String(lot.item.tokenId), owner: market.address('alice') })
const official = () => ({ collection: market.official })
const alices = () => ({ ...page, address: market.address('alice') })
const CASES: Record<string, Case> = {
  'home.list': { form: () => page, write: 'sellersName' },
  'home.indexlist': { form: () => page, write: 'sellersName' },
  'home.search': { form: () => ({ ...page, search: 'bottles' }), write: 'visibility' },
  'home.searchuser': { form: () => ({ ...page, search: 'alice' }), write: 'sellersName' },
  'home.searchcontract': { form: () => ({ ...page, search: market.official }), write: 'collection' },
  'nft.list': { form: () => page, write: 'visibility' },
  'nft.detail': { form: one, write: 'sellersName' },
  'nft.owners': { form: one, write: 'sellersName' },
  'nft.history': { form: one, write: 'sellersName' },
  'nft.bids': { form: one, write: 'biddersName' },
  'nft.activebids': { form: many, write: 'biddersName' },
  'nft.activesales': { form: many, write: 'sellersName' },
  'nft.getmedia': { form: many, write: 'visibility' },
  'nft.getroyalties': { form: many, write: 'visibility' },
  'nft.attributes': { form: one, write: 'visibility' },
  'contract.info': { form: () => ({ caddress: market.official }), write: 'collection' },
  'contract.list': { form: () => ({}), write: 'collection' },
  'contract.listall': { form: () => page, write: 'collection' },
  'contract.listbyaddr': { form: () => ({ address: JSON.stringify([market.official]) }), write: 'collection' },
  'contract.stat': { form: () => ({ address: market.official }), write: 'visibility' },
  'contract.floor': { form: () => ({ address: market.official }), write: 'price' },
  'contract.listitems': { form: () => ({ ...page, address: market.official }), write: 'sellersName' },
  'offer.list': { form: () => ({ ...page, owner: market.address('bob') }), write: 'biddersName' },
  'offer.forItem': { form: () => ({ ...page, ...official(), tokenId: String(item.tokenId) }), write: 'biddersName' },
  'offer.set': { form: () => ({ ...official(), root: offer.root }), write: 'offerSet' },
  'category.list': { form: () => ({}), write: 'category' },
  'paytoken.list': { form: () => ({}), write: 'payToken' },
  'auction.bids': { form: () => ({ ...lotOf(), salt: String(lot.auction.salt) }), write: 'auctionBid' },
  'auction.get': { form: lotOf, write: 'auctionBid' },
  'auction.list': { form: () => ({ ...page, ...lotOf() }), write: 'auctionBid' },
  'auction.activeauctions': { form: () => many(lot.item), write: 'auctionBid' },
  'auction.listbymulti': { form: () => many(lot.item), write: 'auctionBid' },
  'auction.newlist': { form: () => page, write: 'sellersName' },
  'user.info': { form: () => ({ address: market.address('alice') }), write: 'sellersName' },
  'user.stat': { form: () => ({ address: market.address('alice') }), write: 'visibility' },
  'user.listbyaddr': { form: () => ({ addrList: JSON.stringify([market.address('alice')]) }), write: 'sellersName' },
  'user.onsales': { form: alices, write: 'sellersName' },
  'user.collections': { form: alices, write: 'visibility' },
  'user.created': { form: alices, write: 'sellersName' },
  'statistics.collection': { form: official, write: 'floor' },
  'statistics.chart': { form: () => ({ ...official(), hours: '24' }), write: 'hour' },
  'statistics.sales': { form: () => ({ ...official(), hours: '24' }), write: 'sale' },
  'statistics.depth': { form: official, write: 'price' },
  'statistics.sparklines': { form: () => ({ collections: JSON.stringify([market.official]), hours: '24' }), write: 'hour' },
  'statistics.holders': { form: official, write: 'counts' },
  'statistics.activity': { form: official, write: 'sellersName' },
  'statistics.rankings': { form: () => ({ by: 'volume', hours: '24', limit: '20' }), write: 'period' },
  'statistics.people': { form: () => ({ by: 'bought', limit: '20' }), write: 'trades' },
  'statistics.account': { form: () => ({ account: market.address('alice') }), write: 'trades' },
  'statistics.rarity': { form: () => ({ ...official(), tokenId: String(item.tokenId) }), write: 'price' },
  'statistics.attributes': { form: official, write: 'price' },
  'statistics.similar': { form: () => ({ ...official(), tokenId: String(item.tokenId), limit: '20' }), write: 'sellersName' },
  'explore.items': { form: () => ({ limit: '20' }), write: 'sellersName' },
  'explore.collections': { form: () => ({ words: 'plinth', ...page }), write: 'floor' },
  'rates.list': { form: () => ({}), write: 'rate' },
  'portfolio.value': { form: () => ({ address: market.address('alice') }), write: 'visibility' },
}

const SHARED = Object.entries<Record<string, Call>>(CATALOGUE).flatMap(([segment, calls]) =>
  Object.entries(calls).flatMap(([name, call]) => (call.isShared ? [`${segment}.${name}`] : [])),
)
const pathOf = (call: string) => `/${call.replace('.', '/')}`
const ask = (call: string, form: Record<string, string>) => market.server.post(pathOf(call), form)

async function keptCount(): Promise<number> {
  const { values } = await market.server.context.metrics.sharedAnswers.get()
  return values.find(({ labels }) => labels.outcome === 'kept')?.value ?? 0
}

/** Asks until the answer is a kept one: blocks and seconds pass meanwhile. */
async function askKept(call: string, form: Record<string, string>): Promise<string> {
  for (let tries = 0; tries < 50; tries++) {
    const before = await keptCount()
    const { text, errno } = await ask(call, form)
    if (errno !== undefined) throw new Error(`${call} answered ${text}`)
    if ((await keptCount()) > before) return text
  }
  throw new Error(`${call} is never kept`)
}

it('[READ-05] knows a write for every call whose answers are shared', () => {
  expect(Object.keys(CASES).sort()).toEqual(SHARED.toSorted())
})

describe.each(Object.keys(CASES))('%s', (call) => {
  it('[READ-05] answers from memory, and with what was written in the very next answer', async () => {
    const { form, write } = CASES[call] as Case
    const before = await askKept(call, form())
    await WRITES[write]()
    const { text, errno } = await ask(call, form())
    expect(errno).toBeUndefined()
    expect(text).not.toBe(before)
    // Hidden items are shown again.
    if (write === 'visibility') {
      await WRITES.visibility()
      expect((await ask(call, form())).text).toBe(before)
    }
  })
})

it('[READ-05] shows a listing, a purchase and a like to visitors at once, and to a viewer its own like alone', async () => {
  const bob = await market.session('bob')
  const isLiked = async (api = market.server.api()) => (await api.nft.detail(item))?.isLiked
  await askKept('nft.detail', one())
  await bob.api.like.add({ ...item, chainId: market.chainId })
  expect(await isLiked()).toBe(false)
  expect(await isLiked(bob.api)).toBe(true)
  expect(await isLiked()).toBe(false)

  const shown = async () => (await market.server.api().home.list({ page: 1, limit: 20 })).list.map(({ tokenId }) => tokenId)
  const second = await market.minted('alice')
  expect(await shown()).toEqual([item.tokenId])
  await market.list('alice', second, parseEther('0.2'))
  expect((await shown()).toSorted()).toEqual([item.tokenId, second.tokenId].toSorted())
  await market.buy('bob', listing)
  await market.sync()
  expect(await shown()).toEqual([second.tokenId])
})
