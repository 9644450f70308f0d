/** @module-tag more */
import { NOTICE_SUBTYPE } from '@plinth/protocol'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bidOn, fund, type Lot, named, offered, openAuctionMarket, passTo, tick, usd, voidBids } from '../../../test/acts/auctions.ts'
import type { TestMarket, Who } from '../../../test/market/market.ts'
import { allow } from '../../../test/market/money.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openAuctionMarket()
})
beforeEach(async () => {
  for (const who of ['bob', 'carol'] as const) await fund(market, who)
})
afterAll(() => market.close())

const { AUCTION_BID, AUCTION_LEADING, AUCTION_WON, CANCEL_AUCTION_BID } = NOTICE_SUBTYPE

/** Notices of an account about the bids on a lot, oldest first: the acting account and the price. */
async function noticesOf(who: Who, { item }: Lot) {
  const { list } = await (await market.session(who)).api.notices.list({ page: 1, limit: 100 })
  const kinds: readonly number[] = [AUCTION_BID, AUCTION_LEADING, AUCTION_WON, CANCEL_AUCTION_BID]
  return list
    .filter(({ content, subType }) => content.item?.tokenId === item.tokenId && kinds.includes(subType))
    .map(({ subType, operator, content }) => [subType, nameOf(operator.address), content.price])
    .reverse()
}
const nameOf = (address: string) => (['alice', 'bob', 'carol', 'dan'] as const).find((who) => market.address(who) === address)

/** Revokes and restores a bidder's allowance, which invalidates and revalidates its bids. */
const leave = (who: Who) => allow(market, who, market.testnet.contracts.dollar, 0n)
const comeBack = (who: Who) => allow(market, who, market.testnet.contracts.dollar, usd('10000'))

/** The job's next two rounds: the second finds nothing to notify. */
async function look(): Promise<void> {
  await market.sync()
  await tick(market)
  await tick(market)
}

async function contested(): Promise<Lot> {
  const lot = await offered(market, 'alice')
  await bidOn(market, 'bob', lot, usd('21'))
  await bidOn(market, 'carol', lot, usd('25'))
  return lot
}

describe('a bidder who leads again before the end', () => {
  const OUTBID = [AUCTION_BID, 'carol', '25']

  it('is notified once, and so is a bidder whose higher bid counts again', async () => {
    const lot = await contested()
    await look()
    expect(await noticesOf('bob', lot)).toEqual([OUTBID])
    await leave('carol')
    await look()
    expect(await noticesOf('bob', lot)).toEqual([OUTBID, [AUCTION_LEADING, 'carol', '21']])
    expect(await noticesOf('carol', lot)).toEqual([])
    await comeBack('carol')
    await look()
    const overtaken = [OUTBID, [AUCTION_LEADING, 'carol', '21'], OUTBID]
    expect(await noticesOf('bob', lot)).toEqual(overtaken)
    expect(await noticesOf('carol', lot)).toEqual([[AUCTION_LEADING, 'bob', '25']])
    // However often Carol’s balance drops and recovers.
    for (const act of [leave, comeBack, leave, comeBack]) {
      await act('carol')
      await look()
    }
    expect(await noticesOf('bob', lot)).toEqual(overtaken)
    expect(await noticesOf('carol', lot)).toHaveLength(1)
    expect((await noticesOf('alice', lot)).map(([subType]) => subType)).toEqual([AUCTION_BID, AUCTION_BID])
  })

  it('is notified when the higher bid is cancelled, on the site or on chain', async () => {
    for (const takeBack of ['site', 'chain'] as const) {
      const lot = await contested()
      const { api } = await market.session('carol')
      if (takeBack === 'chain') await voidBids(market, 'carol', lot, usd('25'))
      else await api.auction.cancel({ ...named(lot), total: usd('25'), chainId: market.chainId })
      await look()
      expect(await noticesOf('bob', lot)).toEqual([OUTBID, [AUCTION_LEADING, 'carol', '21']])
    }
  })

  it('is notified of a later bid as before, and of nothing once the item has left its owner', async () => {
    const lot = await contested()
    await leave('carol')
    await look()
    await comeBack('carol')
    await market.sync()
    await leave('carol')
    await market.sync()
    await fund(market, 'dan')
    await bidOn(market, 'dan', lot, usd('30'))
    await look()
    expect((await noticesOf('bob', lot)).slice(1)).toEqual([
      [AUCTION_LEADING, 'carol', '21'],
      [AUCTION_BID, 'dan', '30'],
    ])
    await comeBack('carol')
    const gone = await contested()
    await market.transfer('alice', 'eve', gone.item)
    await leave('carol')
    await look()
    expect(await noticesOf('bob', gone)).toEqual([OUTBID])
  })
})

describe('a winner after the end', () => {
  async function ended(): Promise<Lot> {
    const lot = await contested()
    await passTo(market, lot.auction.endTime)
    await look()
    expect(await noticesOf('carol', lot)).toEqual([[AUCTION_WON, 'alice', '25']])
    return lot
  }
  const owners = async (lot: Lot) => (await noticesOf('alice', lot)).slice(2)

  it('that can’t pay any more yields to one notified once, with the owner, and returns unnotified', async () => {
    const lot = await ended()
    expect(await owners(lot)).toEqual([[AUCTION_WON, 'carol', '25']])
    await leave('carol')
    await look()
    expect((await noticesOf('bob', lot)).slice(1)).toEqual([[AUCTION_WON, 'alice', '21']])
    const both = [
      [AUCTION_WON, 'carol', '25'],
      [AUCTION_WON, 'bob', '21'],
    ]
    expect(await owners(lot)).toEqual(both)
    for (const act of [comeBack, leave]) {
      await act('carol')
      await look()
    }
    expect([await noticesOf('bob', lot), await noticesOf('carol', lot)]).toMatchObject({ 0: { length: 2 }, 1: { length: 1 } })
    expect(await owners(lot)).toEqual(both)
  })

  it('that voids its bid yields to one notified once, also when the chain reverts both', async () => {
    const lot = await ended()
    await voidBids(market, 'carol', lot, usd('25'))
    await look()
    expect((await noticesOf('bob', lot)).slice(1)).toEqual([[AUCTION_WON, 'alice', '21']])
    // The void, and the block at which the end was read.
    await market.testnet.reorg(2)
    await passTo(market, lot.auction.endTime + 60)
    await look()
    await voidBids(market, 'carol', lot, usd('25'))
    await look()
    expect((await noticesOf('bob', lot)).slice(1)).toEqual([[AUCTION_WON, 'alice', '21']])
    expect(await noticesOf('carol', lot)).toEqual([[AUCTION_WON, 'alice', '25']])
    expect(await owners(lot)).toHaveLength(2)
  })

  it('is notified late if funded after the end, and never for a bid below the lowest accepted price', async () => {
    const lot = await offered(market, 'alice')
    await bidOn(market, 'bob', lot, usd('19'))
    await bidOn(market, 'carol', lot, usd('25'))
    await leave('carol')
    await passTo(market, lot.auction.endTime)
    await look()
    expect([await noticesOf('bob', lot), await noticesOf('carol', lot)]).toEqual([[[AUCTION_BID, 'carol', '25']], []])
    await comeBack('carol')
    await look()
    expect(await noticesOf('carol', lot)).toEqual([[AUCTION_WON, 'alice', '25']])
  })

  it('is not notified by an index that is far behind', async () => {
    const lot = await ended()
    await leave('carol')
    await market.sync()
    await market.indexers.stop()
    await market.testnet.mine(60)
    await market.server.context.chains.get(market.chainId).refresh()
    await tick(market)
    expect(await noticesOf('bob', lot)).toHaveLength(1)
    await market.follow()
    await look()
    expect((await noticesOf('bob', lot)).slice(1)).toEqual([[AUCTION_WON, 'alice', '21']])
  })
})
