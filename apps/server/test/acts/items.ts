import { sql } from 'kysely'
import { expect } from 'vitest'
import { type Context, type RequestContext, requestContext } from '../../src/context.ts'
import { addressOf, bytes, connect, type Db } from '../../src/db/database.ts'
import type { ItemRef } from '../../src/db/item-keys.ts'
import { createApp } from '../../src/http/app.ts'
import type { ItemId, TestMarket, Who } from '../market/market.ts'
import { bid } from '../market/money.ts'
import { breakable } from '../simulator/database.ts'
import { bidOn, fund, type Lot, offered, openAuctionMarket, usd } from './auctions.ts'

export let market: TestMarket
export let sold: ItemId
export let lot: Lot
export let own: ItemId

/** A market with a listing that has a bid, an auction with one, and a listing that only its maker sees. */
export async function openItems(): Promise<void> {
  market = await openAuctionMarket()
  for (const who of ['carol', 'eve'] as const) await fund(market, who, usd('1000'))
  await market.approve('alice', market.official)
  sold = (await market.listed('alice')).item
  await bid(market, 'eve', sold, usd('40'), { payToken: dollar() })
  lot = await offered(market, 'bob')
  await bidOn(market, 'carol', lot, usd('30'))
  // Its approval is gone: only its maker sees that listing.
  await market.approve('dan', market.official)
  own = (await market.listed('dan')).item
  await market.approve('dan', market.official, false)
  await (await market.session('dan')).api.like.add({ ...sold, chainId: market.chainId })
  await market.sync()
}

export const context = (): Context => market.server.context
export const db = (): Db => context().db
export const dollar = () => market.testnet.contracts.dollar
export const ref = ({ collection, tokenId }: ItemId): ItemRef => ({ chainId: market.chainId, collection, tokenId })
export const everyItem = async (): Promise<ItemRef[]> => {
  const rows = await db().selectFrom('item').select(['chain_id', 'collection', 'token_id']).execute()
  return rows.map((row) => ({ chainId: row.chain_id, collection: addressOf(row.collection), tokenId: row.token_id }))
}
export const at = ({ collection, tokenId }: ItemId) =>
  sql`chain_id = ${market.chainId} and collection = ${bytes(collection)} and token_id = ${tokenId}`

export async function viewedBy(who: Who | undefined, over: Context = context()): Promise<RequestContext> {
  const address = who && (await market.session(who)).address
  const cookie = { value: undefined, keep: () => undefined }
  return requestContext(over, {
    caller: address && { accountId: 0, address },
    token: undefined,
    language: 'en',
    ip: '',
    picture: cookie,
    codeRequest: cookie,
    knownBrowser: cookie,
    files: [],
    gone: new AbortController().signal,
    sent: new Set(),
  })
}

/** The same database through a driver that counts what is read; the end of a transaction reads nothing. */
export function counted(): { context: Context; statements: string[] } {
  const statements: string[] = []
  const breaker = {
    current: (statement: string, moment: 'before' | 'after') => {
      if (moment === 'before' && statement !== 'commit') statements.push(statement)
    },
  }
  return { context: { ...context(), db: connect(breakable(market.server.database.dialect, breaker)) }, statements }
}

export async function answerOf(path: string, fields: Record<string, string>, who?: Who): Promise<{ statements: string[]; data: unknown }> {
  const through = counted()
  const app = await createApp(through.context)
  const token = who && (await market.session(who)).token
  const response = await app.inject({
    method: 'POST',
    url: `${context().config.prefix}${path}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...(token ? { 'finger-nft-token': token } : {}) },
    payload: new URLSearchParams(fields).toString(),
  })
  await app.close()
  const { errno, data } = JSON.parse(response.body) as { errno?: number; data?: unknown }
  expect(errno, response.body).toBeUndefined()
  return { statements: through.statements.filter((text) => !text.includes('session')), data }
}

/** Copies of an item's rows in a table, as those of other items from here on. */
async function copyRows(table: string, item: ItemId, first: bigint, times: number): Promise<void> {
  const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_name = ${table} and table_schema = current_schema() and is_identity = 'NO' and is_generated = 'NEVER'`.execute(db())
  const columns = rows.filter(({ name }) => name !== 'token_id').map(({ name }) => sql.ref(name))
  const values = rows
    .filter(({ name }) => name !== 'token_id')
    .map(({ name }) => (name === 'sequence' ? sql`sequence + n * 1000000` : sql.ref(name)))
  await sql`insert into ${sql.table(table)} (${sql.join(columns)}, token_id) select ${sql.join(values)}, ${first} + n
    from ${sql.table(table)}, generate_series(1, ${times}) n where ${at(item)}`.execute(db())
}

const COPIED = 1_000_000n
export async function repeat(item: ItemId, times: number): Promise<void> {
  for (const table of ['item', 'holding', 'market_order']) await copyRows(table, item, COPIED, times)
}

export async function forgetCopies(): Promise<void> {
  for (const table of ['market_order', 'auction', 'holding', 'item_lock', 'item', 'item_mark'])
    await sql`delete from ${sql.table(table)} where token_id > ${COPIED}`.execute(db())
}

export const lockUntil = (item: ItemId, until: number) =>
  sql`insert into item_lock (chain_id, collection, token_id, buyer, tx_hash, until)
  values (${market.chainId}, ${bytes(item.collection)}, ${item.tokenId}, ${Buffer.alloc(20)}, ${Buffer.alloc(32)}, ${until})
  on conflict (chain_id, collection, token_id) do update set until = excluded.until`.execute(db())

/** A visitor, and accounts with other parts of the market. */
export const WHO = [undefined, 'alice', 'bob', 'dan', 'eve'] as const
