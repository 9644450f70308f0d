import { packSalt, type SaltParts, sequenceOf, unpackSalt, withTerms } from '@plinth/protocol'
import { sql } from 'kysely'
import { bytes, type Db, transact } from '../../db/database.ts'
import { epochOf, type MakerAt } from './epochs.ts'
import { isCancelledWithOthers } from './nonce-bitmap.ts'

export type Allotment = { readonly salt: bigint; readonly sellerFee: number }

/** Allots the maker's next sequence number, each once; skips numbers that are spent on chain. */
export async function allotSalt(
  db: Db,
  who: MakerAt,
  { terms = 0n, ...parts }: Omit<SaltParts, 'sequence'> & { readonly terms?: bigint },
  sellerFee: number,
  now: number,
): Promise<Allotment> {
  return transact(db, async (tx) => {
    const key = keyOf(who)
    for (;;) {
      const { last } = await tx
        .insertInto('salt_counter')
        .values({ ...key, last: 1n })
        .onConflict((conflict) =>
          conflict.columns(['chain_id', 'exchange', 'maker']).doUpdateSet({ last: sql<bigint>`salt_counter.last + 1` }),
        )
        .returning('last')
        .executeTakeFirstOrThrow()
      // Only now: the index may have held the counter's lock while it stored an end, after which an older epoch has no valid number.
      const sequence = sequenceOf(await epochOf(tx, who), last)
      const spent = await tx
        .selectFrom('order_event')
        .select('log_index')
        .where(({ and }) => and({ ...key, sequence }))
        .executeTakeFirst()
      if (spent || (await isCancelledWithOthers(tx, who, sequence))) continue
      const salt = withTerms(packSalt({ ...parts, sequence }), terms)
      await tx
        .insertInto('salt_allotment')
        .values({ ...key, sequence, salt, seller_fee: sellerFee, created_at: now })
        .execute()
      return { salt, sellerFee }
    }
  })
}

/** The allotment of exactly this salt to this maker, if there is one. */
export async function findAllotment(db: Db, who: MakerAt, salt: bigint): Promise<Allotment | undefined> {
  const allotted = await findAllotted(db, who, unpackSalt(salt).sequence)
  return allotted?.salt === salt ? allotted : undefined
}

/** The salt that was allotted with this number. */
export async function findAllotted(db: Db, who: MakerAt, sequence: bigint): Promise<Allotment | undefined> {
  const row = await db
    .selectFrom('salt_allotment')
    .select(['salt', 'seller_fee'])
    .where(({ and }) => and({ ...keyOf(who), sequence }))
    .executeTakeFirst()
  return row && { salt: row.salt, sellerFee: row.seller_fee }
}

function keyOf({ chainId, exchange, maker }: MakerAt) {
  return { chain_id: chainId, exchange: bytes(exchange), maker: bytes(maker) }
}
