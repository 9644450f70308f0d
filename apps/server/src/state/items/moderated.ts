import type { Address } from '@plinth/protocol'
import { type RawBuilder, sql } from 'kysely'
import { byteas, givenRows, numerics } from '../../db/columns.ts'
import { bytes, type Tx } from '../../db/database.ts'

type Where = { readonly tx: Tx; readonly chainId: number }
type ItemKey = { readonly collection: Address; readonly tokenId: bigint }
type Rule = 'is_hidden' | 'is_locked'

/** The operator's rule for one item outlives its row, which a chain may revert and bring again. */
export async function setRule({ tx, chainId }: Where, { collection, tokenId }: ItemKey, rule: Rule, value: boolean): Promise<void> {
  await tx
    .insertInto('item_moderation')
    .values({ chain_id: chainId, collection: bytes(collection), token_id: tokenId, [rule]: value })
    .onConflict((conflict) => conflict.columns(['chain_id', 'collection', 'token_id']).doUpdateSet({ [rule]: value }))
    .execute()
}

/** Applies the operator's rules for items and their collections to rows of items. */
export async function applyRules({ tx, chainId }: Where, items: readonly ItemKey[]): Promise<void> {
  if (items.length === 0) return
  const given = givenRows({
    collection: byteas(items.map((item) => item.collection)),
    token_id: numerics(items.map((item) => item.tokenId)),
  })
  await apply(tx, sql`${given} join item i on i.chain_id = ${chainId} and i.collection = given.collection and i.token_id = given.token_id`)
}

/** The same for all items of a collection. */
export async function applyRulesIn({ tx, chainId }: Where, collection: ItemKey['collection']): Promise<void> {
  await apply(tx, sql`item i`, sql`and i.chain_id = ${chainId} and i.collection = ${bytes(collection)}`)
}

async function apply(tx: Tx, from: RawBuilder<unknown>, where: RawBuilder<unknown> = sql``): Promise<void> {
  await sql`update item set is_visible = not ruled.is_hidden, is_trade_locked = ruled.is_locked
    from (
      select i.chain_id, i.collection, i.token_id,
        coalesce(m.is_hidden, false) or coalesce(c.is_hidden, false) as is_hidden,
        coalesce(m.is_locked, false) or coalesce(c.is_locked, false) as is_locked
      from ${from}
      left join item_moderation m on m.chain_id = i.chain_id and m.collection = i.collection and m.token_id = i.token_id
      left join collection c on c.chain_id = i.chain_id and c.address = i.collection
      where (i.is_visible = (coalesce(m.is_hidden, false) or coalesce(c.is_hidden, false))
        or i.is_trade_locked <> (coalesce(m.is_locked, false) or coalesce(c.is_locked, false))) ${where}
    ) ruled
    where item.chain_id = ruled.chain_id and item.collection = ruled.collection and item.token_id = ruled.token_id`.execute(tx)
}
