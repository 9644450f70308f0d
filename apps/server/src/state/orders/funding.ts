import { type Address, bidDraw, ORDER_STATUS, ORDER_TYPE } from '@plinth/protocol'
import { sql } from 'kysely'
import { byteas, givenRows } from '../../db/columns.ts'
import { addressOf, bytes, type Db, type Tx } from '../../db/database.ts'
import { readOrder, type StoredOrder, signedOrderOf } from './store.ts'

/** An account that pays in one token through one transfer proxy. */
export type Funder = { readonly token: Address; readonly account: Address; readonly spender: Address }
/** In base units; `allowance` is that of the transfer proxy. */
export type Spendable = { readonly balance: bigint; readonly allowance: bigint }
/** As the index read it at a block. */
export type Seen = Spendable & { readonly block: number }

/** Bids that are past their time can never be filled again; without `now` they are included. */
function openBids(db: Db, chainId: number, now = 0) {
  return db
    .selectFrom('market_order')
    .where('chain_id', '=', chainId)
    .where('side', '=', ORDER_TYPE.BID)
    .where('status', '=', ORDER_STATUS.OPEN)
    .where(({ eb, or }) => or([eb('valid_until', '=', 0), eb('valid_until', '>=', now)]))
}

/** A chain and the transfer proxy that moves money there. */
export type Spends = { readonly chainId: number; readonly spender: Address }

/** Bidders whose balance and allowance the index has not read since they made or changed an open bid, up to block `number`. */
export async function unseenFunders(db: Db, { chainId, spender }: Spends, number: number, now: number): Promise<Funder[]> {
  const rows = await openBids(db, chainId, now)
    .select(['pay_token', 'maker'])
    .distinct()
    .where('listed_block', '<=', number)
    .where(
      sql<boolean>`not exists (select 1 from funding f where f.chain_id = market_order.chain_id and f.token = market_order.pay_token and f.account = market_order.maker and f.spender = ${bytes(spender)} and f.block_number >= market_order.listed_block)`,
    )
    .execute()
  return rows.map((row) => ({ token: addressOf(row.pay_token), account: addressOf(row.maker), spender }))
}

/** Which of these accounts have open bids in which of these tokens. */
export async function biddersAmong(
  db: Db,
  { chainId, spender }: Spends,
  tokens: readonly Address[],
  accounts: readonly Address[],
  now: number,
) {
  if (tokens.length === 0 || accounts.length === 0) return []
  const rows = await openBids(db, chainId, now)
    .select(['pay_token', 'maker'])
    .distinct()
    .where('pay_token', 'in', tokens.map(bytes))
    .where('maker', 'in', accounts.map(bytes))
    .execute()
  return rows.map((row): Funder => ({ token: addressOf(row.pay_token), account: addressOf(row.maker), spender }))
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
  tx: Tx,
  { chainId, spender }: Spends,
  token: Address,
  accounts: readonly Address[],
  upTo?: number,
): Promise<Map<Address, Seen>> {
  const { rows } = await sql<{ account: Uint8Array; block_number: number; balance: bigint; allowance: bigint }>`
    select distinct on (f.account) f.account, f.block_number, f.balance, f.allowance
    from ${givenRows({ account: byteas(accounts) })} join funding f on f.chain_id = ${chainId} and f.token = ${bytes(token)}
      and f.account = given.account and f.spender = ${bytes(spender)} ${upTo === undefined ? sql`` : sql`and f.block_number <= ${upTo}`}
    order by f.account, f.block_number desc`.execute(tx)
  return new Map(rows.map((row) => [addressOf(row.account), { block: row.block_number, balance: row.balance, allowance: row.allowance }]))
}

/**
 * Whether balance and allowance cover what a bid draws. Until the index has read the block at which the bid's call read the
 * chain, that call's positive result counts.
 */
export function isCovered(
  { draw, listedBlock }: { readonly draw: bigint; readonly listedBlock: number },
  spendable: Seen | undefined,
): boolean {
  return !spendable || spendable.block < listedBlock || (spendable.balance >= draw && spendable.allowance >= draw)
}

/** Whether a bid's maker can pay all that the bid can still draw. */
export async function isFunded(tx: Tx, spender: Address, order: StoredOrder, filledItems: bigint): Promise<boolean> {
  const spendable = await newestSpendable(tx, { chainId: order.chainId, spender }, order.payToken, [order.maker])
  return isCovered({ draw: bidDraw(signedOrderOf(order), filledItems), listedBlock: order.listedBlock }, spendable.get(order.maker))
}

/** Open bids that draw on one account's balance and allowance in one token. */
export async function ordersOfFunder(tx: Tx, chainId: number, { token, account }: Omit<Funder, 'spender'>): Promise<StoredOrder[]> {
  const rows = await openBids(tx, chainId).selectAll().where('pay_token', '=', bytes(token)).where('maker', '=', bytes(account)).execute()
  return rows.map(readOrder)
}

/** What an account's open bids in a token can still draw, fees included, whether or not they are covered now (decision 22). */
export async function committedOf(
  db: Db,
  chainId: number,
  { token, account }: Omit<Funder, 'spender'>,
  now: number,
  exceptSalt?: bigint,
): Promise<{ committed: bigint; bids: number }> {
  const rows = await openBids(db, chainId, now)
    .selectAll()
    .where('pay_token', '=', bytes(token))
    .where('maker', '=', bytes(account))
    .execute()
  const bids = rows.map(readOrder).filter((order) => order.salt !== exceptSalt)
  return { committed: bids.reduce((sum, order) => sum + bidDraw(signedOrderOf(order), order.filledItems), 0n), bids: bids.length }
}
