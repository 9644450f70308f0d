import { AppError } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { sql } from 'kysely'
import { bytes, type Db } from '../../db/database.ts'
import { PRIVATE_SIDE } from '../../state/orders/private.ts'

/** New sales and bids of an account within a day, so that none fills "recently listed" alone (EXPL-18). Edits are none. */
const MOST_DAILY = 2_000
/** Of them, private sales: each writes a notice to an account of the seller's choice. */
const MOST_DAILY_PRIVATE = 100
const DAY_S = 86_400

/** @throws AppError DAILY_ORDERS */
export async function checkDaily(db: Db, maker: Address, now: number): Promise<void> {
  if ((await leftToday(db, maker, now)) <= 0) throw dailyError()
}

/** How many more orders the account can make now. */
export async function leftToday(db: Db, maker: Address, now: number): Promise<number> {
  const { rows } = await sql<{ made: number }>`select count(*) as made from (select from market_order
    where maker = ${bytes(maker)} and created_at > ${now - DAY_S} limit ${sql.lit(MOST_DAILY)}) today`.execute(db)
  return MOST_DAILY - (rows[0]?.made ?? 0)
}

export const dailyError = (): AppError => new AppError('DAILY_ORDERS', { most: String(MOST_DAILY) })

/** @throws AppError DAILY_ORDERS */
export async function checkDailyPrivate(db: Db, maker: Address, now: number): Promise<void> {
  const { rows } = await sql<{ made: number }>`select count(*) as made from (select from market_order
    where maker = ${bytes(maker)} and created_at > ${now - DAY_S} and side = ${sql.lit(PRIVATE_SIDE)} limit ${sql.lit(MOST_DAILY_PRIVATE)}) today`.execute(
    db,
  )
  if ((rows[0]?.made ?? 0) >= MOST_DAILY_PRIVATE) throw new AppError('DAILY_ORDERS', { most: String(MOST_DAILY_PRIVATE) })
}
