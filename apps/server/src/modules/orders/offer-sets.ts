import { createHash } from 'node:crypto'
import { setImmediate as others } from 'node:timers/promises'
import { AppError, type AttributeChoice } from '@plinth/api'
import { type Address, ANY_ID, growIdTree, type IdTree, MOST_CRITERIA_IDS, siblingsOf } from '@plinth/protocol'
import { sql } from 'kysely'
import type { Hex } from 'viem'
import type { Context } from '../../context.ts'
import { byteas, int8s, numerics } from '../../db/columns.ts'
import { bytes, type Db, hexOf } from '../../db/database.ts'
import type { ItemRef } from '../../db/item-keys.ts'
import { countsOf, digestOf } from '../../state/items/attributes.ts'
import { isThere } from '../../state/items/store.ts'
import { idOfRoot, rootOf } from '../../state/orders/criteria.ts'
import { hasChoices } from './has-choices.ts'

/** A root, and how many ids are under it; undefined where every id is. */
export type MadeSet = { readonly root: Hex; readonly items: number | undefined }

type Of = { readonly chainId: number; readonly collection: Address }
type Choice = Of & { readonly attributes: readonly AttributeChoice[]; readonly withNew: boolean; readonly account: Address }

/** Ids in all sets that an account has made within a day: four of the largest. Their tree takes 64 bytes for each. */
const MOST_DAILY_IDS = 4 * MOST_CRITERIA_IDS
const DAY_S = 86_400

/**
 * The set that a bidder chose: every id, or those of the items there are now that visitors may trade, with all chosen attributes.
 * @throws AppError BAD_ARGUMENT_VALUE, TOO_MANY_REQUESTS
 */
export async function makeSet(context: Context, { attributes, withNew, account, ...of }: Choice): Promise<MadeSet> {
  if (withNew) return { root: ANY_ID, items: undefined }
  const { db, clock } = context
  await checkChosen(db, of, attributes)
  const ids = await idsWith(db, of, attributes)
  if (ids.length === 0) throw noneHas()
  // Before a reveal all items are alike (COFF-10); an offer for the collection is for the same ids.
  if (attributes.length > 0 && !(await isAnyOther(db, of, attributes)))
    throw new AppError('BAD_ARGUMENT_VALUE', { field: 'attributes', reason: 'all items have them' })
  if (ids.length > MOST_CRITERIA_IDS)
    throw new AppError('BAD_ARGUMENT_VALUE', { field: 'attributes', reason: `more than ${MOST_CRITERIA_IDS} items have them` })
  const fingerprint = createHash('sha256').update(ids.join()).digest()
  const known = await db
    .selectFrom('offer_set')
    .select('token_id')
    .where(({ and }) => and({ chain_id: of.chainId, collection: bytes(of.collection), fingerprint }))
    .executeTakeFirst()
  if (known) return { root: rootOf(known.token_id), items: ids.length }
  await checkDailyIds(db, account, ids.length, clock.now())
  const tree = await grow(ids)
  await sql`insert into offer_set (chain_id, collection, token_id, ids, size, fingerprint, nodes, attributes, choices, account, created_at)
    values (${of.chainId}, ${bytes(of.collection)}, ${String(idOfRoot(tree.root))}::text::numeric, ${numerics(tree.ids)}, ${ids.length}, ${fingerprint},
      ${Buffer.from(tree.nodes.map((node) => node.slice(2)).join(''), 'hex')}, ${JSON.stringify(attributes)}, ${byteas(choicesOf(attributes))},
      ${bytes(account)}, ${clock.now()})
    on conflict do nothing`.execute(db)
  return { root: tree.root, items: ids.length }
}

const noneHas = () => new AppError('BAD_ARGUMENT_VALUE', { field: 'attributes', reason: 'no item has them now' })

/** Each value is one of the collection: the choice is shown with all offers for the same ids. */
async function checkChosen(db: Db, of: Of, attributes: readonly AttributeChoice[]): Promise<void> {
  const digests = attributes.flatMap(({ key, values }) => values.map((value) => digestOf({ key, value })))
  if (digests.length === 0) return
  const counts = await countsOf(db, of, digests)
  if (digests.some((digest) => (counts.get(digest) ?? 0) <= 0)) throw noneHas()
}

/** In ascending order, at most one more than a set may have. */
async function idsWith(db: Db, { chainId, collection }: Of, attributes: readonly AttributeChoice[]): Promise<bigint[]> {
  const { rows } = await sql<{
    token_id: bigint
  }>`select token_id from item where chain_id = ${chainId} and collection = ${bytes(collection)}
    and ${isOfferable} and ${hasChoices(byteas(choicesOf(attributes)))} order by token_id limit ${MOST_CRITERIA_IDS + 1}`.execute(db)
  return rows.map(({ token_id }) => token_id)
}

async function isAnyOther(db: Db, { chainId, collection }: Of, attributes: readonly AttributeChoice[]): Promise<boolean> {
  const { rows } = await sql<{
    is: boolean
  }>`select exists (select from item where chain_id = ${chainId} and collection = ${bytes(collection)}
    and ${isOfferable} and not ${hasChoices(byteas(choicesOf(attributes)))}) as is`.execute(db)
  return rows[0]?.is === true
}

/** For each attribute the digests of its values, end to end. */
const choicesOf = (attributes: readonly AttributeChoice[]): Hex[] =>
  attributes.map(({ key, values }): Hex => `0x${values.map((value) => digestOf({ key, value }).slice(2)).join('')}`)

/** Rows of `item` for which offers are made, shown and accepted here. */
export const isOfferable = sql<boolean>`item.is_confirmed and ${isThere} and item.is_visible and not item.is_trade_locked`

async function checkDailyIds(db: Db, account: Address, more: number, now: number): Promise<void> {
  const { rows } = await sql<{ ids: number }>`select coalesce(sum(size), 0)::bigint as ids from offer_set
    where account = ${bytes(account)} and created_at > ${now - DAY_S}`.execute(db)
  if ((rows[0]?.ids ?? 0) + more > MOST_DAILY_IDS) throw new AppError('TOO_MANY_REQUESTS', { seconds: String(DAY_S) })
}

async function grow(ids: readonly bigint[]): Promise<IdTree> {
  for (const steps = growIdTree(ids); ; await others()) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

const setAt = ({ chainId, collection }: Of, root: Hex) =>
  sql`chain_id = ${chainId} and collection = ${bytes(collection)} and token_id = ${String(idOfRoot(root))}::text::numeric`

/** That the id of an item is under a root; undefined where it is not. */
export async function proofOfId(db: Db, root: Hex, { tokenId, ...of }: ItemRef): Promise<Hex[] | undefined> {
  if (root === ANY_ID) return []
  const { rows } = await sql<{
    size: number
    place: number | null
  }>`select size, array_position(ids, ${String(tokenId)}::text::numeric) as place
    from offer_set where ${setAt(of, root)}`.execute(db)
  const [found] = rows
  if (!found?.place) return undefined
  const { rows: nodes } = await sql<{ node: Uint8Array }>`select substring(s.nodes from (at * 32 + 1)::int for 32) as node
    from offer_set s, unnest(${int8s(siblingsOf(found.place - 1, found.size))}) with ordinality as sibling(at, place)
    where ${setAt(of, root)} order by sibling.place`.execute(db)
  return nodes.map(({ node }) => hexOf(node))
}

/** Whether the site proposes an item of a set: it still has the attributes by which its maker chose (COFF-10). */
export async function isProposed(db: Db, root: Hex, { tokenId, ...of }: ItemRef): Promise<boolean> {
  if (root === ANY_ID) return true
  const { rows } = await sql<{ is: boolean }>`select exists (select from item, (select choices from offer_set where ${setAt(of, root)}) s
    where item.chain_id = ${of.chainId} and item.collection = ${bytes(of.collection)} and item.token_id = ${String(tokenId)}::text::numeric
      and ${hasChoices(sql`s.choices`)}) as is`.execute(db)
  return rows[0]?.is === true
}

export type StoredSet = { readonly attributes: AttributeChoice[]; readonly ids: string[]; readonly cid: string }

export async function findSet(db: Db, of: Of, root: Hex): Promise<StoredSet | undefined> {
  const { rows } = await sql<{ ids: string; attributes: string; cid: string }>`select array_to_string(ids, ',') as ids, attributes, cid
    from offer_set where ${setAt(of, root)}`.execute(db)
  return rows[0] && { attributes: JSON.parse(rows[0].attributes), ids: rows[0].ids.split(','), cid: rows[0].cid }
}

/** Stores the list behind a root under its CID, so that its proofs can be made without this server. @throws AppError ORDER_MISMATCH */
export async function publishSet({ db, media }: Context, of: Of, root: Hex): Promise<void> {
  if (root === ANY_ID) return
  const found = await findSet(db, of, root)
  if (!found) throw new AppError('ORDER_MISMATCH')
  if (found.cid !== '') return
  const { attributes, ids } = found
  const { cid } = await media.putJson(db, JSON.stringify({ chainId: of.chainId, collection: of.collection, root, attributes, ids }))
  await sql`update offer_set set cid = ${cid} where ${setAt(of, root)}`.execute(db)
}

/** Deletes sets made before this time for which no offer was signed; returns how many. */
export async function dropUnsignedSets(db: Db, before: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from offer_set s where s.created_at < ${before} and not exists (select from market_order o
    where o.chain_id = s.chain_id and o.collection = s.collection and o.token_id = s.token_id)`.execute(db)
  return Number(numAffectedRows ?? 0)
}
