import { ORDER_STATUS } from '@plinth/protocol'
import { bytes, type Db } from '../../db/database.ts'
import { type EndLog, isBefore, isEndedBy, isOfEpochs, type MakerAt } from '../offers/epochs.ts'
import { isNonceUsed, WORD_BITS, type Word } from '../offers/nonce-bitmap.ts'
import { readOrder, type StoredOrder } from './store.ts'

/** The maker's orders, in any state, whose numbers are these bits of a bitmap word. */
export async function ordersOfCancellation(db: Db, who: MakerAt, cancelled: Word): Promise<StoredOrder[]> {
  const rows = await ofMaker(db, who)
    .where('sequence', '>=', cancelled.word * WORD_BITS)
    .where('sequence', '<', (cancelled.word + 1n) * WORD_BITS)
    .orderBy('sequence')
    .execute()
  return rows.map(readOrder).filter((order) => isNonceUsed(cancelled, order.sequence))
}

/** The maker's orders whose validity changes when the maker goes from one of these epochs to another; what is filled stays so. */
export async function ordersOfEpochs(db: Db, who: MakerAt, epochs: readonly bigint[]): Promise<StoredOrder[]> {
  const rows = await ofMaker(db, who).where('status', '!=', ORDER_STATUS.FILLED).where(isOfEpochs(epochs)).orderBy('sequence').execute()
  return rows.map(readOrder)
}

/** The maker's orders that this log ended: they were valid, and no earlier log ended them. */
export async function endedByLog(db: Db, who: MakerAt, orders: readonly StoredOrder[], end: EndLog): Promise<StoredOrder[]> {
  const ended = orders.filter((order) => isEndedBy(order, end))
  if (ended.length === 0) return []
  const { chainId, exchange, maker } = who
  const events = await db
    .selectFrom('order_event')
    .select(['sequence', 'kind', 'items'])
    .where('chain_id', '=', chainId)
    .where('exchange', '=', bytes(exchange))
    .where('maker', '=', bytes(maker))
    .where(isBefore(end.log))
    .execute()
  const words = await db
    .selectFrom('cancelled_word')
    .select(['word', 'bits'])
    .where('chain_id', '=', chainId)
    .where('exchange', '=', bytes(exchange))
    .where('maker', '=', bytes(maker))
    .where(isBefore(end.log))
    .execute()
  const cancelled = new Set(events.flatMap(({ kind, sequence }) => (kind === 'cancel' ? [sequence] : [])))
  const filled = new Map<bigint, bigint>()
  for (const { sequence, items } of events) filled.set(sequence, (filled.get(sequence) ?? 0n) + items)
  const bitsOf = new Map<bigint, bigint>()
  for (const { word, bits } of words) bitsOf.set(word, (bitsOf.get(word) ?? 0n) | bits)
  return ended.filter(({ sequence, quantity }) => {
    const word = sequence / WORD_BITS
    const isCancelled = cancelled.has(sequence) || isNonceUsed({ word, bits: bitsOf.get(word) ?? 0n }, sequence)
    return !isCancelled && (filled.get(sequence) ?? 0n) < quantity
  })
}

function ofMaker(db: Db, { chainId, exchange, maker }: MakerAt) {
  return db
    .selectFrom('market_order')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where('exchange', '=', bytes(exchange))
    .where('maker', '=', bytes(maker))
}
