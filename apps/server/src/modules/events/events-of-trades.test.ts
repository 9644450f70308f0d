import { LiveEvent } from '@plinth/api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { TestMarket } from '../../../test/market/market.ts'

let market: TestMarket
beforeAll(async () => {
  market = await TestMarket.open()
})
afterAll(() => market.close())

/** Events written since, as `topic` and their subject. */
async function eventsSince(last: number): Promise<{ subjects: string[]; last: number }> {
  await market.sync()
  const rows = await market.server.context.db.selectFrom('outbox').selectAll().where('id', '>', last).orderBy('id').execute()
  const subjects = rows.map(({ topic, account, body }) => {
    if (topic === 'notice') return `notice ${Buffer.from(account ?? []).toString('hex')}`
    const event = z.decode(LiveEvent, JSON.parse(body))
    switch (event.topic) {
      case 'item':
        return `item ${event.chainId}:${event.collection}:${event.tokenId}`
      case 'order':
        return `order ${event.maker}:${event.collection}:${event.tokenId}`
      case 'transaction':
        return `transaction ${event.hash} ${event.status}`
      case 'collection':
        return `collection ${event.chainId}:${event.address}`
      default:
        return topic
    }
  })
  return { subjects, last: rows.at(-1)?.id ?? last }
}

function noticeTo(who: 'alice' | 'bob'): string {
  return `notice ${market.address(who).slice(2)}`
}

it('emits events with what makes them true, and with what a reorganisation undoes', async () => {
  const collection = await market.collection('alice')
  const made = await eventsSince(0)
  expect(made.subjects).toContain(`collection ${market.chainId}:${collection}`)
  expect(made.subjects).toContain(noticeTo('alice'))

  const item = await market.mint('alice', { collection })
  await market.approve('alice', collection)
  await market.sync()
  const itemEvent = `item ${market.chainId}:${collection}:${item.tokenId}`
  const orderEvent = `order ${market.address('alice')}:${collection}:${item.tokenId}`
  const minted = await eventsSince(made.last)
  expect(minted.subjects).toContain(itemEvent)
  expect(minted.subjects).not.toContain(orderEvent)

  const listing = await market.list('alice', item)
  const listed = await eventsSince(minted.last)
  expect(new Set(listed.subjects)).toEqual(new Set([itemEvent, orderEvent, noticeTo('alice')]))

  const hash = await market.buy('bob', listing)
  const sold = await eventsSince(listed.last)
  expect(new Set(sold.subjects)).toEqual(new Set([itemEvent, orderEvent, `transaction ${hash} done`, noticeTo('alice'), noticeTo('bob')]))

  await market.testnet.reorg(1)
  await market.testnet.mine(1)
  const undone = await eventsSince(sold.last)
  expect(new Set(undone.subjects)).toEqual(
    new Set([itemEvent, orderEvent, `transaction ${hash} orphaned`, noticeTo('alice'), noticeTo('bob')]),
  )

  // A revoked approval changes the order, though nothing was transferred.
  await market.approve('alice', collection, false)
  const unlisted = await eventsSince(undone.last)
  expect(unlisted.subjects).toContain(orderEvent)
  expect(unlisted.subjects).toContain(itemEvent)
})
