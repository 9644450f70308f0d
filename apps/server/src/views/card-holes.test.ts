import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { at, build, db, detail, expectFresh, lot, market, openCards, own, plainly, sold } from '../../test/acts/cards.ts'
import { bytes, transact } from '../db/database.ts'

beforeAll(openCards)
afterAll(() => market.close())

describe('what belongs to other nouns', () => {
  beforeEach(build)

  const HOSTILE = '{"$p":"0x00"} \\{"$v":"liked"} $& $1 "}],"x":{"$k":"1:0x"} </script> \u2028 \\u0000 {"$'

  it.each([
    ['the name of a person', 'update account set nickname = $1, avatar = $1'],
    ['the name of a collection', 'update collection set name = $1, symbol = $1, cover = $1'],
    ['the state of its metadata', "update collection set frozen_prefix = 'ipfs://' || $1"],
    ['a category', 'update category set title_en = $1, title_zh = $1'],
    ['a pay token', 'update pay_token set name = $1, symbol = $1, decimals = 3, avatar = $1'],
  ])('[READ-05] is as it is now, and hostile: %s', async (_, change) => {
    const [first = '', ...rest] = change.split('$1')
    await sql`${sql.raw(first)}${sql.join(
      rest.map((part) => sql`${HOSTILE}::text${sql.raw(part)}`),
      sql``,
    )}`.execute(db())
    for (const item of [sold, lot.item, own]) await expectFresh(item)
  })

  it('[READ-05] is what a record without them says: of an unknown person, collection, category or token', async () => {
    await transact(db(), async (tx) => {
      await sql`update pay_token set chain_id = chain_id + 1`.execute(tx)
      await sql`update account set address = address || '\\x00'`.execute(tx)
      await sql`update collection set chain_id = chain_id + 1`.execute(tx)
      await sql`update category set id = id + 1000`.execute(tx)
    })
    for (const item of [sold, lot.item, own]) {
      const { data } = await detail(item)
      expect(data).toEqual(await plainly(item))
      expect(data).toMatchObject({ category: null, contract: { name: '' }, user: { nickname: '' } })
    }
    await sql`update pay_token set chain_id = chain_id - 1`.execute(db())
    await sql`update account set address = substr(address, 1, 20)`.execute(db())
    await sql`update collection set chain_id = chain_id - 1`.execute(db())
    await sql`update category set id = id - 1000`.execute(db())
  })

  it('[READ-05] is as it is now: the sellers that pay no fee, and the fees', async () => {
    const { item } = await market.listed('bob')
    await build()
    const feeOf = async () => ((await detail(item)).data as { sales: { buyFee: number }[] }).sales[0]?.buyFee
    const before = await feeOf()
    await sql`insert into official_sender (chain_id, collection, sender)
      values (${market.chainId}, ${bytes(item.collection)}, ${bytes(market.address('bob'))})`.execute(db())
    await expectFresh(item)
    expect([await feeOf(), before]).toEqual([0, 250])
    await sql`delete from official_sender`.execute(db())
    await expectFresh(item)
  })

  it('[READ-05] can’t be forged by the text of an item', async () => {
    const metadata = JSON.stringify({ name: HOSTILE, description: `\ud800 ${HOSTILE}`, image: '{"$t":"1:0x"}' })
    await sql`update item set metadata = ${metadata}, metadata_url = ${HOSTILE} where ${at(sold)}`.execute(db())
    await build()
    await expectFresh(sold)
    expect((await detail(sold)).data).toMatchObject({ metadataContent: metadata, metadataUrl: HOSTILE })
  })

  it('[READ-05] stands in ASCII alone, with the metadata once, and says the same', async () => {
    const metadata = JSON.stringify({
      name: '静物 ②, “媒”',
      description: `,"media":{"$x":"7"} 🌻 \u007f \u0080 \uffff ${HOSTILE}`,
      image: '',
    })
    await sql`update account set nickname = '画家 🌻'`.execute(db())
    for (const item of [sold, own]) await sql`update item set metadata = ${metadata} where ${at(item)}`.execute(db())
    await build()
    for (const item of [sold, own]) {
      const { rows } = await sql<{ card: string; slim: string }>`select card, slim from item_card where ${at(item)}`.execute(db())
      const [{ card = '', slim = '' } = {}] = rows
      expect(card + slim).not.toMatch(/[\u0080-\uffff]/)
      expect(card.split('\\u9759\\u7269')).toHaveLength(2)
      // To its maker one of them is on sale, which is written into the card as it is read.
      await expectFresh(item)
      expect((await detail(item)).data).toMatchObject({ metadataContent: metadata, media: metadata, user: { nickname: '画家 🌻' } })
    }
  })

  it('[READ-05] says the same of metadata that is too long to be escaped', async () => {
    const metadata = JSON.stringify({ name: '静物', description: `${HOSTILE}静物`.repeat(300), image: '' })
    expect(metadata.length).toBeGreaterThan(20_000)
    for (const item of [sold, own]) await sql`update item set metadata = ${metadata} where ${at(item)}`.execute(db())
    await build()
    for (const item of [sold, own]) {
      const { rows } = await sql<{ card: string }>`select card from item_card where ${at(item)}`.execute(db())
      expect(rows[0]?.card).toContain('静物')
      await expectFresh(item)
      expect((await detail(item)).data).toMatchObject({ metadataContent: metadata, media: metadata })
    }
  })
})
