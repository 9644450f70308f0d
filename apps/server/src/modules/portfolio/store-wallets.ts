import type { Address } from '@plinth/protocol'
import { sql } from 'kysely'
import { addressOf, bytes, type Db, type Tx } from '../../db/database.ts'

/** Wallets that an account sees beside its own: each read of a portfolio looks at all of them. */
export const MOST_WALLETS = 10
/** Each of them has a signature of the wallet's key. */
const MOST_VIEWERS = 100

/** Returns false if the account sees the most wallets. */
export async function insertWallet(tx: Tx, account: Address, wallet: Address, now: number): Promise<boolean> {
  // Two at once would each count the other out.
  await sql`select from account where address = ${bytes(account)} for update`.execute(tx)
  await tx
    .insertInto('portfolio_wallet')
    .values({ account: bytes(account), wallet: bytes(wallet), created_at: now })
    .onConflict((conflict) => conflict.columns(['account', 'wallet']).doNothing())
    .execute()
  return (await listWallets(tx, account)).length <= MOST_WALLETS
}

/** Oldest first. */
export async function listWallets(db: Db, account: Address): Promise<{ address: Address; createdAt: number }[]> {
  const rows = await db
    .selectFrom('portfolio_wallet')
    .select(['wallet', 'created_at'])
    .where('account', '=', bytes(account))
    .orderBy('created_at')
    .orderBy('wallet')
    .execute()
  return rows.map((row) => ({ address: addressOf(row.wallet), createdAt: row.created_at }))
}

/** Accounts that see a wallet, newest first. */
export async function listViewers(db: Db, wallet: Address): Promise<{ address: Address; createdAt: number }[]> {
  const rows = await db
    .selectFrom('portfolio_wallet')
    .select(['account', 'created_at'])
    .where('wallet', '=', bytes(wallet))
    .orderBy('created_at', 'desc')
    .orderBy('account')
    .limit(MOST_VIEWERS)
    .execute()
  return rows.map((row) => ({ address: addressOf(row.account), createdAt: row.created_at }))
}

export async function deleteWallet(db: Db, account: Address, wallet: Address): Promise<void> {
  await db.deleteFrom('portfolio_wallet').where('account', '=', bytes(account)).where('wallet', '=', bytes(wallet)).execute()
}

/** Moves what `from` sees to `to`, which keeps its own and sees no more than the most. */
export async function moveWallets(tx: Tx, from: Address, to: Address): Promise<void> {
  await sql`insert into portfolio_wallet select ${bytes(to)}::bytea, wallet, created_at from portfolio_wallet
    where account = ${bytes(from)} and wallet <> ${bytes(to)} order by created_at
    limit greatest(0, ${MOST_WALLETS} - (select count(*) from portfolio_wallet where account = ${bytes(to)}))
    on conflict do nothing`.execute(tx)
  await deleteWallets(tx, from)
}

/** What the account sees, and who sees it. */
export async function deleteWallets(tx: Tx, account: Address): Promise<void> {
  await sql`delete from portfolio_wallet where account = ${bytes(account)} or wallet = ${bytes(account)}`.execute(tx)
}
