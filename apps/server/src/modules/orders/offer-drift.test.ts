import { type ItemRecord, readMetadata } from '@plinth/api'
import { NOTICE_SUBTYPE } from '@plinth/protocol'
import { parseUnits } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ItemId, TestMarket } from '../../../test/market/market.ts'
import { allow, takeDollars } from '../../../test/market/money.ts'
import { fillOf, makeOffer, signOffer } from '../../../test/market/offers.ts'
import { bytes, transact } from '../../db/database.ts'
import { lookAtSets } from '../../jobs/watch-offer-sets.ts'
import { recountAttributes } from '../../state/items/attributes.ts'

let market: TestMarket
beforeAll(async () => {
  market = await TestMarket.open()
  await takeDollars(market, 'bob', usd('1000'))
  await allow(market, 'bob', market.testnet.contracts.dollar, usd('1000'))
})
afterAll(() => market.close())

const usd = (text: string) => parseUnits(text, 6)
const RED = [{ key: 'Colour', values: ['Red'] }]
const { OFFER_JOINED, OFFER_LEFT } = NOTICE_SUBTYPE

async function coloured(name: string, ...colours: string[]) {
  const collection = await market.collection('alice', name, 'DRI')
  await market.approve('alice', collection)
  const items: ItemId[] = []
  for (const Colour of colours) items.push(await market.mint('alice', { collection, properties: { Colour } }))
  await market.sync()
  return { collection, items }
}

/** As its metadata says once it is read again. */
async function paint({ collection, tokenId }: ItemId, colour: string): Promise<void> {
  const { chainId } = market
  await transact(market.server.context.db, async (tx) => {
    const metadata = JSON.stringify({ name: 'Painted', attributes: [{ trait_type: 'Colour', value: colour }] })
    expect(readMetadata(metadata).attributes).toHaveLength(1)
    await tx.updateTable('item').set({ metadata }).where('collection', '=', bytes(collection)).where('token_id', '=', tokenId).execute()
    await recountAttributes(tx, { chainId, collection, tokenId })
  })
}

/** The job, so much later. */
async function look(hours: number): Promise<void> {
  const { context } = market.server
  const later = { now: () => context.clock.now() + hours * 3_600 }
  await lookAtSets({ ...context, clock: { ...context.clock, ...later } })
}

const heard = async () =>
  (await (await market.session('bob')).api.notices.list({ page: 1, limit: 50 })).list.map(({ subType, content }) => [
    subType,
    content.quantity,
  ])
const mine = async (collection: ItemRecord['collection']) =>
  (await (await market.session('bob')).api.offer.mine({ page: 1, limit: 20 })).list.find((offer) => offer.collection === collection)
const offersFor = async ({ collection, tokenId }: ItemId) =>
  (await market.server.api().offer.forItem({ page: 1, limit: 20, collection, tokenId })).list

it('[COFF-04] says how many items it covers, and tells its maker once that more have joined the attribute', async () => {
  const { collection } = await coloured('Joined', 'Red', 'Red', 'Blue')
  await makeOffer(market, 'bob', usd('3'), { collection, attributes: RED })
  await look(1)
  expect(await mine(collection)).toMatchObject({ items: 2, joined: 0, gone: 0 })
  const before = await heard()
  await market.mint('alice', { collection, properties: { Colour: 'Red' } })
  await market.sync()
  await look(2)
  expect(await mine(collection)).toMatchObject({ items: 2, joined: 1, gone: 0 })
  const news = async () => (await heard()).slice(0, -before.length || undefined)
  expect(await news()).toEqual([[OFFER_JOINED, '1']])
  // Of the same it hears once, and of more not within the day.
  await look(3)
  await market.mint('alice', { collection, properties: { Colour: 'Red' } })
  await market.sync()
  await look(4)
  expect(await mine(collection)).toMatchObject({ joined: 2 })
  expect(await news()).toEqual([[OFFER_JOINED, '1']])
  await look(27)
  expect(await news()).toEqual([
    [OFFER_JOINED, '2'],
    [OFFER_JOINED, '1'],
  ])
})

it('[COFF-10] proposes no item that has left the attribute, tells the maker, and proposes it again once it is back', async () => {
  const { collection, items } = await coloured('Left', 'Red', 'Red', 'Blue')
  const [first, second] = items
  if (!first || !second) throw new Error('Three were minted')
  const offer = await makeOffer(market, 'bob', usd('3'), { collection, attributes: RED })
  await paint(first, 'Green')
  expect(await offersFor(first)).toEqual([])
  expect(await offersFor(second)).toHaveLength(1)
  await expect(fillOf(market, 'alice', offer, first)).rejects.toMatchObject({ code: 'BAD_ARGUMENT_VALUE' })
  expect((await fillOf(market, 'alice', offer, second)).root).toBe(offer.root)
  const inbox = (await (await market.session('alice')).api.offer.inbox({ page: 1, limit: 20 })).list
  const received = inbox.find((one) => one.offer.salt === offer.order.salt)
  expect(received?.items.map(({ tokenId }) => tokenId)).toEqual([second.tokenId])
  await look(30)
  expect(await mine(collection)).toMatchObject({ items: 2, gone: 1 })
  expect((await heard())[0]).toEqual([OFFER_LEFT, '1'])
  await paint(first, 'Red')
  expect(await offersFor(first)).toHaveLength(1)
  await look(31)
  expect(await mine(collection)).toMatchObject({ gone: 0 })
})

it('[COFF-10] takes no attribute offer while all items are alike, as before a reveal', async () => {
  const { collection } = await coloured('Alike', 'Red', 'Red')
  await expect(signOffer(market, 'bob', usd('1'), { collection, attributes: RED })).rejects.toMatchObject({ code: 'BAD_ARGUMENT_VALUE' })
  expect((await signOffer(market, 'bob', usd('1'), { collection })).items).toBe(2)
})
