import type { Address } from '@plinth/protocol'
import { bytes, type Db } from '../../db/database.ts'
import { readOrder, type StoredOrder } from './store.ts'

type Maker = { readonly chainId: number; readonly exchange: Address; readonly maker: Address }

/** Numbers 256 * `word` + i for each bit i of `bits`. */
type Word = { readonly word: bigint; readonly bits: bigint }

const WORD_BITS = 256n

/** Whether the maker has cancelled this number together with others of its word. */
export async function isCancelledByWord(db: Db, { chainId, exchange, maker }: Maker, sequence: bigint): Promise<boolean> {
  const rows = await db
    .selectFrom('cancelled_word')
    .select(['word', 'bits'])
    .where('chain_id', '=', chainId)
    .where('exchange', '=', bytes(exchange))
    .where('maker', '=', bytes(maker))
    .where('word', '=', sequence / WORD_BITS)
    .execute()
  return rows.some((row) => isInWord(row, sequence))
}

/** The maker's orders, of whatever state, whose numbers these bits of a word mean. */
export async function ordersOfWord(db: Db, { chainId, exchange, maker }: Maker, cancelled: Word): Promise<StoredOrder[]> {
  const rows = await db
    .selectFrom('market_order')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where('exchange', '=', bytes(exchange))
    .where('maker', '=', bytes(maker))
    .where('sequence', '>=', cancelled.word * WORD_BITS)
    .where('sequence', '<', (cancelled.word + 1n) * WORD_BITS)
    .orderBy('sequence')
    .execute()
  return rows.map(readOrder).filter((order) => isInWord(cancelled, order.sequence))
}

export function isInWord({ word, bits }: Word, sequence: bigint): boolean {
  return sequence / WORD_BITS === word && ((bits >> (sequence % WORD_BITS)) & 1n) === 1n
}
