import { type Address, isEnded, ORDER_STATUS } from '@plinth/protocol'
import { sql } from 'kysely'
import { bytes, type Db } from '../../db/database.ts'
import { readOrder, type StoredOrder } from './store.ts'

type Maker = { readonly chainId: number; readonly exchange: Address; readonly maker: Address }

/** Numbers 256 * `word` + i for each bit i of `bits`. */
type Word = { readonly word: bigint; readonly bits: bigint }

const WORD_BITS = 256n

/** Whether the maker has cancelled this number together with others of its word, or has ended everything since. */
export async function isCancelledWithOthers(db: Db, { chainId, exchange, maker }: Maker, sequence: bigint): Promise<boolean> {
  const ofMaker = sql`chain_id = ${chainId} and exchange = ${bytes(exchange)}`
  const { rows } = await sql<{ bits: bigint | null; epoch: bigint | null }>`
    select bits, null::numeric as epoch from cancelled_word
      where ${ofMaker} and maker = ${bytes(maker)} and word = ${sequence / WORD_BITS}
    union all (select null, epoch from account_end where ${ofMaker} and account = ${bytes(maker)}
      order by block_number desc, log_index desc limit 1)`.execute(db)
  return rows.some(({ bits, epoch }) =>
    epoch === null ? isInWord({ word: sequence / WORD_BITS, bits: bits ?? 0n }, sequence) : isEnded(epoch, sequence),
  )
}

/** The maker's open orders that are over in this epoch, but for those that a log before this one has ended already. */
export async function ordersStanding(db: Db, who: Maker, epoch: bigint): Promise<StoredOrder[]> {
  const rows = await ofMaker(db, who)
    .where('status', '=', ORDER_STATUS.OPEN)
    .where(
      sql<boolean>`not exists (select from order_event e where e.chain_id = o.chain_id and e.exchange = o.exchange
        and e.maker = o.maker and e.sequence = o.sequence
        having bool_or(e.kind = 'cancel') or sum(e.items) filter (where e.kind = 'fill') >= o.quantity)`,
    )
    .orderBy('sequence')
    .execute()
  const words = await db
    .selectFrom('cancelled_word')
    .select(['word', 'bits'])
    .where('chain_id', '=', who.chainId)
    .where('exchange', '=', bytes(who.exchange))
    .where('maker', '=', bytes(who.maker))
    .execute()
  return rows.map(readOrder).filter(({ sequence }) => isEnded(epoch, sequence) && !words.some((word) => isInWord(word, sequence)))
}

/** The maker's orders, of whatever state, whose numbers these bits of a word mean. */
export async function ordersOfWord(db: Db, who: Maker, cancelled: Word): Promise<StoredOrder[]> {
  const rows = await ofMaker(db, who)
    .where('sequence', '>=', cancelled.word * WORD_BITS)
    .where('sequence', '<', (cancelled.word + 1n) * WORD_BITS)
    .orderBy('sequence')
    .execute()
  return rows.map(readOrder).filter((order) => isInWord(cancelled, order.sequence))
}

/** What may be open again when the maker's end of everything is taken back. */
export async function ordersCancelled(db: Db, who: Maker): Promise<StoredOrder[]> {
  const rows = await ofMaker(db, who).where('status', '=', ORDER_STATUS.CANCELLED).orderBy('sequence').execute()
  return rows.map(readOrder)
}

function ofMaker(db: Db, { chainId, exchange, maker }: Maker) {
  return db
    .selectFrom('market_order as o')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where('exchange', '=', bytes(exchange))
    .where('maker', '=', bytes(maker))
}

export function isInWord({ word, bits }: Word, sequence: bigint): boolean {
  return sequence / WORD_BITS === word && ((bits >> (sequence % WORD_BITS)) & 1n) === 1n
}
