import { ASSET_TYPE, ORDER_STATUS, TOKEN_STANDARD } from '@plinth/protocol'
import { type RawBuilder, sql } from 'kysely'
import { booleans, givenRows, int8s } from '../../db/columns.ts'
import { addressOf } from '../../db/database.ts'
import { type Approval, approvalTable, heldOf, isItem, type Where } from '../offers/approvals.ts'
import { type Funder, spendableOf } from '../offers/funding.ts'
import { isBidCovered, ordersOfFunder } from './funding.ts'
import { sellsItem } from './private.ts'
import type { RefreshedOrder } from './state.ts'

/**
 * Updates the open sales of these owners from their approvals, in one statement: an owner of a thousand sales may change its
 * approval with every block. Returns those that changed. The result equals `refreshOrder` of each.
 */
export async function refreshApprovals(where: Where, approvals: readonly Approval[]): Promise<RefreshedOrder[]> {
  if (approvals.length === 0) return []
  const { chainId } = where
  return update(
    where,
    sql`select o.id, o.is_proven and case
      when o.asset_type = ${sql.lit(ASSET_TYPE.MINTED)} and not exists (select from item_transfer t where ${isItem('t')}) then true
      when o.asset_type = ${sql.lit(ASSET_TYPE.MINTED)} and exists (
        select from item i where ${isItem('i')} and i.standard <> ${sql.lit(TOKEN_STANDARD.ERC1155)}
      ) then false
      else approval.is_approved and o.quantity - o.filled_items <= ${heldOf('maker')} end as is_fundable
    from ${approvalTable(where, approvals)} join market_order o
      on o.chain_id = ${chainId} and o.collection = approval.collection and o.maker = approval.owner
    where ${sellsItem} and o.status = ${sql.lit(ORDER_STATUS.OPEN)}`,
  )
}

/** Updates open bids from their makers' balances and allowances in the same way. */
export async function refreshSpendable(where: Where, funders: Iterable<Funder>): Promise<RefreshedOrder[]> {
  const { tx, chainId, contracts } = where
  const fresh: { id: number; isFundable: boolean }[] = []
  for (const funder of funders) {
    // Open bids are those of the present exchange.
    if (funder.spender !== contracts.transferProxy) continue
    const orders = await ordersOfFunder(tx, chainId, funder)
    if (orders.length === 0) continue
    const spendable = await spendableOf(tx, chainId, funder)
    for (const order of orders)
      fresh.push({ id: order.id, isFundable: order.isProven && isBidCovered(order, order.filledItems, spendable) })
  }
  if (fresh.length === 0) return []
  const given = givenRows({ id: int8s(fresh.map(({ id }) => id)), is_fundable: booleans(fresh.map(({ isFundable }) => isFundable)) })
  return update(where, sql`select given.id, given.is_fundable from ${given}`)
}

/** `fresh`: numbers of open orders, and whether they can be filled. */
async function update({ tx, now }: Where, fresh: RawBuilder<unknown>): Promise<RefreshedOrder[]> {
  const isValid = sql`o.valid_from <= ${now} and (o.valid_until = 0 or o.valid_until >= ${now})`
  const isLive = sql`(fresh.is_fundable and not o.has_left and ${isValid})`
  const { rows } = await sql<{ id: number; maker: Uint8Array; taker: Uint8Array | null; collection: Uint8Array; token_id: bigint }>`
    update market_order o set is_fundable = fresh.is_fundable, is_live = ${isLive} from (${fresh}) fresh
    where o.id = fresh.id and (o.is_fundable, o.is_live) is distinct from (fresh.is_fundable, ${isLive})
    returning o.id, o.maker, o.taker, o.collection, o.token_id`.execute(tx)
  return rows.map((row) => ({
    orderId: BigInt(row.id),
    maker: addressOf(row.maker),
    taker: row.taker ? addressOf(row.taker) : undefined,
    collection: addressOf(row.collection),
    tokenId: row.token_id,
  }))
}
