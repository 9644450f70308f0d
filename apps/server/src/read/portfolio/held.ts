import { type RawBuilder, sql } from 'kysely'
import { byteas, int8s } from '../../db/columns.ts'
import { isReceiver, type Whose } from './trades.ts'

/**
 * Where a holder finds a work: among its others, behind "Hidden" by its own choice, or there because another account sent it and
 * nothing is known of its collection: it is not the market's or verified, no operator imported it, and none of the accounts owns it or made
 * the work or bought one of it (PORT-07). Each holder's choice counts.
 */
const shelfOf = (mine: RawBuilder<unknown>) => sql`case when w.is_hidden then 'own' when ${isUnknownTo(mine)} then 'unknown' else 'no' end`

/** The same without the holder's choices, which no other account sees. */
export const shelfToAll = (mine: RawBuilder<unknown>) => sql`case when ${isOfUnknown(mine)} then 'unknown' else 'no' end`

/** Of `item` in `n`; needs what `ofHolder` joins. */
export function isUnknownTo(mine: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(w.is_hidden is null and ${isOfUnknown(mine)})`
}

function isOfUnknown(mine: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(not n.is_official and not n.is_verified and n.followed_from is null
    and n.owner <> all(${mine}) and item.creator <> all(${mine}) and bought_in.collection is null)`
}

/** The choice of the holder, and whether one of the accounts bought in that collection. */
export const ofHolder = (row: string, holder: string): RawBuilder<unknown> => sql`left join work_choice w on w.account = ${sql.ref(holder)}
    and w.chain_id = ${sql.ref(`${row}.chain_id`)} and w.collection = ${sql.ref(`${row}.collection`)} and w.token_id = ${sql.ref(`${row}.token_id`)}
  left join bought_in on bought_in.chain_id = ${sql.ref(`${row}.chain_id`)}
    and bought_in.collection = ${sql.ref(`${row}.collection`)}`

export const boughtIn = (mine: RawBuilder<unknown>): RawBuilder<unknown> => sql`bought_in as materialized (
  select distinct s.chain_id, s.collection from sale s where s.buyer = any(${mine}) and not (${isReceiver('buyer', mine)}))`

/** `held`: what these accounts hold of visible works, each with its shelf. */
export function heldBy({ accounts, chainIds }: Whose, shelf = shelfOf): RawBuilder<unknown> {
  const mine = byteas(accounts)
  return sql`${boughtIn(mine)},
    held as materialized (
      select h.chain_id, h.collection, h.token_id, h.owner, h.quantity, h.received_at, item.standard, item.name, item.creator,
        n.name as collection_name, n.cover, n.is_verified, ${shelf(mine)} as shelf
      from holding h
      join item on item.chain_id = h.chain_id and item.collection = h.collection and item.token_id = h.token_id and item.is_visible
      join collection n on n.chain_id = h.chain_id and n.address = h.collection
      ${ofHolder('h', 'h.owner')}
      where h.owner = any(${mine}) and h.quantity > 0 and h.chain_id = any(${int8s(chainIds)})
    )`
}
