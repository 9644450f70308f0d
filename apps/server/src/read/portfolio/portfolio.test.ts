import { type Address, feeOf, ZERO_ADDRESS } from '@plinth/protocol'
import { sql } from 'kysely'
import { parseEther, parseUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkFloors } from '../../../test/market/floors.ts'
import { type ItemId, TestMarket, type Who } from '../../../test/market/market.ts'
import { allow, bid, takeDollars } from '../../../test/market/money.ts'
import { makeOffer } from '../../../test/market/offers.ts'
import { bytes } from '../../db/database.ts'
import { refreshStatisticsJob } from '../../jobs/refresh-statistics.ts'

const SORTS = ['received', 'name', 'held', 'paid', 'bought', 'lastSale', 'floor', 'offer', 'rarity', 'listed', 'change'] as const
const ETHER = {
  below: parseEther('0.35'),
  first: parseEther('0.5'),
  second: parseEther('0.3'),
  again: parseEther('0.8'),
  floor: parseEther('0.4'),
}
/** What tests have of deployed contracts. */
const FEE = 250n
const ROYALTY = 500n
const usd = (text: string) => parseUnits(text, 6)

const NONE: ItemId = { collection: ZERO_ADDRESS, tokenId: 0n }

describe('the portfolio of an account', () => {
  let market: TestMarket
  let collection: Address
  let year = 0
  const before = new Map<Who, bigint>()
  let [sold, sent, own] = [NONE, NONE, NONE]
  beforeAll(async () => {
    market = await TestMarket.open()
    const balance = (who: Who) => market.testnet.publicClient.getBalance({ address: market.address(who) })
    for (const who of ['alice', 'bob'] as const) before.set(who, await balance(who))
    collection = await market.collection('alice')
    const mint = () => market.mint('alice', { collection, royaltyBps: Number(ROYALTY) })
    ;[sold, sent, own] = [await mint(), await mint(), await mint()]
    await market.approve('alice', collection)
    await market.sync()
    await market.buy('bob', await market.list('alice', sold, ETHER.first))
    await market.buy('bob', await market.list('alice', sent, ETHER.second))
    await market.approve('bob', collection)
    await market.sync()
    await market.buy('carol', await market.list('bob', sold, ETHER.again))
    await market.transfer('bob', 'dan', sent)
    await market.sync()
    year = new Date(1_000 * now()).getUTCFullYear()
  })
  afterAll(() => market?.close())

  const summaryOf = async (who: Who) => (await market.session(who)).api.portfolio.summary({})
  const coinOf = async (who: Who) => (await summaryOf(who)).moneys.find(({ money }) => money === ZERO_ADDRESS)
  const gainOf = async (who: Who) =>
    (await market.testnet.publicClient.getBalance({ address: market.address(who) })) - (before.get(who) ?? 0n)
  const itemsOf = async (who: Who, of: object = {}) => (await market.session(who)).api.portfolio.items({ limit: 50, ...of })
  const withFee = (price: bigint) => price + feeOf(price, FEE)
  const without = (price: bigint, ...bps: bigint[]) => bps.reduce((left, one) => left - feeOf(price, one), price)

  it('[PORT-01] has all that was paid and got: the balance on chain moved by exactly its sums', async () => {
    const bob = await coinOf('bob')
    if (!bob) throw new Error('Bob has traded')
    expect(bob).toMatchObject({
      spent: withFee(ETHER.first) + withFee(ETHER.second),
      bought: 2n,
      earned: without(ETHER.again, FEE, ROYALTY),
      sold: 1n,
      fees: feeOf(ETHER.first, FEE) + feeOf(ETHER.second, FEE) + feeOf(ETHER.again, FEE),
      royalties: 0n,
    })
    expect(await gainOf('bob')).toBe(bob.earned - bob.spent - bob.gas)
    const alice = await coinOf('alice')
    if (!alice) throw new Error('Alice has traded')
    expect(alice.royalties).toBe(feeOf(ETHER.again, ROYALTY))
    expect(await gainOf('alice')).toBe(alice.earned + alice.royalties - alice.gas)
  })

  it('[PORT-01] counts as profit what was sold, with its gas, and not what was given away', async () => {
    const [bob, gas] = [await coinOf('bob'), await gasOfPurchase(sold)]
    expect(bob?.realised).toBe(without(ETHER.again, FEE, ROYALTY) - withFee(ETHER.first) - gas)
    expect(bob?.cost).toBe(0n)
  })

  const gasOfPurchase = async ({ collection: of, tokenId }: ItemId): Promise<bigint> => {
    const { api } = await market.session('bob')
    const { list } = await api.portfolio.trades({ year, timeZone: 'UTC', limit: 50 })
    const trade = list.find((one) => one.side === 'buy' && one.collection === of && one.tokenId === tokenId)
    const receipt = await market.testnet.publicClient.getTransactionReceipt({ hash: trade?.txHash ?? '0x' })
    expect(trade?.gas).toBe(receipt.gasUsed * receipt.effectiveGasPrice)
    return trade?.gas ?? 0n
  }
  const now = () => market.server.context.chains.get(market.chainId).now()

  it('[PORT-02] has of each work what was paid, when, the last sale and how it came', async () => {
    const { list, total } = await itemsOf('carol')
    expect(total).toBe(1)
    const price = { payToken: ZERO_ADDRESS, symbol: 'ETH', decimals: 18 }
    expect(list[0]).toMatchObject({
      collection,
      tokenId: sold.tokenId,
      how: 'bought',
      held: 1n,
      paid: { ...price, unitPrice: withFee(ETHER.again) },
      boughtAt: list[0]?.receivedAt,
      isAuctioned: false,
      hidden: 'no',
    })
    expect((await itemsOf('alice')).list).toMatchObject([{ tokenId: own.tokenId, how: 'made' }])
    expect((await itemsOf('alice')).list[0]?.paid).toBeUndefined()
  })

  it('[PORT-07] keeps works that others sent of unknown collections behind "Hidden", until the holder shows them', async () => {
    const { api } = await market.session('dan')
    const items = [{ chainId: market.chainId, collection, tokenId: sent.tokenId }]
    expect(await itemsOf('dan')).toEqual({ list: [], total: 0 })
    expect((await itemsOf('dan', { isHidden: true })).list).toMatchObject([{ how: 'gift', hidden: 'unknown' }])
    expect(await summaryOf('dan')).toMatchObject({ works: 0, units: 0n, hidden: 1, moneys: [] })
    await api.portfolio.unhide({ items })
    expect((await itemsOf('dan')).list).toMatchObject([{ how: 'gift', hidden: 'no' }])
    expect(await summaryOf('dan')).toMatchObject({ works: 1, units: 1n, gifts: 1, hidden: 0, gasUnknown: 0, isComplete: true })
    await api.portfolio.hide({ items })
    expect((await itemsOf('dan', { isHidden: true })).list).toMatchObject([{ hidden: 'own' }])
    await api.portfolio.unhide({ items })
  })
  it('[PORT-07] hides works of the caller alone, and none that it does not hold', async () => {
    const { api } = await market.session('eve')
    await api.portfolio.hide({ items: [{ chainId: market.chainId, collection, tokenId: sold.tokenId }] })
    expect(await itemsOf('carol')).toMatchObject({ total: 1, list: [{ hidden: 'no' }] })
    expect(await market.server.context.db.selectFrom('work_choice').selectAll().execute()).toHaveLength(1)
  })

  it('[PORT-01] values works by a floor that is not thin, of a collection that two pairs of accounts traded', async () => {
    await refreshStatisticsJob.run(market.server.context)
    for (const who of ['carol', 'dan'] as const) await market.approve(who, collection)
    await market.list('carol', sold, ETHER.below)
    await market.list('alice', own, ETHER.floor)
    await checkFloors(market)
    expect(await coinOf('alice')).toMatchObject({ floorValue: 0n })
    await market.list('dan', sent, ETHER.first)
    await checkFloors(market)
    const cost = withFee(ETHER.again) + (await coinOf('carol').then((sums) => sums?.gas ?? 0n)) - (await gasOfApproval('carol'))
    expect(await coinOf('carol')).toMatchObject({ floorValue: ETHER.below, floorUnits: 1n, cost, onPaper: ETHER.below - cost })
    expect(await coinOf('dan')).toMatchObject({ floorValue: ETHER.below, onPaper: ETHER.below, cost: 0n })
    const { api } = await market.session('dan')
    expect(await api.portfolio.collections({})).toMatchObject([
      { works: 1, isThin: false, isValued: true, floor: { unitPrice: ETHER.below } },
    ])
    await api.portfolio.hide({ items: [{ chainId: market.chainId, collection, tokenId: sent.tokenId }] })
    expect((await summaryOf('dan')).moneys.map(({ floorValue }) => floorValue)).toEqual([0n])
    await api.portfolio.unhide({ items: [{ chainId: market.chainId, collection, tokenId: sent.tokenId }] })
  })
  it('[PORT-09] says to all what the works of an account are worth, whatever it hides or shows itself', async () => {
    const [carol, visitor] = [await market.session('carol'), await market.session('eve')]
    const worthOf = (who: Who) => visitor.api.portfolio.value({ address: market.address(who) })
    const items = [{ chainId: market.chainId, collection, tokenId: sold.tokenId }]
    const whole = { moneys: [{ money: ZERO_ADDRESS, value: ETHER.below, payToken: { symbol: 'ETH' } }], works: 1, without: 0 }
    expect(await worthOf('carol')).toMatchObject(whole)
    await carol.api.portfolio.hide({ items })
    expect((await summaryOf('carol')).works).toBe(0)
    expect(await worthOf('carol')).toMatchObject(whole)
    await carol.api.portfolio.unhide({ items })
    // Dan has chosen to see a work of a collection of which others know nothing.
    expect((await summaryOf('dan')).works).toBe(1)
    expect(await worthOf('dan')).toEqual({ moneys: [], currency: 'USD', works: 0, without: 0 })
    await market.minted('bob')
    expect(await worthOf('bob')).toMatchObject({ moneys: [], works: 0, without: 1 })
    const { db } = market.server.context
    await sql`update item set is_visible = false where token_id = ${String(sold.tokenId)} and collection = ${bytes(collection)}`.execute(db)
    expect(await worthOf('carol')).toMatchObject({ moneys: [], works: 0, without: 0 })
    await sql`update item set is_visible = true where token_id = ${String(sold.tokenId)} and collection = ${bytes(collection)}`.execute(db)
  })

  /** All gas of an account but that of its purchase. */
  const gasOfApproval = async (who: Who): Promise<bigint> => {
    const { api } = await market.session(who)
    const { list } = await api.portfolio.trades({ year, timeZone: 'UTC', limit: 50 })
    return ((await coinOf(who))?.gas ?? 0n) - (list[0]?.gas ?? 0n)
  }

  it('[PORT-01] values works by the offers that are there, each for as many works as it is for', async () => {
    const { dollar } = market.testnet.contracts
    for (const who of ['bob', 'eve'] as const) {
      await takeDollars(market, who, usd('100'))
      await allow(market, who, dollar, usd('100'))
    }
    const second = await market.mint('alice', { collection })
    await market.sync()
    await bid(market, 'eve', { collection, tokenId: sold.tokenId }, usd('7'), { payToken: dollar })
    await makeOffer(market, 'bob', usd('4'), { collection })
    await makeOffer(market, 'eve', usd('3'), { collection, withNew: true })
    // It joins after the offer for the works of that day.
    const third = await market.mint('alice', { collection })
    await market.sync()
    const offersOf = async (who: Who) => (await summaryOf(who)).moneys.find(({ money }) => money === dollar)
    expect(await offersOf('carol')).toMatchObject({ offerValue: usd('7'), offerUnits: 1n })
    expect(await offersOf('alice')).toMatchObject({ offerValue: usd('7'), offerUnits: 2n })
    const offers = new Map((await itemsOf('alice')).list.map(({ tokenId, offer }) => [tokenId, offer?.unitPrice]))
    expect(offers).toEqual(
      new Map([
        [third.tokenId, usd('3')],
        [second.tokenId, usd('4')],
        [own.tokenId, usd('4')],
      ]),
    )
    expect((await itemsOf('alice', { sort: 'offer', isAscending: true })).list[0]?.tokenId).toBe(third.tokenId)
  })

  it('[PORT-02] sorts by each column, has filters, and pages that meet', async () => {
    const ids = async (of: object) => (await itemsOf('alice', of)).list.map(({ tokenId }) => tokenId)
    for (const sort of SORTS)
      for (const isAscending of [true, false]) expect(new Set(await ids({ sort, isAscending }))).toEqual(new Set(await ids({})))
    expect((await ids({ sort: 'listed' }))[0]).toBe(own.tokenId)
    expect((await ids({ sort: 'listed', isAscending: true }))[0]).toBe(own.tokenId)
    expect(await ids({ isListed: true })).toEqual([own.tokenId])
    expect(await ids({ isListed: false })).not.toContain(own.tokenId)
    expect(await ids({ hasOffer: false })).toEqual([])
    expect(await ids({ words: `#${own.tokenId}` })).toEqual([own.tokenId])
    const first = await itemsOf('alice', { limit: 2 })
    const rest = await itemsOf('alice', { limit: 2, cursor: first.next })
    expect([...first.list, ...rest.list].map(({ tokenId }) => tokenId)).toEqual(await ids({}))
    expect([rest.next, first.total]).toEqual([undefined, 3])
    await expect(itemsOf('alice', { cursor: 'x' })).rejects.toMatchObject({ code: 'BAD_ARGUMENT_VALUE' })
  })

  it('[PORT-05] warns of a listing below what others ask, one that ends within a day, and one that can’t be filled', async () => {
    const listings = async (who: Who) => (await (await market.session(who)).api.portfolio.listings({ page: 1, limit: 20 })).list
    expect(await listings('carol')).toMatchObject([
      { warnings: ['belowFloor'], floor: { unitPrice: ETHER.floor }, order: { sellTokenId: sold.tokenId } },
    ])
    expect(await listings('alice')).toMatchObject([{ warnings: [] }])
    await market.approve('carol', collection, false)
    await market.sync()
    expect(await listings('carol')).toMatchObject([{ warnings: ['unapproved'] }])
    const another = await market.minted('alice')
    await market.approve('alice', market.official)
    await market.list('alice', another, ETHER.first, { validUntil: now() + 3_600 })
    await market.transfer('dan', 'eve', sent)
    await market.sync()
    expect(await listings('dan')).toMatchObject([{ warnings: ['moved'], name: 'Five bottles', collectionName: 'Harbour' }])
    expect((await listings('alice')).map(({ warnings }) => warnings)).toEqual([['endsSoon'], []])
  })

  it('[PORT-06] writes a year of trades with exact sums, in the account’s language and time zone', async () => {
    const { api } = await market.session('bob')
    const { name, text, rows } = await api.portfolio.statement({ year, timeZone: 'Asia/Shanghai', language: 'zh' })
    const lines = text.split('\r\n').map((line) => line.split(','))
    expect([name, rows, lines.length]).toEqual([`对账单-${year}.csv`, 3, 7])
    expect(lines[0]?.slice(0, 3)).toEqual(['时间 (Asia/Shanghai)', '操作', '类型'])
    const bought = lines.filter((fields) => fields[1] === '买入' && fields[0] !== '合计')
    const sum = lines.find(([what, side]) => what === '合计' && side === '买入')
    expect(bought.map((fields) => fields[15])).toEqual(['0.3075', '0.5125'])
    expect([sum?.[10], sum?.[11], sum?.[15]]).toEqual(['0.8', '0.02', '0.82'])
    const sold = lines.find((fields) => fields[1] === '卖出')
    expect(sold?.slice(10, 16)).toEqual(['0.8', '0.02', '0.02', '0.04', '0', '0.74'])
    const at = new Date(`${sold?.[0]?.replace(' ', 'T')}+08:00`).getTime() / 1_000
    const { list } = await api.portfolio.trades({ year, timeZone: 'UTC', limit: 50 })
    expect(list.map((trade) => trade.side)).toEqual(['sell', 'buy', 'buy'])
    expect(list[0]?.at).toBe(at)
    expect((await api.portfolio.statement({ year: year - 1, timeZone: 'UTC', language: 'en' })).rows).toBe(0)
    await expect(api.portfolio.statement({ year, timeZone: 'Nowhere/City', language: 'en' })).rejects.toMatchObject({
      code: 'BAD_ARGUMENT_VALUE',
    })
    const royalties = (await (await market.session('alice')).api.portfolio.trades({ year, timeZone: 'UTC', limit: 50 })).list
    expect(royalties.filter(({ side }) => side === 'royalty')).toMatchObject([{ total: feeOf(ETHER.again, ROYALTY), price: ETHER.again }])
  })

  it('[PORT-01] says that sums are missing where a creator got more royalties than are added up', {
    timeout: 120_000,
    tags: 'more',
  }, async () => {
    const { db } = market.server.context
    const sums = async () => {
      const { isComplete, moneys } = await summaryOf('alice')
      return { isComplete, royalties: moneys.find(({ money }) => money === ZERO_ADDRESS)?.royalties }
    }
    expect(await sums()).toEqual({ isComplete: true, royalties: feeOf(ETHER.again, ROYALTY) })
    await sql`insert into sale select s.chain_id, sha256(int4send(n)), 0, s.block_number, s.at, sha256(int4send(n)), s.kind, s.collection,
        s.token_id, s.seller, s.buyer, s.pay_token, s.money, s.amount, s.units, s.has_fee, s.is_counted, s.worth
      from sale s, generate_series(1, 50000) n where s.seller = ${bytes(market.address('bob'))}`.execute(db)
    expect(await sums()).toEqual({ isComplete: false, royalties: 0n })
    const { isComplete, moneys, worth } = await summaryOf('bob')
    expect([isComplete, moneys.length > 0, worth.onPaper]).toEqual([false, true, undefined])
    expect(moneys.filter(({ onPaper }) => onPaper !== undefined)).toEqual([])
  })
})
