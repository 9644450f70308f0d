import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AUCTION_END, AUCTION_STATUS, NOTICE_SUBTYPE, ONSELL_TYPE } from '@plinth/protocol'
import { collection721Abi } from '@plinth/protocol/abi'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  bidOn,
  cancelAuction,
  dollarsOf,
  fund,
  type Lot,
  named,
  offered,
  openAuctionMarket,
  passTo,
  publishedBids,
  settle,
  settlementFor,
  tick,
  usd,
  verify,
} from '../../../test/acts/auctions.ts'
import type { TestMarket, Who } from '../../../test/market/market.ts'
import { sendMoney } from '../../../test/market/money.ts'
import { forgetChain } from '../../indexer/rebuild.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openAuctionMarket()
  for (const who of ['bob', 'carol', 'dan', 'eve'] as const) await fund(market, who)
})
afterAll(() => market.close())

const ownerOf = async ({ item }: Lot) =>
  (
    await market.testnet.publicClient.readContract({
      address: item.collection,
      abi: collection721Abi,
      functionName: 'ownerOf',
      args: [item.tokenId],
    })
  ).toLowerCase()

async function auctionOf(lot: Lot, who: Who = 'alice') {
  await market.sync()
  return (await market.session(who)).api.auction.get({ ...named(lot), chainId: market.chainId })
}

/** Subtypes of an account's notices about an item, newest first. */
async function noticesOf(who: Who, { item }: Lot) {
  const { list } = await (await market.session(who)).api.notices.list({ page: 1, limit: 100 })
  return list.filter(({ content }) => content.item?.tokenId === item.tokenId).map(({ subType, content }) => [subType, content.price])
}

const { AUCTION, AUCTION_BID, AUCTION_BONUS, AUCTION_BUY, AUCTION_WON, MINT } = NOTICE_SUBTYPE

describe('an auction with three bidders', () => {
  let lot: Lot
  let before: Record<'alice' | 'bob' | 'carol' | 'dan', bigint>
  beforeAll(async () => {
    lot = await offered(market, 'alice')
    const people = ['alice', 'bob', 'carol', 'dan'] as const
    before = Object.fromEntries(await Promise.all(people.map(async (who) => [who, await dollarsOf(market, who)]))) as typeof before
  })

  it('[API-106] [AUC-30] [DATA-30] [ENUM-12] takes bids while it is open, and notifies of them', async () => {
    await bidOn(market, 'bob', lot, usd('10'))
    await bidOn(market, 'carol', lot, usd('15'))
    await bidOn(market, 'dan', lot, usd('100'))
    const { api } = await market.session('alice')
    const { list, users } = await api.auction.bids({ ...named(lot), chainId: market.chainId })
    expect(list.map(({ bidder, total, unitPrice, status }) => [bidder, total, unitPrice, status])).toEqual([
      [market.address('dan'), usd('100'), '100', 0],
      [market.address('carol'), usd('15'), '15', 0],
      [market.address('bob'), usd('10'), '10', 0],
    ])
    expect(users.map(({ address }) => address)).toEqual([market.address('dan'), market.address('carol'), market.address('bob')])
    const record = await auctionOf(lot)
    expect(record).toMatchObject({ highestPrice: usd('100'), highestBidder: market.address('dan'), bidders: 3, nextPrice: usd('101') })
    expect(await noticesOf('carol', lot)).toEqual([[AUCTION_BID, '100']])
    expect(await noticesOf('alice', lot)).toEqual([
      [AUCTION_BID, '100'],
      [AUCTION_BID, '15'],
      [AUCTION_BID, '10'],
      [AUCTION, '10'],
      [MINT, ''],
    ])
  })

  it('[AUC-25] [API-109] [DATA-50] is settled by its owner after the end, the losers share to the unit', async () => {
    await expect(settlementFor(market, 'alice', lot, 1)).rejects.toMatchObject({ code: 'AUCTION_NOT_ENDED' })
    await passTo(market, lot.auction.endTime)
    await tick(market)
    expect(await noticesOf('dan', lot)).toEqual([[AUCTION_WON, '100']])
    const { reply } = await settle(market, 'alice', lot)
    expect(reply).toMatchObject({ bidder: market.address('dan'), total: usd('100'), share: usd('10'), buyerFee: 250 })
    expect(reply.recipients).toEqual([market.address('bob'), market.address('carol')].sort())
    await market.sync()
    expect(await ownerOf(lot)).toBe(market.address('dan'))
    // 100 less the seller fee and a fifth for the two losing bidders; the winner pays the buyer fee on top.
    expect((await dollarsOf(market, 'alice')) - before.alice).toBe(usd('77.5'))
    expect((await dollarsOf(market, 'bob')) - before.bob).toBe(usd('10'))
    expect((await dollarsOf(market, 'carol')) - before.carol).toBe(usd('10'))
    expect(before.dan - (await dollarsOf(market, 'dan'))).toBe(usd('102.5'))
  })

  it('[AUC-34] [ENUM-10] [ENUM-11] is finished then, all parties are notified, and the item is the winner’s', async () => {
    const record = await auctionOf(lot)
    expect(record).toMatchObject({ status: AUCTION_STATUS.FINISHED, end: AUCTION_END.FINISHED, highestPrice: usd('100') })
    expect(record.endTx).toMatch(/^0x[0-9a-f]{64}$/)
    expect(await noticesOf('bob', lot)).toEqual([
      [AUCTION_BONUS, '10'],
      [AUCTION_BID, '15'],
    ])
    expect((await noticesOf('dan', lot))[0]).toEqual([AUCTION_BUY, '100'])
    expect((await noticesOf('alice', lot)).slice(0, 2)).toEqual([
      [AUCTION_BUY, '100'],
      [AUCTION_WON, '100'],
    ])
    const item = await market.detail(lot.item)
    expect(item.holdings.map(({ owner, saleType }) => [owner, saleType])).toEqual([[market.address('dan'), ONSELL_TYPE.NONE]])
    expect(item.auctions).toEqual([])
    await expect(settlementFor(market, 'dan', lot, 2)).rejects.toMatchObject({ code: 'AUCTION_OVER' })
  })

  it('can be recomputed from the chain and the published bids alone', async () => {
    const { endTx } = await auctionOf(lot)
    const folder = mkdtempSync(join(tmpdir(), 'plinth-bids-'))
    const file = join(folder, 'bids.json')
    const published = await publishedBids(market, lot)
    writeFileSync(file, published)
    const { output, code } = await verify(market, ['--tx', endTx, '--bids', file])
    expect([code, output]).toEqual([0, expect.stringContaining(`each of 2 losing bidders gets ${usd('10')}`)])
    expect(output).not.toContain('✗')
    writeFileSync(file, published.replace(`"buying":"${usd('15')}"`, `"buying":"${usd('14')}"`))
    const forged = await verify(market, ['--tx', endTx, '--bids', file])
    rmSync(folder, { recursive: true })
    expect([forged.code, forged.output]).toEqual([1, expect.stringContaining(`✗ ${market.address('carol')} signed a bid of ${usd('14')}`)])
  })

  it('is in the item’s history as a sale, without a transfer beside it', async () => {
    const { api } = await market.session('alice')
    const history = await api.nft.history({ ...lot.item, chainId: market.chainId })
    expect(history.map(({ type, from, to, content }) => [type, from, to, content?.unitPrice])).toEqual([
      [4, market.address('alice'), market.address('dan'), '100'],
      [9, market.address('alice'), market.address('alice'), undefined],
    ])
  })
})

describe('the winner of an auction', () => {
  it('[AUC-26] settles it itself', async () => {
    const lot = await offered(market, 'alice', { encourage: 0 })
    await bidOn(market, 'bob', lot, usd('30'))
    await bidOn(market, 'carol', lot, usd('40'))
    await passTo(market, lot.auction.endTime)
    await expect(settlementFor(market, 'bob', lot, 2)).rejects.toMatchObject({ code: 'AUCTION_NOT_PARTY' })
    await expect(settlementFor(market, 'carol', lot, 1)).rejects.toMatchObject({ code: 'AUCTION_NOT_PARTY' })
    const { reply } = await settle(market, 'carol', lot)
    expect(reply.recipients).toEqual([])
    expect(await ownerOf(lot)).toBe(market.address('carol'))
  })

  it('yields to the next bid when it can’t pay, and shares nothing', async () => {
    const lot = await offered(market, 'alice')
    await fund(market, 'eve', usd('500'))
    await bidOn(market, 'bob', lot, usd('25'))
    await bidOn(market, 'carol', lot, usd('30'))
    await bidOn(market, 'eve', lot, usd('400'))
    await sendMoney(market, 'eve', 'dan', market.testnet.contracts.dollar, await dollarsOf(market, 'eve'))
    expect(await auctionOf(lot)).toMatchObject({ highestPrice: usd('30'), highestBidder: market.address('carol') })
    await passTo(market, lot.auction.endTime)
    await expect(settlementFor(market, 'eve', lot, 2)).rejects.toMatchObject({ code: 'NOT_ENOUGH_FUNDS' })
    const { reply } = await settle(market, 'alice', lot)
    expect(reply).toMatchObject({ bidder: market.address('carol'), total: usd('30'), recipients: [market.address('bob')], share: usd('6') })
    expect(await ownerOf(lot)).toBe(market.address('carol'))
  })
})

describe('the tables of auctions', () => {
  const COLUMNS = {
    auction: ['owner', 'sequence', 'end_code', 'winner', 'sold_for', 'end_tx', 'is_open', 'is_fundable', 'has_left', 'is_live', 'bidders'],
    auction_event: ['block_hash', 'log_index', 'kind', 'owner', 'sequence', 'buyer', 'token_id', 'total', 'at'],
    auction_bid: ['bidder', 'total', 'status', 'was_funded_at_end'],
    activity: ['token_id', 'type', 'from_account', 'to_account', 'snapshot', 'tx_hash'],
    notice: ['account', 'source', 'subtype', 'operator'],
  }
  const read = async () => {
    const tables = Object.entries(COLUMNS).map(async ([table, columns]) => {
      const query = sql<{
        row: string
      }>`select row_to_json(t)::text as row from (select ${sql.raw(columns.join(', '))} from ${sql.table(table)}) t`
      const { rows } = await query.execute(market.server.context.db)
      return [table, rows.map(({ row }) => row).sort()] as const
    })
    return Object.fromEntries(await Promise.all(tables))
  }

  it('equal those of a fresh build from the chain', async () => {
    const lot = await offered(market, 'alice')
    await bidOn(market, 'bob', lot, usd('30'))
    await cancelAuction(market, 'alice', await offered(market, 'alice'))
    await market.sync()
    const built = await read()
    expect(built.auction_event).toHaveLength(4)
    await market.indexers.stop()
    await forgetChain(market.server.context, market.chainId)
    await market.server.context.db.deleteFrom('notice').where('source', 'like', 'log:%').execute()
    await market.follow()
    expect(await read()).toEqual(built)
  })
})
