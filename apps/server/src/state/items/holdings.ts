import { type Address, type TokenStandard, ZERO_ADDRESS } from '@plinth/protocol'
import { type RawBuilder, sql } from 'kysely'
import { booleans, givenRows, hashes, insertColumns, int8s, numerics } from '../../db/columns.ts'
import { addressOf, bytes, type Db, type Tx } from '../../db/database.ts'
import type { DirtyKeys } from '../dirty-keys.ts'
import { CollectionShifts, readHolderShifts, shiftHolders } from '../statistics/holders.ts'
import { metadataColumns } from './metadata-columns.ts'
import { applyRules } from './moderated.ts'

export type Transfer = {
  readonly collection: Address
  readonly tokenId: bigint
  readonly from: Address
  readonly to: Address
  readonly quantity: bigint
}
type ItemKey = { readonly collection: Address; readonly tokenId: bigint }
type Key = ItemKey & { readonly owner: Address }
type Where = { readonly tx: Tx; readonly chainId: number }

/**
 * Adds up what many transfers do to holdings and supply, and writes it at once. Sums do not depend on the order of the transfers,
 * so orphaned ones are reverted by adding them with the other sign.
 */
export class Shifts {
  readonly #holdings = new Map<string, Key & { amount: bigint; receivedAt: number }>()
  readonly #supplies = new Map<string, ItemKey & { amount: bigint; isMinted: boolean }>()

  add(transfer: Transfer, sign: 1n | -1n, at: number): void {
    const { collection, tokenId, from, to } = transfer
    const amount = transfer.quantity * sign
    if (from !== ZERO_ADDRESS) this.#hold({ collection, tokenId, owner: from }, -amount, 0)
    if (to !== ZERO_ADDRESS) this.#hold({ collection, tokenId, owner: to }, amount, sign > 0n ? at : 0)
    const supply = (from === ZERO_ADDRESS ? amount : 0n) - (to === ZERO_ADDRESS ? amount : 0n)
    if (from !== ZERO_ADDRESS && to !== ZERO_ADDRESS) return
    const key = `${collection}:${tokenId}`
    const known = this.#supplies.get(key) ?? { collection, tokenId, amount: 0n, isMinted: false }
    known.amount += supply
    // A mint may name other metadata than was declared: the chain's value is read.
    known.isMinted ||= sign > 0n && from === ZERO_ADDRESS
    this.#supplies.set(key, known)
  }

  #hold(holder: Key, amount: bigint, receivedAt: number): void {
    const key = `${holder.collection}:${holder.tokenId}:${holder.owner}`
    const known = this.#holdings.get(key) ?? { ...holder, amount: 0n, receivedAt: 0 }
    known.amount += amount
    known.receivedAt = Math.max(known.receivedAt, receivedAt)
    this.#holdings.set(key, known)
  }

  /**
   * With `dirty`, whose collections are recounted where the transfers are old or many: then it costs less than counting each of
   * them.
   */
  write(where: Where, dirty: DirtyKeys): Promise<void> {
    return this.#write(where, dirty, RECEIVED)
  }

  /** The same of transfers that were reverted and are no longer in the tables. */
  async takeBack(where: Where, dirty: DirtyKeys): Promise<void> {
    await this.#write(where, dirty, { known: lastReceived(where.chainId), fresh: lastReceived(where.chainId) })
    await dropEmpty(where.tx, where.chainId)
  }

  async #write({ tx, chainId }: Where, dirty: DirtyKeys, received: Received): Promise<void> {
    const holdings = [...this.#holdings.values()]
    const supplies = [...this.#supplies.values()]
    this.#holdings.clear()
    this.#supplies.clear()
    const isCounted = !dirty.isOld && holdings.length <= MOST_COUNTED
    if (!isCounted) for (const { collection } of holdings) dirty.uncounted.add(collection)
    const shifts = isCounted ? await readHolderShifts(tx, chainId, holdings) : []
    await writeHoldings(tx, chainId, holdings, received)
    await shiftHolders(tx, chainId, shifts)
    if (supplies.length === 0) return
    const given = givenRows({
      ...itemColumns(supplies),
      amount: numerics(supplies.map((row) => row.amount)),
      is_minted: booleans(supplies.map((row) => row.isMinted)),
    })
    const { rows } = await sql<SupplyRow>`update item set supply = supply + given.amount,
        metadata_next_at = case when given.is_minted then 0 else metadata_next_at end,
        metadata_tries = case when given.is_minted then 0 else metadata_tries end
      from ${given} where item.chain_id = ${chainId} and item.collection = given.collection and item.token_id = given.token_id
      returning item.collection, item.supply, given.amount`.execute(tx)
    if (isCounted) await shiftItems(tx, chainId, rows)
  }
}

/** Holdings of a batch; more are those of a deep reorganisation. */
const MOST_COUNTED = 2_000

type SupplyRow = { collection: Uint8Array; supply: bigint; amount: bigint }

async function shiftItems(tx: Tx, chainId: number, rows: readonly SupplyRow[]): Promise<void> {
  const stats = new CollectionShifts()
  const countOf = (supply: bigint) => (supply > 0n ? supply : 0n)
  for (const { collection, supply, amount } of rows) {
    const [was, is] = [countOf(supply - amount), countOf(supply)]
    stats.add(addressOf(collection), { items: Number(is > 0n) - Number(was > 0n), units: is - was })
  }
  await stats.write(tx, chainId)
}

/** When the owner of a given holding last received the item: of a known row, and of one that comes. */
type Received = { readonly known: RawBuilder<number>; readonly fresh: RawBuilder<number> }
const RECEIVED: Received = { known: sql`greatest(holding.received_at, given.received_at)`, fresh: sql`given.received_at` }

/** By the transfers that are left. */
const lastReceived = (chainId: number): RawBuilder<number> => sql`coalesce((
  select max(t.at) from item_transfer t
  where t.chain_id = ${chainId} and t.collection = given.collection and t.token_id = given.token_id and t.to_account = given.owner
), 0)`

/**
 * Deletes at once what its owner transferred in full: writing an empty row only to delete it took a third of the time. Safe
 * because every writer holds the chain's cursor: a merge does not wait for rows that others insert.
 */
async function writeHoldings(
  tx: Tx,
  chainId: number,
  rows: (Key & { amount: bigint; receivedAt: number })[],
  received: Received,
): Promise<void> {
  if (rows.length === 0) return
  rows.sort(byKey)
  const given = givenRows({
    ...holderColumns(rows),
    amount: numerics(rows.map((row) => row.amount)),
    received_at: int8s(rows.map((row) => row.receivedAt)),
  })
  await sql`merge into holding using ${given} on holding.chain_id = ${chainId} and holding.collection = given.collection
      and holding.token_id = given.token_id and holding.owner = given.owner
    when matched and holding.quantity + given.amount = 0 then delete
    when matched then update set
      quantity = holding.quantity + given.amount, received_at = ${received.known}
    when not matched and given.amount <> 0 then insert (chain_id, collection, token_id, owner, quantity, received_at)
      values (${chainId}, given.collection, given.token_id, given.owner, given.amount, ${received.fresh})`.execute(tx)
}

/** A partial index holds exactly these rows. */
async function dropEmpty(tx: Tx, chainId: number): Promise<void> {
  await sql`delete from holding where chain_id = ${chainId} and quantity = 0`.execute(tx)
}

/** Deletes empty holdings; the others record when their owner last received the item. Runs after transfers were reverted. */
export async function refreshHoldings(tx: Tx, chainId: number, keys: Iterable<Key>): Promise<void> {
  const sorted = [...keys].sort(byKey)
  if (sorted.length === 0) return
  await dropEmpty(tx, chainId)
  await sql`update holding set received_at = ${lastReceived(chainId)}
    from ${givenRows(holderColumns(sorted))}
    where holding.chain_id = ${chainId} and holding.collection = given.collection and holding.token_id = given.token_id
      and holding.owner = given.owner`.execute(tx)
}

/** Items with no transfer left: what follows from their first transfer is recomputed. */
export async function withoutTransfers(tx: Tx, chainId: number, keys: Iterable<ItemKey>): Promise<ItemKey[]> {
  const sorted = [...keys].sort(byItem)
  if (sorted.length === 0) return []
  const { rows } = await sql<{ collection: Uint8Array; token_id: bigint }>`
    select given.collection, given.token_id from ${givenRows(itemColumns(sorted))} where not exists (
      select from item_transfer t
      where t.chain_id = ${chainId} and t.collection = given.collection and t.token_id = given.token_id)`.execute(tx)
  return rows.map((row) => ({ collection: addressOf(row.collection), tokenId: row.token_id }))
}

export type ItemSeed = ItemKey & { readonly standard: TokenStandard; readonly creator: Address; readonly at: number }

/** An item of which only a transfer is known. */
const BLANK_ITEM = {
  supply: 0,
  metadata_url: '',
  ...metadataColumns(''),
  media_kind: 'unknown',
  width: 0,
  height: 0,
  royalties: '[]',
  declared_royalties: '[]',
  is_declared: false,
  declared_at: 0,
  is_confirmed: false,
  is_visible: true,
  traded_at: 0,
  is_on_sale: false,
} as const

/** Creates missing items and returns them. Most exist already: an insertion that conflicts costs twice the look-up. */
export async function ensureItems({ tx, chainId }: Where, seeds: readonly ItemSeed[]): Promise<ItemKey[]> {
  if (seeds.length === 0) return []
  const sorted = [...seeds].sort(byItem)
  const made = await insertColumns<{ collection: Uint8Array; token_id: bigint }>(
    tx,
    'item',
    {
      ...itemColumns(sorted),
      standard: int8s(sorted.map((seed) => seed.standard)),
      creator: hashes(sorted.map((seed) => seed.creator)),
      created_at: int8s(sorted.map((seed) => seed.at)),
    },
    {
      alike: { chain_id: chainId, ...BLANK_ITEM },
      after: sql`where not exists (
        select from item where item.chain_id = ${chainId} and item.collection = given.collection and item.token_id = given.token_id
      ) on conflict (chain_id, collection, token_id) do nothing returning collection, token_id`,
    },
  )
  const items = made.map((row) => ({ collection: addressOf(row.collection), tokenId: row.token_id }))
  await applyRules({ tx, chainId }, items)
  return items
}

export function itemColumns(keys: readonly ItemKey[]) {
  return { collection: hashes(keys.map((key) => key.collection)), token_id: numerics(keys.map((key) => key.tokenId)) }
}

export function holderColumns(keys: readonly Key[]) {
  return { ...itemColumns(keys), owner: hashes(keys.map((key) => key.owner)) }
}

export function byItem(a: ItemKey, b: ItemKey): number {
  if (a.collection !== b.collection) return a.collection < b.collection ? -1 : 1
  return a.tokenId === b.tokenId ? 0 : a.tokenId < b.tokenId ? -1 : 1
}

function byKey(a: Key, b: Key): number {
  return byItem(a, b) || (a.owner === b.owner ? 0 : a.owner < b.owner ? -1 : 1)
}

export async function holdingOf(db: Db, chainId: number, key: Key): Promise<bigint> {
  const row = await db
    .selectFrom('holding')
    .select('quantity')
    .where('chain_id', '=', chainId)
    .where('collection', '=', bytes(key.collection))
    .where('token_id', '=', key.tokenId)
    .where('owner', '=', bytes(key.owner))
    .executeTakeFirst()
  return row?.quantity ?? 0n
}
