import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ORDER_STATUS } from '@plinth/protocol'
import { collection721Abi, exchangeAbi } from '@plinth/protocol/abi'
import { sql } from 'kysely'
import { getAbiItem } from 'viem'
import { expect } from 'vitest'
import { cidOf } from '../../src/content/cid.ts'
import { addressOf, bytes } from '../../src/db/database.ts'
import type { Stage } from './stage.ts'

/** Chain, database and files agree: no row is missing or counted twice. */
export async function expectAgreement(stage: Stage): Promise<void> {
  await stage.sync()
  await expectHoldings(stage)
  await expectOrders(stage)
  await expectCounters(stage)
  await expectFiles(stage)
}

async function expectHoldings({ db, chainId, testnet }: Stage): Promise<void> {
  const address = testnet.contracts.official721
  const event = getAbiItem({ abi: collection721Abi, name: 'Transfer' })
  const logs = await testnet.publicClient.getLogs({ address, event, fromBlock: 0n, strict: true })
  const owners = new Map(logs.map(({ args }) => [args.tokenId, args.to.toLowerCase()]))
  const ofOfficial = { chain_id: chainId, collection: bytes(address) }
  const kept = await db
    .selectFrom('holding')
    .select(['token_id', 'owner', 'quantity'])
    .where((row) => row.and(ofOfficial))
    .execute()
  expect(new Map(kept.map((row) => [row.token_id, addressOf(row.owner)]))).toEqual(owners)
  expect(kept.filter((row) => row.quantity !== 1n)).toEqual([])
  const { count } = await db
    .selectFrom('item_transfer')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where((row) => row.and(ofOfficial))
    .executeTakeFirstOrThrow()
  expect(count).toBe(logs.length)
  const items = await db
    .selectFrom('item')
    .select(['token_id', 'supply'])
    .where((row) => row.and({ ...ofOfficial, is_confirmed: true }))
    .execute()
  expect(new Map(items.map((row) => [row.token_id, row.supply]))).toEqual(new Map([...owners.keys()].map((id) => [id, 1n])))
}

async function expectOrders({ db, testnet }: Stage): Promise<void> {
  const orders = await db.selectFrom('market_order').select(['maker', 'salt', 'status', 'is_live', 'version', 'id']).execute()
  for (const { maker, salt, status, is_live, version, id } of orders) {
    const isSpent = await testnet.publicClient.readContract({
      address: testnet.contracts.exchange,
      abi: exchangeAbi,
      functionName: 'isSpent',
      args: [addressOf(maker), salt],
    })
    expect(status === ORDER_STATUS.OPEN, `order ${id}`).toBe(!isSpent)
    expect(is_live && isSpent).toBe(false)
    const versions = await db.selectFrom('order_version').select('version').where('order_id', '=', id).orderBy('version').execute()
    expect(versions.map((row) => row.version)).toEqual(Array.from({ length: version }, (_, at) => at + 1))
  }
}

async function expectCounters({ db }: Stage): Promise<void> {
  const { rows } = await sql<{ account: Buffer }>`
    select c.account from notice_counter c
    where c.total <> (select count(*) from notice n where n.account = c.account)
       or c.unread <> (select count(*) from notice n where n.account = c.account and not n.is_read)`.execute(db)
  expect(rows).toEqual([])
  const unsold = await sql`
    select i.token_id from item i
    where i.is_on_sale <> exists (
      select 1 from market_order o where o.is_live and o.side = 1 and o.chain_id = i.chain_id
      and o.collection = i.collection and o.token_id = i.token_id)`.execute(db)
  expect(unsold.rows).toEqual([])
}

/** Every content is whole, also one without a row, and every row has its content. */
async function expectFiles({ db, options }: Stage): Promise<void> {
  const folder = join(options.dataDir, 'media', 'content')
  // The folder comes with the first content.
  const entries = existsSync(folder) ? await readdir(folder, { recursive: true, withFileTypes: true }) : []
  const cids = entries.filter((entry) => entry.isFile())
  for (const { parentPath, name } of cids) expect(await cidOf(join(parentPath, name))).toBe(name)
  const rows = await db.selectFrom('media').select('cid').execute()
  const kept = new Set(cids.map(({ name }) => name))
  expect(rows.filter(({ cid }) => !kept.has(cid))).toEqual([])
}
