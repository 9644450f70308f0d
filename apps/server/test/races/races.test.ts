import { AppError, isErrorCode } from '@plinth/api'
import { ORDER_STATUS, ORDER_TYPE } from '@plinth/protocol'
import { parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bytes } from '../../src/db/database.ts'
import { type ItemId, type Listing, TestMarket } from '../market/market.ts'

const ROUNDS = process.env.PLINTH_LONG ? 1_000 : 20
/** Of `npm test`, which runs three of them: the rest of their rounds are in `test:more`. */
const FEW_ROUNDS = 5

/** Two on the chain, two calls, and one of each. */
const FEW: readonly string[] = [
  'the last unit goes to one of two buyers',
  'two edits end at the lower price',
  'a cancelled sale gets no fee signature',
]

/** Two at once, round after round: in either order, the outcome equals that of some sequence of the two. */
describe('races', () => {
  let market: TestMarket
  beforeAll(async () => {
    market = await TestMarket.open()
    await Promise.all((['alice', 'bob', 'carol'] as const).map((who) => market.session(who)))
    await market.approve('alice', market.official)
  })
  afterAll(() => market?.close())

  const race = (title: string, round: (at: number) => Promise<void>) => {
    const isFew = FEW.includes(title)
    const rounds = isFew ? ROUNDS - FEW_ROUNDS : ROUNDS
    if (isFew) it(`${title}, ${FEW_ROUNDS} times`, { timeout: FEW_ROUNDS * 8_000 }, () => repeat(FEW_ROUNDS, round))
    it(`${title}, ${rounds} times`, { timeout: rounds * 8_000, tags: 'more' }, () => repeat(rounds, round))
  }
  const repeat = async (rounds: number, round: (at: number) => Promise<void>) => {
    for (let at = 0; at < rounds; at++) await round(at)
  }
  const settled = async <T>(...acts: Promise<T>[]) => {
    const ends = await Promise.allSettled(acts)
    return ends.map((end) => (end.status === 'fulfilled' ? 'done' : codeOf(end.reason)))
  }
  const detail = async (item: ItemId) => (await market.session('alice')).api.nft.detail({ ...item, chainId: market.chainId })
  const stored = ({ order }: Listing) =>
    market.server.context.db
      .selectFrom('market_order')
      .selectAll()
      .where('maker', '=', bytes(order.owner))
      .where('salt', '=', order.salt)
      .executeTakeFirstOrThrow()

  race('the last unit goes to one of two buyers', async () => {
    const item = await market.mint('alice')
    await market.sync()
    const listing = await market.list('alice', item)
    const ends = await settled(market.buy('bob', listing), market.buy('carol', listing))
    expect(ends.filter((end) => end === 'done')).toHaveLength(1)
    await market.sync()
    const owner = market.address(ends[0] === 'done' ? 'bob' : 'carol')
    expect((await detail(item))?.onlyOwner).toBe(owner)
    expect(await stored(listing)).toMatchObject({ status: ORDER_STATUS.FILLED, filled_items: 1n, is_live: false })
  })

  describe('of two devices', () => {
    const FIRST = parseEther('100')
    let item: ItemId
    let listing: Listing
    let price = FIRST
    beforeAll(async () => {
      item = await market.mint('alice')
      await market.sync()
      listing = await market.list('alice', item, FIRST)
    })

    race('two edits end at the lower price', async () => {
      const { api } = await market.session('alice')
      const { salt } = listing.order
      const edits = [price - 1n, price - 2n].map((each) => market.sign('alice', item, each, { edit: true, salt }))
      const [high, low] = await Promise.all(edits)
      if (!high || !low) throw new Error('two were signed')
      price -= 2n
      const ends = await settled(api.order.add(high.input), api.order.add(low.input))
      expect(ends[1]).toBe('done')
      expect(['done', 'PRICE_NOT_LOWER']).toContain(ends[0])
      const { total, version, id } = await stored(listing)
      expect(total).toBe(price)
      const versions = await market.server.context.db
        .selectFrom('order_version')
        .select(['version', 'total'])
        .where('order_id', '=', id)
        .orderBy('version')
        .execute()
      expect(versions.map((row) => row.version)).toEqual(Array.from({ length: version }, (_, at) => at + 1))
      expect(versions.map((row) => row.total)).toEqual(versions.map((row) => row.total).toSorted((a, b) => (a > b ? -1 : 1)))
    })

    race('the same sale is stored once', async () => {
      const { api } = await market.session('bob')
      const own = await market.mint('bob')
      await market.approve('bob', market.official)
      await market.sync()
      const [one, other] = await Promise.all([market.sign('bob', own), market.sign('bob', own)])
      expect(one.order.salt).not.toBe(other.order.salt)
      const ends = await settled(api.order.add(one.input), api.order.add(other.input))
      expect(ends.toSorted()).toEqual(['ORDER_EXISTS', 'done'])
      expect((await detail(own))?.listings).toHaveLength(1)
    })
  })

  const allotted = new Set<bigint>()
  race('every token id is allotted once', async () => {
    const asked = (['alice', 'bob', 'carol', 'alice'] as const).map(async (who) => {
      const { api } = await market.session(who)
      return (await api.dapp.sign({ collection: market.official, chainId: market.chainId })).tokenId
    })
    for (const tokenId of await Promise.all(asked)) {
      expect(allotted).not.toContain(tokenId)
      allotted.add(tokenId)
    }
  })

  let disputed: ItemId | undefined
  race('a cancelled sale gets no fee signature', async (at) => {
    const { api } = await market.session('bob')
    disputed ??= await market.mint('alice')
    await market.sync()
    const listing = await market.list('alice', disputed, parseEther('1') + BigInt(at))
    const { salt, owner } = listing.order
    const ask = () => api.order.buyerFee({ ...(disputed as ItemId), owner, type: ORDER_TYPE.SALE, salt, chainId: market.chainId })
    const [cancelled, asked] = await settled<unknown>(market.cancel('alice', listing), ask())
    expect(cancelled).toBe('done')
    expect(['done', 'ORDER_CANCELLED', 'ORDER_NOT_FOUND']).toContain(asked)
    // Indexed or not: the chain has it.
    expect(['ORDER_CANCELLED', 'ORDER_NOT_FOUND']).toContain((await settled(ask()))[0])
    await market.sync()
    expect(await stored(listing)).toMatchObject({ status: ORDER_STATUS.CANCELLED, is_live: false })
  })

  race('a cancel and a purchase end as the chain says', async () => {
    const item = await market.mint('alice')
    await market.sync()
    const listing = await market.list('alice', item)
    const [bought, cancelled] = await settled(market.buy('bob', listing), market.cancel('alice', listing))
    expect([bought, cancelled].filter((end) => end === 'done')).toHaveLength(1)
    await market.sync()
    const status = bought === 'done' ? ORDER_STATUS.FILLED : ORDER_STATUS.CANCELLED
    expect(await stored(listing)).toMatchObject({ status, is_live: false })
    expect((await detail(item))?.onlyOwner).toBe(market.address(bought === 'done' ? 'bob' : 'alice'))
  })
})

function codeOf(error: unknown): string {
  if (error instanceof AppError) return error.code
  const code = (error as { code?: unknown }).code
  return typeof code === 'string' && isErrorCode(code) ? code : 'reverted'
}
