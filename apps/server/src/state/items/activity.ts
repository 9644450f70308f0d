import type { Address, HistoryType } from '@plinth/protocol'
import type { Hex } from 'viem'
import { byteas, hashes, insertColumns, int8s, jsons, numerics } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import type { OrderSnapshot } from '../../db/schema/market.ts'

export type NewActivity = {
  readonly chainId: number
  readonly collection: Address
  readonly tokenId: bigint
  readonly type: HistoryType
  readonly from: Address
  readonly to?: Address | undefined
  readonly orderId?: number | undefined
  readonly version: number
  readonly snapshot?: OrderSnapshot
  /** Units transferred or offered. */
  readonly quantity: bigint
  readonly blockHash?: Hex
  readonly logIndex?: number
  /** Its position in a log with several transfers. */
  readonly part?: number
  readonly txHash?: Hex
  readonly createdAt: number
}

/** Rows in the order in which the history shows them. */
export async function addActivities(tx: Tx, rows: readonly NewActivity[]): Promise<void> {
  if (rows.length === 0) return
  await insertColumns(tx, 'activity', {
    chain_id: int8s(rows.map((row) => row.chainId)),
    collection: hashes(rows.map((row) => row.collection)),
    token_id: numerics(rows.map((row) => row.tokenId)),
    type: int8s(rows.map((row) => row.type)),
    from_account: hashes(rows.map((row) => row.from)),
    to_account: byteas(rows.map((row) => row.to ?? null)),
    order_id: int8s(rows.map((row) => row.orderId ?? null)),
    version: int8s(rows.map((row) => row.version)),
    snapshot: jsons(rows.map((row) => (row.snapshot ? JSON.stringify(row.snapshot) : null))),
    quantity: numerics(rows.map((row) => row.quantity)),
    block_hash: byteas(rows.map((row) => row.blockHash ?? null)),
    log_index: int8s(rows.map((row) => row.logIndex ?? null)),
    part: int8s(rows.map((row) => row.part ?? 0)),
    tx_hash: byteas(rows.map((row) => row.txHash ?? null)),
    created_at: int8s(rows.map((row) => row.createdAt)),
  })
}
