import { type Address, isEnded } from '@plinth/protocol'
import { anyOf } from '../../db/columns.ts'
import { addressOf, bytes, type Db } from '../../db/database.ts'

type Place = { readonly chainId: number; readonly exchange: Address }
type Account = Place & { readonly maker: Address }

/** The epoch that the account is in at this exchange, as the canonical logs have it; zero where it never ended everything. */
export async function epochOf(db: Db, { chainId, exchange, maker }: Account): Promise<bigint> {
  return (await epochsOf(db, { chainId, exchange }, [maker])).get(maker) ?? 0n
}

/** Of those of these accounts that ended everything. */
export async function epochsOf(db: Db, { chainId, exchange }: Place, accounts: readonly Address[]): Promise<Map<Address, bigint>> {
  const rows = await db
    .selectFrom('account_end')
    .distinctOn('account')
    .select(['account', 'epoch'])
    .where('chain_id', '=', chainId)
    .where('exchange', '=', bytes(exchange))
    .where('account', '=', anyOf(accounts))
    .orderBy('account')
    .orderBy('block_number', 'desc')
    .orderBy('log_index', 'desc')
    .execute()
  return new Map(rows.map((row) => [addressOf(row.account), row.epoch]))
}

/** The transaction by which the account ended everything of this number; undefined where the number counts. */
export async function endOfNumber(db: Db, { chainId, exchange, maker }: Account, sequence: bigint): Promise<Uint8Array | undefined> {
  const rows = await db
    .selectFrom('account_end')
    .select(['epoch', 'tx_hash'])
    .where('chain_id', '=', chainId)
    .where('exchange', '=', bytes(exchange))
    .where('account', '=', bytes(maker))
    .orderBy('block_number')
    .orderBy('log_index')
    .execute()
  // A number of an epoch is over with the end that follows it; one of no epoch with the first.
  return rows[rows.findIndex(({ epoch }) => !isEnded(epoch, sequence)) + 1]?.tx_hash
}
