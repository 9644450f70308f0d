import { type Address, ZERO_ADDRESS } from '@plinth/protocol'
import { addressOf, bytes, type Db, type Tx } from '../../db/database.ts'
import { markAllWhole } from './due.ts'

/** The money that a pay token is: the coin and its wrapped coin are one, unit for unit (MONEY-01). */
export type MoneyOf = (payToken: Address) => Address

export async function moneysOf(db: Db, chainId: number): Promise<MoneyOf> {
  const wrapped = new Set(await wrappedCoinsOf(db, chainId))
  return (payToken) => (wrapped.has(payToken) ? ZERO_ADDRESS : payToken)
}

export async function wrappedCoinsOf(db: Db, chainId: number): Promise<Address[]> {
  const rows = await db.selectFrom('wrapped_coin').select('address').where('chain_id', '=', chainId).execute()
  return rows.map((row) => addressOf(row.address))
}

/** Collections with sales in it that were recorded before are recounted. */
export async function noteWrappedCoin(tx: Tx, chainId: number, address: Address): Promise<void> {
  const added = await tx
    .insertInto('wrapped_coin')
    .values({ chain_id: chainId, address: bytes(address) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('address')
    .executeTakeFirst()
  if (added) await markAllWhole(tx, chainId, address)
}
