import { isEnded } from '@plinth/protocol'
import { sql } from 'kysely'
import { numerics } from '../../db/columns.ts'
import { bytes, type Db } from '../../db/database.ts'
import type { MakerAt } from './epochs.ts'

/** Numbers 256 * `word` + i for each bit i of `bits`. */
export type Word = { readonly word: bigint; readonly bits: bigint }

export const WORD_BITS = 256n

/** Whether the maker has cancelled this number in a bitmap word, or has ended everything since. */
export async function isCancelledWithOthers(db: Db, { chainId, exchange, maker }: MakerAt, sequence: bigint): Promise<boolean> {
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

/** The bitmap words of these numbers that the maker has cancelled any of. */
export async function cancelledWordsOf(db: Db, { chainId, exchange, maker }: MakerAt, sequences: readonly bigint[]): Promise<Word[]> {
  const words = numerics([...new Set(sequences.map((sequence) => sequence / WORD_BITS))])
  const { rows } = await sql<Word>`select word, bits from cancelled_word
    where chain_id = ${chainId} and exchange = ${bytes(exchange)} and maker = ${bytes(maker)} and word = any(${words})`.execute(db)
  return rows
}

export function isNonceUsed({ word, bits }: Word, sequence: bigint): boolean {
  return sequence / WORD_BITS === word && ((bits >> (sequence % WORD_BITS)) & 1n) === 1n
}
