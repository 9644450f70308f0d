import type { Address } from '@plinth/protocol'
import { type RawBuilder, sql } from 'kysely'
import { byteas, givenRows } from '../../db/columns.ts'
import { addressOf, bytes, type Db, type Tx } from '../../db/database.ts'

/** An account that pays in one token through one transfer proxy. */
export type Funder = { readonly token: Address; readonly account: Address; readonly spender: Address }
/** In base units; `allowance` is that of the transfer proxy. */
export type Spendable = { readonly balance: bigint; readonly allowance: bigint }
/** As the index read it at a block. */
export type Seen = Spendable & { readonly block: number }

/** Signed bids of a table that can still draw on their signers' balances and allowances. */
export type Bids = {
  readonly table: 'market_order' | 'auction_bid'
  /** The column of the signer. */
  readonly by: 'maker' | 'bidder'
  readonly canDraw: RawBuilder<boolean>
  readonly spender: Address
}

/** Bidders whose balance and allowance the index has not read since they signed one of these bids, up to block `number`. */
export function unreadFunders(db: Db, chainId: number, bids: Bids, number: number): Promise<Funder[]> {
  const column = (name: string) => sql.ref(`${bids.table}.${name}`)
  const isRead = sql`exists (select from funding f where f.chain_id = ${column('chain_id')} and f.token = ${column('pay_token')}
    and f.account = ${column(bids.by)} and f.spender = ${bytes(bids.spender)} and f.block_number >= ${column('listed_block')})`
  return fundersOf(db, chainId, bids, sql`${column('listed_block')} <= ${number} and not ${isRead}`)
}

/** Which of these accounts have signed such bids in which of these tokens. */
export async function fundersAmong(
  db: Db,
  chainId: number,
  bids: Bids,
  tokens: readonly Address[],
  accounts: readonly Address[],
): Promise<Funder[]> {
  if (tokens.length === 0 || accounts.length === 0) return []
  const isIn = (column: string, addresses: readonly Address[]) => sql`${sql.ref(column)} in (${sql.join(addresses.map(bytes))})`
  return fundersOf(db, chainId, bids, sql`${isIn('pay_token', tokens)} and ${isIn(bids.by, accounts)}`)
}

async function fundersOf(db: Db, chainId: number, { table, by, canDraw, spender }: Bids, where: RawBuilder<unknown>): Promise<Funder[]> {
  const { rows } = await sql<{ token: Uint8Array; account: Uint8Array }>`
    select distinct pay_token as token, ${sql.ref(by)} as account from ${sql.table(table)}
    where chain_id = ${chainId} and ${canDraw} and ${where}`.execute(db)
  return rows.map((row) => ({ token: addressOf(row.token), account: addressOf(row.account), spender }))
}

type Where = { readonly tx: Tx; readonly chainId: number }

/**
 * Records what the chain answered at a block; undefined where the node does not have the state, so that the next block is read.
 * Deletes rows that no reorganisation back to `keepFrom` can need.
 */
export async function recordSpendable(
  { tx, chainId }: Where,
  { token, account, spender }: Funder,
  spendable: Spendable | undefined,
  at: { number: number; keepFrom: number },
): Promise<void> {
  const key = { chain_id: chainId, token: bytes(token), account: bytes(account), spender: bytes(spender) }
  const rows = tx.deleteFrom('funding').where(({ and }) => and(key))
  if (!spendable) {
    await rows.execute()
    return
  }
  const last = await tx
    .selectFrom('funding')
    .select(({ fn }) => fn.max('block_number').as('number'))
    .where(({ and }) => and(key))
    .where('block_number', '<=', at.keepFrom)
    .executeTakeFirst()
  if (last?.number != null) await rows.where('block_number', '<', last.number).execute()
  await tx
    .insertInto('funding')
    .values({ ...key, block_number: at.number, ...spendable })
    .onConflict((conflict) => conflict.columns(['chain_id', 'token', 'account', 'spender', 'block_number']).doUpdateSet(spendable))
    .execute()
}

/** Accounts whose balance and allowance were read in blocks above this one. */
export async function fundersAbove({ tx, chainId }: Where, number: number): Promise<Funder[]> {
  const rows = await tx
    .selectFrom('funding')
    .select(['token', 'account', 'spender'])
    .distinct()
    .where('chain_id', '=', chainId)
    .where('block_number', '>', number)
    .execute()
  return rows.map((row) => ({ token: addressOf(row.token), account: addressOf(row.account), spender: addressOf(row.spender) }))
}

/** Run before blocks are skipped: known balances and allowances of bidders are too old afterwards. */
export async function forgetSpendable(db: Db, chainId: number): Promise<void> {
  await db.deleteFrom('funding').where('chain_id', '=', chainId).execute()
}

/** The newest balances and allowances the index has read of these accounts, up to a block where one is given. */
export async function newestSpendable(
  db: Db,
  { chainId, spender }: { readonly chainId: number; readonly spender: Address },
  token: Address,
  accounts: readonly Address[],
  upTo?: number,
): Promise<Map<Address, Seen>> {
  const { rows } = await sql<{ account: Uint8Array; block_number: number; balance: bigint; allowance: bigint }>`
    select distinct on (f.account) f.account, f.block_number, f.balance, f.allowance
    from ${givenRows({ account: byteas(accounts) })} join funding f on f.chain_id = ${chainId} and f.token = ${bytes(token)}
      and f.account = given.account and f.spender = ${bytes(spender)} ${upTo === undefined ? sql`` : sql`and f.block_number <= ${upTo}`}
    order by f.account, f.block_number desc`.execute(db)
  return new Map(rows.map((row) => [addressOf(row.account), { block: row.block_number, balance: row.balance, allowance: row.allowance }]))
}

/** The newest of one account. */
export async function spendableOf(tx: Tx, chainId: number, { token, account, spender }: Funder): Promise<Seen | undefined> {
  return (await newestSpendable(tx, { chainId, spender }, token, [account])).get(account)
}

export function covers({ balance, allowance }: Spendable, draw: bigint): boolean {
  return balance >= draw && allowance >= draw
}

/**
 * Whether balance and allowance cover what a bid draws. Until the index has read the block at which the bid's call read the
 * chain, that call's positive result counts.
 */
export function isCovered(
  { draw, listedBlock }: { readonly draw: bigint; readonly listedBlock: number },
  spendable: Seen | undefined,
): boolean {
  return !spendable || spendable.block < listedBlock || covers(spendable, draw)
}
