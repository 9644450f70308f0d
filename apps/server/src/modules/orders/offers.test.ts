import { text } from 'node:stream/consumers'
import { ACTION_TYPE, ANY_ID, idTreeOf, isInCriteria, TOKEN_STANDARD, toExchangeOrder } from '@plinth/protocol'
import { exchangeAbi } from '@plinth/protocol/abi'
import { parseUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mintEdition } from '../../../test/chain/editions.ts'
import type { Session } from '../../../test/market/harness.ts'
import { type ItemId, TestMarket } from '../../../test/market/market.ts'
import { allow, balanceOf, bid, sendMoney, takeDollars, wrap } from '../../../test/market/money.ts'
import { acceptOffer, fillOf, makeOffer, type Offered, signOffer } from '../../../test/market/offers.ts'
import { bytes, transact } from '../../db/database.ts'
import { expireOrders } from '../../jobs/expire-orders.ts'
import { holdingOf } from '../../state/items/holdings.ts'
import { applyRules, setRule } from '../../state/items/moderated.ts'
import { dropUnsignedSets, revalidateSome } from './service.ts'

let market: TestMarket
let alice: Session
let bob: Session
beforeAll(async () => {
  market = await TestMarket.open()
  alice = await market.session('alice')
  bob = await market.session('bob')
  await market.approve('alice', market.official)
  await market.approve('alice', market.testnet.contracts.official1155)
  for (const who of ['bob', 'carol'] as const) {
    await takeDollars(market, who, usd('1000'))
    await allow(market, who, market.testnet.contracts.dollar, usd('100000'))
  }
})
afterAll(() => market.close())

const usd = (text: string) => parseUnits(text, 6)
const PAGE = { page: 1, limit: 20 }
const listed = async (collection = market.official) => (await market.server.api().offer.list({ ...PAGE, collection })).list
const offersFor = async ({ collection, tokenId }: ItemId) =>
  (await market.server.api().offer.forItem({ ...PAGE, collection, tokenId })).list
const saltsOf = (offers: readonly { salt: bigint }[]) => offers.map(({ salt }) => salt)
const kindsOf = (offers: readonly { kind: string; unitPrice: bigint }[]) => offers.map(({ kind, unitPrice }) => [kind, unitPrice])

/** The index reads the money of a new offer with the next block. */
async function nextBlock(): Promise<void> {
  await market.testnet.mine(1)
  await market.sync()
}

async function cancel(who: 'bob' | 'carol', { order }: Offered): Promise<void> {
  const args = [toExchangeOrder(order).key] as const
  await market.mined(await market.wallet(who).writeContract({ address: market.exchange, abi: exchangeAbi, functionName: 'cancel', args }))
  await market.sync()
}

/** A collection of Alice's with three items, two of them red. */
async function coloured(name: string) {
  const collection = await market.collection('alice', name, 'COL')
  await market.approve('alice', collection)
  const items: ItemId[] = []
  for (const Colour of ['Red', 'Red', 'Blue']) items.push(await market.mint('alice', { collection, properties: { Colour } }))
  await market.sync()
  const [first, second, blue] = items
  if (!first || !second || !blue) throw new Error('Three were minted')
  return { collection, first, second, blue }
}
const RED = [{ key: 'Colour', values: ['Red'] }]

describe('an offer for any item of a collection', () => {
  it('[COFF-05] is listed, sold to in parts by two items, and is over when all units are', async () => {
    const item = await market.minted('alice')
    const other = await market.minted('alice')
    const offer = await makeOffer(market, 'bob', usd('10'), { quantity: 2n })
    await nextBlock()
    const mine = async () => (await listed()).find(({ salt }) => salt === offer.order.salt)
    expect(await mine()).toMatchObject({
      kind: 'collection',
      left: 2n,
      covered: 2n,
      unitPrice: usd('10'),
      isFundable: true,
      root: offer.root,
    })
    expect(saltsOf(await offersFor(item))).toEqual([offer.order.salt])

    const before = await balanceOf(market, 'alice', market.testnet.contracts.dollar)
    const hash = await acceptOffer(market, 'alice', offer, item)
    await market.sync()
    expect(await mine()).toMatchObject({ left: 1n, covered: 1n })
    expect((await balanceOf(market, 'alice', market.testnet.contracts.dollar)) - before).toBe(usd('9.75'))
    // History, sales and statistics name the item, not the root.
    const sale = await market.server.context.db.selectFrom('sale').selectAll().where('tx_hash', '=', bytes(hash)).executeTakeFirstOrThrow()
    expect([sale.token_id, sale.kind, sale.amount, sale.units]).toEqual([item.tokenId, 'bid', usd('10'), 1n])
    const [accepted] = await alice.api.nft.history(item)
    expect(accepted).toMatchObject({ type: ACTION_TYPE.ACCEPT, content: { unitPrice: '10', payTokenSymbol: 'PUSD' } })
    expect((await market.detail(item)).onlyOwner).toBe(bob.address)
    // An account sells nothing to itself, and the maker holds it now.
    expect([await offersFor(item), saltsOf(await offersFor(other))]).toEqual([[], [offer.order.salt]])

    await acceptOffer(market, 'alice', offer, other)
    await market.sync()
    expect(await mine()).toBeUndefined()
    await expect(fillOf(market, 'alice', offer, other)).rejects.toMatchObject({ code: 'ORDER_FILLED' })
  })

  it('[COFF-05] takes units of an ERC1155 from one holder in parts', async () => {
    const item = await mintEdition(market, 'alice', { supply: 5n })
    await market.sync()
    const offer = await makeOffer(market, 'bob', usd('2'), { collection: item.collection, quantity: 4n, withNew: true })
    expect([offer.root, offer.items]).toEqual([ANY_ID, undefined])
    await acceptOffer(market, 'alice', offer, item, 3n)
    await market.sync()
    expect(await listed(item.collection)).toMatchObject([{ left: 1n, covered: 1n, assetType: TOKEN_STANDARD.ERC1155 }])
    await expect(fillOf(market, 'alice', offer, item, 2n)).rejects.toMatchObject({ code: 'ORDER_QUANTITY' })
    expect(await holdingOf(market.server.context.db, market.chainId, { ...item, owner: bob.address })).toBe(3n)
    await cancel('bob', offer)
  })

  it('[COFF-05] says how many units its maker’s money covers, and is not shown below one; the money back revives it', async () => {
    const { dollar } = market.testnet.contracts
    const item = await market.minted('alice')
    const offer = await makeOffer(market, 'carol', usd('300'), { quantity: 4n })
    await nextBlock()
    const mine = async () => (await listed()).find(({ salt }) => salt === offer.order.salt)
    // Carol has 1,000; a unit costs 307.50 with the fee.
    expect(await mine()).toMatchObject({ left: 4n, covered: 3n })
    await sendMoney(market, 'carol', 'dan', dollar, usd('500'))
    await market.sync()
    expect(await mine()).toMatchObject({ left: 4n, covered: 1n })
    // The chain says the same as the index: nothing is repaired.
    const { context } = market.server
    expect((await revalidateSome(context, context.chains.get(market.chainId), 0)).differences).toBe(0)
    await sendMoney(market, 'carol', 'dan', dollar, usd('200'))
    await market.sync()
    expect(await mine()).toBeUndefined()
    expect(saltsOf(await offersFor(item))).not.toContain(offer.order.salt)
    await expect(fillOf(market, 'alice', offer, item)).rejects.toMatchObject({ code: 'ORDER_NOT_FUNDABLE' })
    const resting = (await (await market.session('carol')).api.offer.mine(PAGE)).list
    expect(resting).toMatchObject([{ salt: offer.order.salt, isFundable: false, covered: 0n }])

    await sendMoney(market, 'dan', 'carol', dollar, usd('700'))
    await market.sync()
    expect(await mine()).toMatchObject({ covered: 3n })
    await allow(market, 'carol', dollar, usd('310'))
    await market.sync()
    expect(await mine()).toMatchObject({ covered: 1n })
    await allow(market, 'carol', dollar, usd('100000'))
    await cancel('carol', offer)
    expect(await mine()).toBeUndefined()
    await expect(fillOf(market, 'alice', offer, item)).rejects.toMatchObject({ code: 'ORDER_CANCELLED' })
  })

  it('[COFF-05] is raised under its salt, by its price alone, and ends at its time', async () => {
    const item = await market.minted('alice')
    const validUntil = market.server.context.chains.get(market.chainId).now() + 3_600
    const first = await makeOffer(market, 'bob', usd('4'), { validUntil })
    await expect(makeOffer(market, 'bob', usd('5'))).rejects.toMatchObject({ code: 'ORDER_EXISTS' })
    const { salt } = first.order
    await expect(signOffer(market, 'bob', usd('5'), { salt, quantity: 2n })).rejects.toMatchObject({ code: 'EDIT_PRICE_ALONE' })
    await expect(makeOffer(market, 'bob', usd('3'), { salt })).rejects.toMatchObject({ code: 'PRICE_NOT_HIGHER' })
    // Minted since: an edit keeps its set.
    const late = await market.minted('alice')
    const raised = await makeOffer(market, 'bob', usd('5'), { salt })
    expect([raised.order.salt, raised.root]).toEqual([salt, first.root])
    expect(kindsOf(await offersFor(item))).toEqual([['collection', usd('5')]])
    expect(await offersFor(late)).toEqual([])

    await market.testnet.setNextBlockTimestamp(validUntil + 1)
    await market.testnet.mine()
    await market.sync()
    await expireOrders.run(market.server.context)
    expect(await offersFor(item)).toEqual([])
    await expect(fillOf(market, 'alice', raised, item)).rejects.toMatchObject({ code: 'ORDER_EXPIRED' })
  })

  it('[COFF-05] comes back with a block that the chain takes back', async () => {
    const item = await market.minted('alice')
    const offer = await makeOffer(market, 'bob', usd('6'))
    await market.sync()
    await acceptOffer(market, 'alice', offer, item)
    await market.sync()
    expect(saltsOf(await listed())).not.toContain(offer.order.salt)
    await market.testnet.reorg(1)
    await market.testnet.mine(1)
    await market.sync()
    expect((await offersFor(item)).find(({ salt }) => salt === offer.order.salt)).toMatchObject({ left: 1n, covered: 1n })
    expect((await alice.api.nft.history(item)).map(({ type }) => type)).not.toContain(ACTION_TYPE.ACCEPT)
    await cancel('bob', offer)
  })
})

describe('an offer for items with chosen attributes', () => {
  it('[COFF-02] publishes the list behind its root under its CID: with it alone the holder of an item proves that it fits', async () => {
    const { collection, first, second, blue } = await coloured('Reds')
    const offer = await makeOffer(market, 'bob', usd('3'), { collection, attributes: RED, quantity: 2n })
    expect(offer.items).toBe(2)
    const set = await market.server.api().offer.set({ collection, root: offer.root })
    expect(set).toMatchObject({ root: offer.root, attributes: RED })
    const published = JSON.parse(await text(await market.server.context.media.read(set.cid)))
    expect(published).toMatchObject({ chainId: market.chainId, collection, root: offer.root })
    const tree = idTreeOf(published.ids.map(BigInt))
    expect(tree.root).toBe(offer.root)
    expect([...tree.ids].sort()).toEqual([first.tokenId, second.tokenId].sort())

    // The server proves the same, and refuses the item that is not in the list, as the exchange does.
    const fill = await fillOf(market, 'alice', offer, second)
    expect(fill.idProof).toEqual(tree.proofOf(second.tokenId))
    expect(isInCriteria(offer.root, second.tokenId, fill.idProof)).toBe(true)
    await expect(fillOf(market, 'alice', offer, blue)).rejects.toMatchObject({ code: 'BAD_ARGUMENT_VALUE' })
    expect(kindsOf(await offersFor(first))).toEqual([['attributes', usd('3')]])
    expect(await offersFor(blue)).toEqual([])
    const order = toExchangeOrder(offer.order)
    const none = { v: 0, r: ANY_ID, s: ANY_ID }
    const args = [order, fill.signature, BigInt(fill.buyerFee), none, usd('3'), alice.address, 1n, blue.tokenId, fill.idProof] as const
    const call = { address: market.exchange, abi: exchangeAbi, functionName: 'acceptCriteriaBid', args, account: alice.address } as const
    await expect(market.testnet.publicClient.simulateContract(call)).rejects.toThrow(/ExchangeIdOutsideCriteria/)
    await acceptOffer(market, 'alice', offer, first)
    await market.sync()
    expect((await market.detail(first)).onlyOwner).toBe(bob.address)
    expect(await listed(collection)).toMatchObject([{ kind: 'attributes', attributes: RED, items: 2, left: 1n }])
  })

  it('[COFF-02] keeps a set once for all its offers, and drops one that was never signed for', async () => {
    const { collection } = await coloured('Kept')
    const [one, other] = [
      await makeOffer(market, 'bob', usd('3'), { collection, attributes: RED }),
      await makeOffer(market, 'carol', usd('4'), { collection, attributes: [...RED, { key: 'Year', values: ['2026'] }] }),
    ]
    expect(other.root).toBe(one.root)
    const { root } = await signOffer(market, 'bob', usd('1'), { collection })
    const { db, clock } = market.server.context
    expect(await dropUnsignedSets(db, clock.now() + 1)).toBeGreaterThan(0)
    await expect(market.server.api().offer.set({ collection, root })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await market.server.api().offer.set({ collection, root: one.root })).ids).toHaveLength(2)
    // A value that no item has would stand on the offers of others for the same ids.
    for (const values of [['Green'], ['Red', 'Green']]) {
      const none = signOffer(market, 'bob', usd('1'), { collection, attributes: [{ key: 'Colour', values }] })
      await expect(none).rejects.toMatchObject({ code: 'BAD_ARGUMENT_VALUE' })
    }
  })

  it('[COFF-02] bounds the ids that one account has kept in a day', async () => {
    const { collection, first } = await coloured('Bounded')
    const { db } = market.server.context
    await makeOffer(market, 'bob', usd('3'), { collection, attributes: RED })
    const ofCollection = db.updateTable('offer_set').where('collection', '=', bytes(collection))
    await ofCollection.set({ size: 262_141 }).execute()
    await expect(signOffer(market, 'bob', usd('3'), { collection })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    await ofCollection.set({ size: 2 }).execute()
    expect((await signOffer(market, 'bob', usd('3'), { collection })).items).toBe(3)
    expect(await offersFor(first)).toHaveLength(1)
  })
})

describe('what a holder is offered for an item', () => {
  it('[COFF-05] is one list of bids and offers, best worth first, each with what its maker’s money covers', async () => {
    const { collection, first, blue } = await coloured('Offers')
    const { dollar, wrappedCoin } = market.testnet.contracts
    await wrap(market, 'carol', 10n ** 18n)
    await allow(market, 'carol', wrappedCoin, 10n ** 18n)
    const any = await makeOffer(market, 'bob', usd('20'), { collection, quantity: 500n, withNew: true })
    const red = await makeOffer(market, 'carol', usd('30'), { collection, attributes: RED })
    await bid(market, 'bob', first, usd('25'), { payToken: dollar })
    // No rate is known for either money: by their numbers, those of 18 digits last.
    await makeOffer(market, 'carol', 10n ** 17n, { collection, payToken: wrappedCoin })
    await nextBlock()
    const found = await offersFor(first)
    expect(kindsOf(found)).toEqual([
      ['attributes', usd('30')],
      ['item', usd('25')],
      ['collection', usd('20')],
      ['collection', 10n ** 17n],
    ])
    expect(found[0]).toMatchObject({
      items: 2,
      left: 1n,
      covered: 1n,
      user: { address: market.address('carol') },
      payToken: { symbol: 'PUSD' },
    })
    expect(found[1]).toMatchObject({ tokenId: first.tokenId, left: 1n })
    const { left, covered = 0n } = found[2] ?? {}
    expect([left, covered > 0n && covered < 500n]).toEqual([500n, true])
    expect(kindsOf(await offersFor(blue))).toEqual([
      ['collection', usd('20')],
      ['collection', 10n ** 17n],
    ])
    // An item of after the offers fits the one that says so.
    const late = await market.mint('alice', { collection, properties: { Colour: 'Red' } })
    await market.sync()
    expect(saltsOf(await offersFor(late))).toEqual([any.order.salt])
    await acceptOffer(market, 'alice', red, first)
    await market.sync()
    expect(kindsOf(await offersFor(first))).not.toContainEqual(['attributes', usd('30')])
  })

  it('is nothing while the operator hides or stops the item: neither shown nor prepared', async () => {
    const { collection, first, second } = await coloured('Stopped')
    const { db } = market.server.context
    const offer = await makeOffer(market, 'bob', usd('3'), { collection, attributes: RED })
    expect(await offersFor(first)).toHaveLength(1)
    for (const [rule, code] of [
      ['is_hidden', 'NOT_FOUND'],
      ['is_locked', 'TRADE_LOCKED'],
    ] as const) {
      const ruled = (value: boolean) =>
        transact(db, async (tx) => {
          await setRule({ tx, chainId: market.chainId }, first, rule, value)
          await applyRules({ tx, chainId: market.chainId }, [first])
        })
      await ruled(true)
      expect(await offersFor(first)).toEqual([])
      expect(await offersFor(second)).toHaveLength(1)
      await expect(fillOf(market, 'alice', offer, first)).rejects.toMatchObject({ code })
      expect((await signOffer(market, 'carol', usd('3'), { collection, attributes: RED })).items).toBe(1)
      await ruled(false)
    }
    expect(await offersFor(first)).toHaveLength(1)
  })
})

describe('who may offer, and accept', () => {
  it('is said by the token, never by the form', async () => {
    const { input } = await signOffer(market, 'bob', usd('7'))
    const carol = await market.session('carol')
    await expect(carol.api.offer.add(input)).rejects.toMatchObject({ code: 'NOT_AUTHORISED' })
    await expect(carol.api.offer.prepare(input)).rejects.toMatchObject({ code: 'NOT_AUTHORISED' })
    await expect(carol.api.offer.add({ ...input, maker: carol.address })).rejects.toMatchObject({ code: 'UNKNOWN_SALT' })
    await expect(bob.api.offer.add({ ...input, unitPrice: usd('6') })).rejects.toMatchObject({ code: 'ORDER_MISMATCH' })
    const { signature } = (await signOffer(market, 'carol', usd('7'))).input
    await expect(bob.api.offer.add({ ...input, signature })).rejects.toMatchObject({ code: 'BAD_SIGNATURE' })
    await bob.api.offer.add(input)
    const item = await market.minted('alice')
    const asked = { owner: bob.address, salt: input.salt, collection: item.collection, tokenId: item.tokenId }
    await expect(bob.api.offer.buyerFee(asked)).rejects.toMatchObject({ code: 'SELF_TRADE' })
    // Minted after the offer.
    await expect(alice.api.offer.buyerFee(asked)).rejects.toMatchObject({ code: 'BAD_ARGUMENT_VALUE' })
  })
})
