import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError, type SettlementReply } from '@plinth/api'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { bidOn, fund, type Lot, named, offer, openAuctionMarket, passTo, settlementFor, usd } from '../acts/auctions.ts'
import type { TestMarket } from '../market/market.ts'

const ROUNDS = process.env.PLINTH_LONG ? 1_000 : 20
/** Auctions that end at the same time. */
const AT_ONCE = 10

type Signing = { readonly bidder: string; readonly at: number }

/** The bidder cancels its bid while the operator is asked to sign the settlement (decision 31). */
describe('a bid that is taken back, and its settlement', () => {
  let market: TestMarket
  beforeAll(async () => {
    market = await openAuctionMarket()
    for (const who of ['bob', 'carol'] as const) await fund(market, who, usd('1000000'))
    await market.approve('alice', market.official)
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })
  afterAll(() => market?.close())

  /** Over, with Bob's 30 before Carol's 25. */
  async function ended(count: number): Promise<Lot[]> {
    const items = []
    for (let at = 0; at < count; at++) items.push(await market.mint('alice'))
    await market.sync()
    const lots: Lot[] = []
    for (const item of items) {
      const lot = await offer(market, 'alice', item, lots[0] ? { endTime: lots[0].auction.endTime } : {})
      await bidOn(market, 'carol', lot, usd('25'))
      await bidOn(market, 'bob', lot, usd('30'))
      lots.push(lot)
    }
    await passTo(market, (lots[0] as Lot).auction.endTime)
    return lots
  }
  async function takeBack(lot: Lot): Promise<number> {
    const { api } = await market.session('bob')
    await api.auction.cancel({ ...named(lot), total: usd('30'), chainId: market.chainId })
    return performance.now()
  }
  const ask = (lot: Lot) =>
    settlementFor(market, 'alice', lot, 1).catch((error: unknown) => {
      if (error instanceof ApiError) return error.code
      throw error
    })
  const nameOf = (answer: SettlementReply | string) =>
    typeof answer === 'string' ? answer : answer.bidder === market.address('bob') ? 'bob' : 'carol'

  /** Every settlement signature with its time: delayed, as by a remote signer. */
  function watchSigner(meanwhile: () => Promise<unknown>): Signing[] {
    const { signer } = market.server.context
    const signings: Signing[] = []
    const sign = signer.settlement.bind(signer)
    vi.spyOn(signer, 'settlement').mockImplementation(async (settlement, domain) => {
      await meanwhile()
      signings.push({ bidder: settlement.bid.bidder, at: performance.now() })
      return sign(settlement, domain)
    })
    return signings
  }

  it(`is signed before the bidder has an answer, or never, ${ROUNDS} times`, { timeout: ROUNDS * 3_000, tags: 'more' }, async () => {
    const signings = watchSigner(() => sleep(5))
    const outcomes = new Map<string, number>()
    let lots: Lot[] = []
    let usual = 0
    for (let round = 0; round < ROUNDS; round++) {
      if (lots.length === 0) lots = await ended(Math.min(AT_ONCE, ROUNDS - round))
      const lot = lots.pop() as Lot
      signings.length = 0
      // From simultaneous to as late as the last settlement took.
      const late = usual * ((round % 10) / 10)
      const from = performance.now()
      const asked = ask(lot).then((answer) => {
        usual = performance.now() - from
        return answer
      })
      const [answer, backAt] = await Promise.all([asked, sleep(late).then(() => takeBack(lot))])
      for (const { at } of signings.filter(({ bidder }) => bidder === market.address('bob'))) expect(at).toBeLessThan(backAt)
      expect(['bob', 'carol', 'AUCTION_BID_VOID']).toContain(nameOf(answer))
      outcomes.set(nameOf(answer), (outcomes.get(nameOf(answer)) ?? 0) + 1)
      expect(nameOf(await ask(lot))).toBe('carol')
    }
    expect([...outcomes.values()].reduce((sum, many) => sum + many)).toBe(ROUNDS)
  })

  it('waits with the bidder’s answer while the settlement is being signed', async () => {
    const [lot] = (await ended(1)) as [Lot]
    let taken: Promise<number> | undefined
    let isAnswered = false
    const signings = watchSigner(async () => {
      taken ??= takeBack(lot).finally(() => {
        isAnswered = true
      })
      await vi.waitUntil(async () => isAnswered || (await isWaiting()), { timeout: 20_000 })
      expect(isAnswered).toBe(false)
    })
    expect(nameOf(await ask(lot))).toBe('bob')
    expect(signings[0]?.at).toBeLessThan((await taken) ?? 0)
  })
  /** A transaction waits for a row that another one has locked. */
  async function isWaiting(): Promise<boolean> {
    const { db } = market.server.context
    const { rows } = await sql`select 1 from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where not l.granted and a.datname = current_database()`.execute(db)
    return rows.length > 0
  }

  it('is refused when the bid was taken back after the winner was found', async () => {
    const [lot] = (await ended(1)) as [Lot]
    const signings = watchSigner(async () => undefined)
    const chain = market.server.context.chains.get(market.chainId)
    const feesOf = chain.feesOf.bind(chain)
    // Read from the chain between the search and the signature.
    vi.spyOn(chain, 'feesOf').mockImplementationOnce(async (contract) => {
      await takeBack(lot)
      return feesOf(contract)
    })
    expect(await ask(lot)).toBe('AUCTION_BID_VOID')
    expect(signings).toEqual([])
    expect(nameOf(await ask(lot))).toBe('carol')
  })
})
