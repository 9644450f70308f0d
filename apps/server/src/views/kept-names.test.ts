import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { build, context, counted, db, lot, market, openCards, own, sold, viewedBy } from '../../test/acts/cards.ts'
import type { ItemId } from '../../test/market/market.ts'
import { bytes, connect, type Tx } from '../db/database.ts'
import { createApp } from '../http/app.ts'
import { hydrate } from './cards.ts'
import { KeptNames } from './kept-names.ts'

let app: FastifyInstance
let statements: string[]
beforeAll(async () => {
  await openCards()
  await build()
  const through = counted()
  statements = through.statements
  app = await createApp({ ...through.context, config: { ...context().config, answerCacheBytes: 0 } })
})
afterAll(async () => {
  await app.close()
  await market.close()
})

/** Through one pool, whose process keeps names. */
async function ask(item: ItemId): Promise<{ readonly data: unknown; readonly statements: number }> {
  statements.length = 0
  const { body } = await app.inject({
    method: 'POST',
    url: `${context().config.prefix}/nft/detail`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ token: item.collection, tokenId: String(item.tokenId), chainId: String(market.chainId) }).toString(),
  })
  return { data: (JSON.parse(body) as { data: unknown }).data, statements: statements.length }
}

const ITEMS = () => [sold, lot.item, own]

/** Read without cards, and by nothing that is kept. */
async function plainly({ collection, tokenId }: ItemId): Promise<unknown> {
  const over = { ...context(), db: connect(market.server.database.dialect) }
  const [text] = (await hydrate(await viewedBy(undefined, over), [{ chainId: market.chainId, collection, tokenId }])).values()
  return JSON.parse(text ?? 'null')
}

async function expectRight(): Promise<void> {
  for (const item of ITEMS()) expect((await ask(item)).data).toEqual(await plainly(item))
}

async function expectKept(): Promise<void> {
  await expectRight()
  for (const item of ITEMS()) expect((await ask(item)).statements).toBe(1)
}

const sender = () => [market.chainId, bytes(sold.collection), bytes(market.address('alice'))] as const
const CHANGES: Readonly<Record<string, (tx: Tx) => Promise<unknown>>> = {
  'a nickname': (tx) => sql`update account set nickname = nickname || '!' where address = ${bytes(market.address('alice'))}`.execute(tx),
  'an avatar': (tx) => sql`update account set avatar = avatar || '!' where address = ${bytes(market.address('bob'))}`.execute(tx),
  'all people': (tx) => sql`update account set nickname = 'one of many'`.execute(tx),
  'an address of a person': (tx) => sql`update account set address = address || '\\x00' where nickname = 'one of many'`.execute(tx),
  'the address again': (tx) => sql`update account set address = substr(address, 1, 20)`.execute(tx),
  'a collection': (tx) => sql`update collection set name = name || '!', symbol = 'NEW'`.execute(tx),
  'how its metadata stand': (tx) => sql`update collection set frozen_prefix = 'ipfs://x'`.execute(tx),
  'a chain of a collection': (tx) => sql`update collection set chain_id = chain_id + 1`.execute(tx),
  'the chain again': (tx) => sql`update collection set chain_id = chain_id - 1`.execute(tx),
  'a category': (tx) => sql`update category set title_en = title_en || '!'`.execute(tx),
  'a pay token': (tx) => sql`update pay_token set symbol = symbol || '!', decimals = decimals + 1`.execute(tx),
  'a seller without a fee': (tx) =>
    sql`insert into official_sender (chain_id, collection, sender) values (${sql.join([...sender()])})`.execute(tx),
  'a seller with a fee': (tx) => sql`delete from official_sender`.execute(tx),
}

describe('names in memory', () => {
  it.each(Object.keys(CHANGES))('[READ-05] are as another process has just written them: %s', async (name) => {
    await expectKept()
    const change = CHANGES[name] as (tx: Tx) => Promise<unknown>
    const other = connect(market.server.database.dialect)
    await other.transaction().execute(async (tx) => {
      await change(tx)
      // It is not committed yet.
      await expectRight()
    })
    await expectRight()
    await expectKept()
  })

  it('[READ-05] are those of a transaction that began before they were read, and ended after others', async () => {
    const other = connect(market.server.database.dialect)
    const rename = (who: 'alice' | 'bob', nickname: string) => (tx: Tx) =>
      tx
        .updateTable('account')
        .set({ nickname })
        .where('address', '=', bytes(market.address(who)))
        .execute()
    await expectKept()
    await other.transaction().execute(async (early) => {
      await rename('alice', 'Early')(early)
      await db().transaction().execute(rename('bob', 'Late'))
      await expectRight()
      await expectKept()
    })
    await expectRight()
    expect((await ask(sold)).data).toMatchObject({ user: { nickname: 'Early' } })
  })

  it('[READ-04] cost a page no statement of their own, and a transaction keeps none', async () => {
    await expectKept()
    await sql`update account set nickname = 'Read again' where address = ${bytes(market.address('alice'))}`.execute(db())
    expect((await ask(sold)).statements).toBe(2)
    expect((await ask(sold)).statements).toBe(1)
  })
})

describe('what is kept of names', () => {
  it('[READ-05] is forgotten with the name that changed, and all of it where any may have', () => {
    const kept = new KeptNames()
    const keepAll = () => {
      for (const [kind, key] of [
        ['person', '0x1'],
        ['avatar', '0x1'],
        ['person', '0x2'],
        ['collection', '1:0x1'],
        ['payToken', '1:0x'],
      ] as const)
        kept.keepWord(kind, key, `${kind} ${key}`)
    }
    const left = () =>
      [
        kept.word('person', '0x1'),
        kept.word('avatar', '0x1'),
        kept.word('person', '0x2'),
        kept.word('collection', '1:0x1'),
        kept.word('payToken', '1:0x'),
      ].map((word) => word !== undefined)
    for (const kind of ['buyerFee', 'auctionFee', 'cheapest', 'cheapestSeller', 'cheapestSince', 'dearest'] as const) {
      kept.keepWord(kind, '1:', 'depends on more')
      expect(kept.word(kind, '1:')).toBeUndefined()
    }
    keepAll()
    kept.note({ names_seen: '1:1:', renamed: null })
    expect([kept.edition, left()]).toEqual([0, [true, true, true, true, true]])
    kept.note({ names_seen: '1:1:', renamed: 'p0x1 k1:0x1' })
    expect([kept.edition, left()]).toEqual([1, [false, false, true, false, true]])
    kept.note({ names_seen: '1:1:', renamed: 't' })
    expect(left()).toEqual([false, false, true, false, false])
    for (const renamed of ['*', Array.from({ length: 200 }, (_, n) => `p0x${n}`).join(' ')]) {
      keepAll()
      kept.note({ names_seen: '1:1:', renamed })
      expect(left()).toEqual([false, false, false, false, false])
    }
  })
})
