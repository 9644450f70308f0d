import { packSalt, type SaltParts, sequenceOf, unpackSalt, withTerms } from '@plinth/protocol'
import { sql } from 'kysely'
import { hashes, insertColumns, numerics } from '../../db/columns.ts'
import { bytes, type Db, type Tx, transact } from '../../db/database.ts'
import { epochOf, type MakerAt } from './epochs.ts'
import { cancelledWordsOf, isNonceUsed } from './nonce-bitmap.ts'

export type Allotment = { readonly salt: bigint; readonly sellerFee: number }

type NewSalt = Omit<SaltParts, 'sequence'> & { readonly terms?: bigint }

/** Allots the maker's next sequence number, each once; skips numbers that are spent on chain. */
export async function allotSalt(db: Db, who: MakerAt, parts: NewSalt, sellerFee: number, now: number): Promise<Allotment> {
  const [allotted] = await allotSalts(db, who, [parts], sellerFee, now)
  if (!allotted) throw new Error('No salt was allotted')
  return allotted
}

/** The same for many orders, in their order. */
export async function allotSalts(db: Db, who: MakerAt, wanted: readonly NewSalt[], sellerFee: number, now: number): Promise<Allotment[]> {
  if (wanted.length === 0) return []
  return transact(db, async (tx) => {
    const numbers: bigint[] = []
    while (numbers.length < wanted.length) numbers.push(...(await nextNumbers(tx, who, BigInt(wanted.length - numbers.length))))
    const salts = wanted.map(({ terms = 0n, ...parts }, at) => withTerms(packSalt({ ...parts, sequence: numbers[at] ?? 0n }), terms))
    await insertColumns(
      tx,
      'salt_allotment',
      {
        exchange: hashes(salts.map(() => who.exchange)),
        maker: hashes(salts.map(() => who.maker)),
        sequence: numerics(numbers),
        salt: numerics(salts),
      },
      { alike: { chain_id: who.chainId, seller_fee: sellerFee, created_at: now } },
    )
    return salts.map((salt) => ({ salt, sellerFee }))
  })
}

/** So many numbers of the maker, or fewer where some are spent on chain. */
async function nextNumbers(tx: Tx, who: MakerAt, count: bigint): Promise<bigint[]> {
  const { last } = await tx
    .insertInto('salt_counter')
    .values({ ...keyOf(who), last: count })
    .onConflict((conflict) =>
      conflict.columns(['chain_id', 'exchange', 'maker']).doUpdateSet({ last: sql<bigint>`salt_counter.last + ${count}::numeric` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  // Only now: the index may have held the counter's lock while it stored an end, after which an older epoch has no valid number.
  const epoch = await epochOf(tx, who)
  const numbers = Array.from({ length: Number(count) }, (_, at) => sequenceOf(epoch, last - count + BigInt(at) + 1n))
  const filled = await tx
    .selectFrom('order_event')
    .select('sequence')
    .where(({ and }) => and(keyOf(who)))
    .where('sequence', 'in', numbers)
    .execute()
  const spent = new Set(filled.map(({ sequence }) => sequence))
  const words = await cancelledWordsOf(tx, who, numbers)
  return numbers.filter((number) => !spent.has(number) && !words.some((word) => isNonceUsed(word, number)))
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
