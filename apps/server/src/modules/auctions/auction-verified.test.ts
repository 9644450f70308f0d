/** @module-tag more */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SettlementReply } from '@plinth/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  bidOn,
  domainOf,
  fund,
  type Lot,
  named,
  offered,
  openAuctionMarket,
  passTo,
  publishedBids,
  read,
  sendSettlement,
  settlementFor,
  signedOf,
  usd,
  verify,
} from '../../../test/acts/auctions.ts'
import type { TestMarket, Who } from '../../../test/market/market.ts'
import { allow } from '../../../test/market/money.ts'

let market: TestMarket
let folder: string
beforeAll(async () => {
  market = await openAuctionMarket()
  folder = mkdtempSync(join(tmpdir(), 'plinth-bids-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await market.close()
})

/** Ended: Bob and Carol lost, and Carol had cancelled; Eve lost, and was unfunded at the end; Dan won. */
async function ended(): Promise<{ lot: Lot; reply: SettlementReply }> {
  const people = ['bob', 'carol', 'eve', 'dan'] as const
  for (const who of people) await fund(market, who)
  const lot = await offered(market, 'alice')
  for (const [at, who] of people.entries()) await bidOn(market, who, lot, usd(String(20 + at)))
  const { api } = await market.session('carol')
  await api.auction.cancel({ ...named(lot), total: usd('21'), chainId: market.chainId })
  await allow(market, 'eve', market.testnet.contracts.dollar, 0n)
  await passTo(market, lot.auction.endTime)
  await fund(market, 'eve')
  await market.sync()
  return { lot, reply: await settlementFor(market, 'alice', lot, 1) }
}

/** The signature of an operator that gives the shares to other accounts. */
async function payingOut(reply: SettlementReply, ...people: Who[]): Promise<SettlementReply> {
  const recipients = people.map((who) => market.address(who)).sort()
  const bid = { auction: signedOf(reply), bidder: reply.bidder, buying: reply.total, buyerFee: BigInt(reply.buyerFee) }
  const signature = await market.server.context.signer.settlement({ bid, recipients, feeEpoch: reply.feeEpoch }, domainOf(market))
  return { ...reply, recipients, v: String(signature.v), r: signature.r, s: signature.s }
}

async function settledAndVerified(lot: Lot, reply: SettlementReply) {
  const hash = await market.mined(await sendSettlement(market, 'alice', reply))
  await market.sync()
  const file = join(folder, 'bids.json')
  writeFileSync(file, await publishedBids(market, lot))
  return verify(market, ['--tx', hash, '--bids', file])
}

describe('the script that checks a settlement', () => {
  it('agrees that a bidder that cancelled, and one that could not pay at the end, have no share', async () => {
    const { lot, reply } = await ended()
    expect(reply.recipients).toEqual([market.address('bob')])
    const { code, output } = await settledAndVerified(lot, reply)
    expect([code, output]).toEqual([0, expect.stringContaining('those who share are the 1 who lost and could pay')])
    expect(output).toContain(`✓ ${market.address('carol')} signed a bid of ${usd('21')}`)
  })

  it('[SNIPE-01] looks at the end as late bids moved it, and at none for a buy-now total', async () => {
    for (const who of ['eve', 'dan'] as const) await fund(market, who)
    const lot = await offered(market, 'alice', { extension: 300 })
    await bidOn(market, 'eve', lot, usd('20'))
    await passTo(market, lot.auction.endTime - 10)
    await bidOn(market, 'dan', lot, usd('30'))
    await passTo(market, lot.auction.endTime + 10)
    // At the signed end she could still pay.
    await allow(market, 'eve', market.testnet.contracts.dollar, 0n)
    await passTo(market, (await read(market, lot)).endTime)
    await fund(market, 'eve')
    await market.sync()
    const reply = await settlementFor(market, 'alice', lot, 1)
    expect(reply.recipients).toEqual([])
    expect(await settledAndVerified(lot, reply)).toMatchObject({ code: 0, output: expect.stringContaining('those who share are the 0') })

    const now = await offered(market, 'alice', { buyNow: usd('100') })
    await bidOn(market, 'eve', now, usd('20'))
    await bidOn(market, 'dan', now, usd('100'))
    const bought = await settledAndVerified(now, await settlementFor(market, 'alice', now, 1))
    expect(bought).toMatchObject({ code: 0, output: expect.stringContaining('no bidder shares in the buy-now total') })
  })

  it.each([
    ['took back', 'carol'],
    ['could not pay at the end', 'eve'],
  ] as const)('finds a share for one who %s', async (_, who) => {
    const { lot, reply } = await ended()
    const { code, output } = await settledAndVerified(lot, await payingOut(reply, 'bob', who))
    expect([code, output]).toEqual([1, expect.stringContaining('✗ those who share are the 1 who lost and could pay')])
    expect(output.split('\n').filter((line) => line.startsWith('✗'))).toHaveLength(1)
  })
})
