import { type Address, ASSET_TYPE, bidDraw, ORDER_STATUS, ORDER_TYPE, TOKEN_STANDARD } from '@plinth/protocol'
import { type RawBuilder, sql } from 'kysely'
import type { ChainContracts } from '../../config.ts'
import { booleans, byteas, givenRows, int8s, texts } from '../../db/columns.ts'
import { addressOf, type Tx } from '../../db/database.ts'
import { type Funder, isCovered, newestSpendable, ordersOfFunder } from './funding.ts'
import { approvalSubject, type RefreshedOrder } from './state.ts'
import { signedOrderOf } from './store.ts'

export type Where = { readonly tx: Tx; readonly chainId: number; readonly contracts: ChainContracts; readonly now: number }
export type Approval = { readonly collection: Address; readonly owner: Address }

/**
 * Updates the open sales of these owners from their approvals, in one statement: an owner of a thousand sales may change its
 * approval with every block. Returns those that changed. The result equals `refreshOrder` of each.
 */
export async function refreshApprovals(where: Where, approvals: readonly Approval[]): Promise<RefreshedOrder[]> {
  if (approvals.length === 0) return []
  const { chainId } = where
  return follow(
    where,
    sql`select w.id, w.is_proven and case
      when w.asset_type = ${sql.lit(ASSET_TYPE.MINTED)} and not exists (select from item_transfer t where ${isItem('t')}) then true
      when w.asset_type = ${sql.lit(ASSET_TYPE.MINTED)} and exists (
        select from item i where ${isItem('i')} and i.standard <> ${sql.lit(TOKEN_STANDARD.ERC1155)}
      ) then false
      else said.is_approved and w.quantity - w.filled_items <= ${heldOf('maker')} end as is_fundable
    from ${approvalsSaid(where, approvals)} join market_order w
      on w.chain_id = ${chainId} and w.collection = said.collection and w.maker = said.owner
    where w.side = ${sql.lit(ORDER_TYPE.SALE)} and w.status = ${sql.lit(ORDER_STATUS.OPEN)}`,
  )
}

/** A table `said` for a `from`: for each approval, the value of the latest canonical ApprovalForAll. */
export function approvalsSaid({ chainId, contracts }: Where, approvals: readonly Approval[]): RawBuilder<unknown> {
  const given = givenRows({
    collection: byteas(approvals.map((key) => key.collection)),
    owner: byteas(approvals.map((key) => key.owner)),
    subject: texts(approvals.map((key) => approvalSubject(key.owner, contracts.transferProxy))),
  })
  return sql`(
    select given.collection, given.owner, coalesce((
      select l.args->'approved' = 'true'::jsonb from chain_log l
      where l.chain_id = ${chainId} and l.address = given.collection and l.event = 'ApprovalForAll' and l.subject = given.subject
        and l.fault is null
      order by l.block_number desc, l.log_index desc limit 1
    ), false) as is_approved from ${given}
  ) said`
}

/** How many units of its item the signer of `w` holds. */
export function heldOf(by: 'maker' | 'owner'): RawBuilder<unknown> {
  return sql`coalesce((select h.quantity from holding h where ${isItem('h')} and h.owner = ${sql.ref(`w.${by}`)}), 0)`
}

/** Whether a row belongs to the item that `w` offers. */
function isItem(row: string): RawBuilder<unknown> {
  const of = (column: string) => sql`${sql.ref(`${row}.${column}`)} = ${sql.ref(`w.${column}`)}`
  return sql`${of('chain_id')} and ${of('collection')} and ${of('token_id')}`
}

/** Updates open bids from their makers' balances and allowances in the same way. */
export async function refreshSpendable(where: Where, funders: Iterable<Funder>): Promise<RefreshedOrder[]> {
  const { tx, chainId, contracts } = where
  const due: { id: number; isFundable: boolean }[] = []
  for (const funder of funders) {
    // Open bids are those of the present exchange.
    if (funder.spender !== contracts.transferProxy) continue
    const orders = await ordersOfFunder(tx, chainId, funder)
    if (orders.length === 0) continue
    const spendable = (await newestSpendable(tx, { chainId, spender: funder.spender }, funder.token, [funder.account])).get(funder.account)
    for (const order of orders) {
      const { listedBlock, isProven } = order
      const isFundable = isProven && isCovered({ draw: bidDraw(signedOrderOf(order), order.filledItems), listedBlock }, spendable)
      due.push({ id: order.id, isFundable })
    }
  }
  if (due.length === 0) return []
  const given = givenRows({ id: int8s(due.map(({ id }) => id)), is_fundable: booleans(due.map(({ isFundable }) => isFundable)) })
  return follow(where, sql`select given.id, given.is_fundable from ${given}`)
}

/** `due`: numbers of open orders, and whether they can be filled. */
async function follow({ tx, now }: Where, due: RawBuilder<unknown>): Promise<RefreshedOrder[]> {
  const isValid = sql`w.valid_from <= ${now} and (w.valid_until = 0 or w.valid_until >= ${now})`
  const isLive = sql`(due.is_fundable and not w.has_left and ${isValid})`
  const { rows } = await sql<{ id: number; maker: Uint8Array; collection: Uint8Array; token_id: bigint }>`
    update market_order w set is_fundable = due.is_fundable, is_live = ${isLive} from (${due}) due
    where w.id = due.id and (w.is_fundable, w.is_live) is distinct from (due.is_fundable, ${isLive})
    returning w.id, w.maker, w.collection, w.token_id`.execute(tx)
  return rows.map((row) => ({
    orderId: BigInt(row.id),
    maker: addressOf(row.maker),
    collection: addressOf(row.collection),
    tokenId: row.token_id,
  }))
}
