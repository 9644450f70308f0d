import { LiveEvent } from '@plinth/api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { TestMarket } from '../../../test/market.ts'

let market: TestMarket
beforeAll(async () => {
  market = await TestMarket.open()
})
afterAll(() => market.close())

/** Events written since, as `topic` and their subject. */
async function newsSince(last: number): Promise<{ told: string[]; last: number }> {
  await market.sync()
  const rows = await market.server.context.db.selectFrom('outbox').selectAll().where('id', '>', last).orderBy('id').execute()
  const told = rows.map(({ topic, account, body }) => {
    if (topic === 'notice') return `notice ${Buffer.from(account ?? []).toString('hex')}`
    const news = z.decode(LiveEvent, JSON.parse(body))
    switch (news.topic) {
      case 'item':
        return `item ${news.chainId}:${news.collection}:${news.tokenId}`
      case 'order':
        return `order ${news.maker}:${news.collection}:${news.tokenId}`
      case 'transaction':
        return `transaction ${news.hash} ${news.status}`
      case 'collection':
        return `collection ${news.chainId}:${news.address}`
      default:
        return topic
    }
  })
  return { told, last: rows.at(-1)?.id ?? last }
}

function noticeTo(who: 'alice' | 'bob'): string {
  return `notice ${market.address(who).slice(2)}`
}

it('tells of collection, item, order, notices and transaction with what makes them true, and of what a reorganisation undoes', async () => {
  const collection = await market.collection('alice')
  const made = await newsSince(0)
  expect(made.told).toContain(`collection ${market.chainId}:${collection}`)
  expect(made.told).toContain(noticeTo('alice'))

  const item = await market.mint('alice', { collection })
  await market.approve('alice', collection)
  await market.sync()
  const itemNews = `item ${market.chainId}:${collection}:${item.tokenId}`
  const orderNews = `order ${market.address('alice')}:${collection}:${item.tokenId}`
  const minted = await newsSince(made.last)
  expect(minted.told).toContain(itemNews)
  expect(minted.told).not.toContain(orderNews)

  const listing = await market.list('alice', item)
  const listed = await newsSince(minted.last)
  expect(new Set(listed.told)).toEqual(new Set([itemNews, orderNews, noticeTo('alice')]))

  const hash = await market.buy('bob', listing)
  const sold = await newsSince(listed.last)
  expect(new Set(sold.told)).toEqual(new Set([itemNews, orderNews, `transaction ${hash} done`, noticeTo('alice'), noticeTo('bob')]))

  await market.testnet.reorg(1)
  await market.testnet.mine(1)
  const undone = await newsSince(sold.last)
  expect(new Set(undone.told)).toEqual(new Set([itemNews, orderNews, `transaction ${hash} orphaned`, noticeTo('alice'), noticeTo('bob')]))

  // A revoked approval changes the order, though nothing was transferred.
  await market.approve('alice', collection, false)
  const unlisted = await newsSince(undone.last)
  expect(unlisted.told).toContain(orderNews)
  expect(unlisted.told).toContain(itemNews)
})
