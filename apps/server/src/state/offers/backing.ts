import type { Address } from '@plinth/protocol'
import { addressOf, bytes, type Tx } from '../../db/database.ts'
import { holdingOf } from '../items/holdings.ts'
import { isApprovedForAll } from './approvals.ts'

/** Items that a maker offers by a signature: an order's or an auction's. */
export type Offered = {
  readonly chainId: number
  readonly collection: Address
  readonly tokenId: bigint
  readonly maker: Address
  readonly listedBlock: number
}

export type Fill = { readonly kind: string; readonly items: bigint; readonly tx_hash: Uint8Array }

export type Needs = {
  readonly quantity: bigint
  /** The transfer proxy that must be approved. */
  readonly operator: Address
  /** What took items of this offer. */
  readonly events?: readonly Fill[]
}

export type Backing = {
  /** Whether the maker holds the quantity and has approved the transfer proxy. */
  readonly isFundable: boolean
  readonly hasLeft: boolean
}

/** What stands behind an offer of items, by the canonical logs. */
export async function itemBackingOf(tx: Tx, offered: Offered, { quantity, operator, events = [] }: Needs): Promise<Backing> {
  const { chainId, collection, tokenId, maker } = offered
  const held = await holdingOf(tx, chainId, { collection, tokenId, owner: maker })
  const isApproved = await isApprovedForAll(tx, chainId, collection, maker, operator)
  return { isFundable: held >= quantity && isApproved, hasLeft: await hasLeft(tx, offered, held - quantity, events) }
}

/**
 * Whether the maker transferred away what it offers at any moment since listing. Walks back from the spare units it holds now,
 * beyond the offer's need; fills of an order lower holding and need alike, so they don't count.
 */
async function hasLeft(tx: Tx, offered: Offered, spareNow: bigint, events: readonly Fill[]): Promise<boolean> {
  const maker = bytes(offered.maker)
  const transfers = await tx
    .selectFrom('item_transfer')
    .select(['from_account', 'to_account', 'quantity', 'tx_hash', 'is_trade'])
    .where('chain_id', '=', offered.chainId)
    .where('collection', '=', bytes(offered.collection))
    .where('token_id', '=', offered.tokenId)
    .where('block_number', '>', offered.listedBlock)
    .where(({ eb, or }) => or([eb('from_account', '=', maker), eb('to_account', '=', maker)]))
    .orderBy('block_number', 'desc')
    .orderBy('log_index', 'desc')
    .execute()
  const fills = new Set(events.filter((event) => event.kind === 'fill').map((event) => Buffer.from(event.tx_hash).toString('hex')))
  let spare = spareNow
  for (const transfer of transfers) {
    const isOut = addressOf(transfer.from_account) === offered.maker
    const isIn = addressOf(transfer.to_account) === offered.maker
    if (isOut === isIn) continue
    const isOwnFill = isOut && transfer.is_trade && fills.has(Buffer.from(transfer.tx_hash).toString('hex'))
    if (isOwnFill) continue
    if (isOut && spare < 0n) return true
    spare += isOut ? transfer.quantity : -transfer.quantity
  }
  return false
}

/**
 * Whether the index has not read the block at which the chain confirmed the backing of an offer: until then its "no" is only lag.
 */
export async function isAheadOfIndex(tx: Tx, { chainId, listedBlock }: Pick<Offered, 'chainId' | 'listedBlock'>): Promise<boolean> {
  const cursor = await tx.selectFrom('chain_cursor').select('number').where('chain_id', '=', chainId).executeTakeFirst()
  return listedBlock > (cursor?.number ?? -1)
}
