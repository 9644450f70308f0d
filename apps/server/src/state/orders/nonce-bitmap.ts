import { type Address, isEnded, ORDER_STATUS } from '@plinth/protocol'
import { sql } from 'kysely'
import { bytes, type Db } from '../../db/database.ts'
import { isBefore, isOfEpochs, type LogPlace } from './epochs.ts'
import { readOrder, type StoredOrder } from './store.ts'

type Maker = { readonly chainId: number; readonly exchange: Address; readonly maker: Address }

/** Numbers 256 * `word` + i for each bit i of `bits`. */
type Word = { readonly word: bigint; readonly bits: bigint }

const WORD_BITS = 256n

/** Whether the maker has cancelled this number in a bitmap word, or has ended everything since. */
export async function isCancelledWithOthers(db: Db, { chainId, exchange, maker }: Maker, sequence: bigint): Promise<boolean> {
  const ofMaker = sql`chain_id = ${chainId} and exchange = ${bytes(exchange)}`
  const { rows } = await sql<{ bits: bigint | null; epoch: bigint | null }>`
    select bits, null::numeric as epoch from cancelled_word
      where ${ofMaker} and maker = ${bytes(maker)} and word = ${sequence / WORD_BITS}
    union all (select null, epoch from account_end where ${ofMaker} and account = ${bytes(maker)}
      order by block_number desc, log_index desc limit 1)`.execute(db)
  return rows.some(({ bits, epoch }) =>
    epoch === null ? isNonceUsed({ word: sequence / WORD_BITS, bits: bits ?? 0n }, sequence) : isEnded(epoch, sequence),
  )
}

/** The maker's orders, in any state, whose numbers are these bits of a bitmap word. */
export async function ordersOfWord(db: Db, who: Maker, cancelled: Word): Promise<StoredOrder[]> {
  const rows = await ofMaker(db, who)
    .where('sequence', '>=', cancelled.word * WORD_BITS)
    .where('sequence', '<', (cancelled.word + 1n) * WORD_BITS)
    .orderBy('sequence')
    .execute()
  return rows.map(readOrder).filter((order) => isNonceUsed(cancelled, order.sequence))
}

/** The maker's orders whose validity changes when the maker goes from one of these epochs to another; what is filled stays so. */
export async function ordersOfEpochs(db: Db, who: Maker, epochs: readonly bigint[]): Promise<StoredOrder[]> {
  const rows = await ofMaker(db, who).where('status', '!=', ORDER_STATUS.FILLED).where(isOfEpochs(epochs)).orderBy('sequence').execute()
  return rows.map(readOrder)
}

/** The maker's orders that this log ended: they were valid, and no earlier log ended them. */
export async function endedByLog(
  db: Db,
  { chainId, exchange, maker }: Maker,
  orders: readonly StoredOrder[],
  { before, epoch, log }: { readonly before: bigint; readonly epoch: bigint; readonly log: LogPlace },
): Promise<StoredOrder[]> {
  const ended = orders.filter(
    ({ sequence, listedBlock }) => !isEnded(before, sequence) && isEnded(epoch, sequence) && listedBlock <= log.blockNumber,
  )
  if (ended.length === 0) return []
  const events = await db
    .selectFrom('order_event')
    .select(['sequence', 'kind', 'items'])
    .where('chain_id', '=', chainId)
    .where('exchange', '=', bytes(exchange))
    .where('maker', '=', bytes(maker))
    .where(isBefore(log))
    .execute()
  const words = await db
    .selectFrom('cancelled_word')
    .select(['word', 'bits'])
    .where('chain_id', '=', chainId)
    .where('exchange', '=', bytes(exchange))
    .where('maker', '=', bytes(maker))
    .where(isBefore(log))
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

function ofMaker(db: Db, { chainId, exchange, maker }: Maker) {
  return db
    .selectFrom('market_order')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where('exchange', '=', bytes(exchange))
    .where('maker', '=', bytes(maker))
}

export function isNonceUsed({ word, bits }: Word, sequence: bigint): boolean {
  return sequence / WORD_BITS === word && ((bits >> (sequence % WORD_BITS)) & 1n) === 1n
}
