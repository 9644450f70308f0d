import type { Address } from '@plinth/protocol'
import { type RawBuilder, sql } from 'kysely'
import { byteas, givenRows, numerics } from '../../db/columns.ts'
import { bytes, type Tx } from '../../db/database.ts'
import { holderColumns } from '../items/holdings.ts'

type ItemKey = { readonly collection: Address; readonly tokenId: bigint }

/** What a block has touched that somebody's signed word may stand on. */
export type Concerned = {
  readonly keys: readonly { readonly maker: Address; readonly sequence: bigint }[]
  readonly holders: readonly (ItemKey & { readonly owner: Address })[]
  readonly approvals: readonly { readonly collection: Address; readonly owner: Address }[]
}

type Words = {
  readonly table: 'market_order' | 'auction'
  /** Whose word it is. */
  readonly by: 'maker' | 'owner'
  /** Of `w`, a word that still stands on its maker's items. */
  readonly isStanding: RawBuilder<unknown>
  /** Of those that stand on a touched approval, the ones to find; all unless given. */
  readonly isOfApproval?: RawBuilder<unknown>
}

/** Signed words of these numbers, and those that stand on these holdings or approvals. */
export async function findConcerned(
  tx: Tx,
  { chainId, exchange }: { readonly chainId: number; readonly exchange: Address },
  { keys, holders, approvals }: Concerned,
  { table, by, isStanding, isOfApproval = sql`true` }: Words,
): Promise<number[]> {
  const ids: number[] = []
  const maker = sql.ref(`w.${by}`)
  const find = async (given: RawBuilder<unknown>, where: RawBuilder<unknown>): Promise<void> => {
    const { rows } = await sql<{
      id: number
    }>`select w.id from ${given} join ${sql.table(table)} w on w.chain_id = ${chainId} and ${where}`.execute(tx)
    ids.push(...rows.map((row) => row.id))
  }
  const isOf = sql`w.collection = given.collection and ${maker} = given.owner and ${isStanding}`
  if (keys.length > 0) {
    const given = givenRows({ owner: byteas(keys.map((key) => key.maker)), sequence: numerics(keys.map((key) => key.sequence)) })
    await find(given, sql`w.exchange = ${bytes(exchange)} and ${maker} = given.owner and w.sequence = given.sequence`)
  }
  if (holders.length > 0) await find(givenRows(holderColumns(holders)), sql`${isOf} and w.token_id = given.token_id`)
  if (approvals.length > 0) {
    const [collection, owner] = [byteas(approvals.map((key) => key.collection)), byteas(approvals.map((key) => key.owner))]
    await find(givenRows({ collection, owner }), sql`${isOf} and ${isOfApproval}`)
  }
  return ids
}
