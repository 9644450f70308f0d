import type { Address, HistoryType } from '@plinth/protocol'
import type { Hex } from 'viem'
import { bytes, type Tx } from '../../db/database.ts'
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
  readonly blockHash?: Hex
  readonly logIndex?: number
  readonly txHash?: Hex
  readonly createdAt: number
}

/** One row of an item's history. */
export async function addActivity(tx: Tx, row: NewActivity): Promise<void> {
  await tx
    .insertInto('activity')
    .values({
      chain_id: row.chainId,
      collection: bytes(row.collection),
      token_id: row.tokenId,
      type: row.type,
      from_account: bytes(row.from),
      to_account: row.to ? bytes(row.to) : null,
      order_id: row.orderId ?? null,
      version: row.version,
      snapshot: row.snapshot ? JSON.stringify(row.snapshot) : null,
      block_hash: row.blockHash ? bytes(row.blockHash) : null,
      log_index: row.logIndex ?? null,
      tx_hash: row.txHash ? bytes(row.txHash) : null,
      created_at: row.createdAt,
    })
    .execute()
}
