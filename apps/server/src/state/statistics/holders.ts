import type { Address } from '@plinth/protocol'
import { sql } from 'kysely'
import { byteas, givenRows, int8s, numerics } from '../../db/columns.ts'
import { addressOf, bytes, type Db, type Tx } from '../../db/database.ts'
import type { HolderKey } from '../dirty-keys.ts'

/** What transfers do to one holding. */
type Shift = HolderKey & { readonly amount: bigint }

/** What they do to a holder of a collection, and whether it is one before and after. */
export type HolderShift = {
  readonly collection: Address
  readonly owner: Address
  readonly items: number
  readonly units: bigint
  readonly was: number
}

type ShiftRow = { collection: Uint8Array; owner: Uint8Array; items: number; units: bigint; was: number }

/**
 * Adds up what holdings about to be written change for the holders of their collections. An untrusted collection may transfer what
 * was never minted: a holding below zero is none.
 */
export async function readHolderShifts(tx: Tx, chainId: number, shifts: readonly Shift[]): Promise<HolderShift[]> {
  if (shifts.length === 0) return []
  const given = givenRows({
    collection: byteas(shifts.map((shift) => shift.collection)),
    token_id: numerics(shifts.map((shift) => shift.tokenId)),
    owner: byteas(shifts.map((shift) => shift.owner)),
    amount: numerics(shifts.map((shift) => shift.amount)),
  })
  const { rows } = await sql<ShiftRow>`
    select s.collection, s.owner, s.items, s.units, coalesce(c.items, 0) as was from (
      select collection, owner, sum((held + amount > 0)::int - (held > 0)::int) as items,
        sum(greatest(held + amount, 0) - greatest(held, 0)) as units
      from (
        select given.collection, given.owner, given.amount, coalesce(h.quantity, 0) as held
        from ${given} left join holding h on h.chain_id = ${chainId} and h.collection = given.collection
          and h.token_id = given.token_id and h.owner = given.owner
      ) each group by collection, owner
    ) s left join collection_holder c on c.chain_id = ${chainId} and c.collection = s.collection and c.owner = s.owner
    where s.items <> 0 or s.units <> 0`.execute(tx)
  return rows.map((row) => ({
    collection: addressOf(row.collection),
    owner: addressOf(row.owner),
    items: row.items,
    units: row.units,
    was: row.was,
  }))
}

/** Writes them, and how many owners each collection has. Safe as `writeHoldings` is: every writer holds the chain's cursor. */
export async function shiftHolders(tx: Tx, chainId: number, shifts: readonly HolderShift[]): Promise<void> {
  if (shifts.length === 0) return
  const given = givenRows({
    collection: byteas(shifts.map((shift) => shift.collection)),
    owner: byteas(shifts.map((shift) => shift.owner)),
    items: int8s(shifts.map((shift) => shift.items)),
    units: numerics(shifts.map((shift) => shift.units)),
  })
  await sql`merge into collection_holder c using ${given} on c.chain_id = ${chainId} and c.collection = given.collection
      and c.owner = given.owner
    when matched and c.items + given.items = 0 then delete
    when matched then update set items = c.items + given.items, units = c.units + given.units
    when not matched then insert (chain_id, collection, owner, items, units)
      values (${chainId}, given.collection, given.owner, given.items, given.units)`.execute(tx)
  const stats = new CollectionShifts()
  for (const { collection, items, was } of shifts) stats.add(collection, { owners: Number(was + items !== 0) - Number(was !== 0) })
  await stats.write(tx, chainId)
}

type Totals = { items: number; units: bigint; owners: number }

/** What a batch changes in the totals of collections. */
export class CollectionShifts {
  readonly #sums = new Map<Address, Totals>()

  add(collection: Address, { items = 0, units = 0n, owners = 0 }: Partial<Totals>): void {
    const known = this.#sums.get(collection) ?? { items: 0, units: 0n, owners: 0 }
    this.#sums.set(collection, { items: known.items + items, units: known.units + units, owners: known.owners + owners })
  }

  async write(tx: Tx, chainId: number): Promise<void> {
    const changed = [...this.#sums].filter(([, { items, units, owners }]) => items !== 0 || units !== 0n || owners !== 0)
    if (changed.length === 0) return
    const given = givenRows({
      collection: byteas(changed.map(([collection]) => collection)),
      items: int8s(changed.map(([, { items }]) => items)),
      units: numerics(changed.map(([, { units }]) => units)),
      owners: int8s(changed.map(([, { owners }]) => owners)),
    })
    await sql`insert into collection_stat as c (chain_id, collection, items, units, owners)
      select ${chainId}::bigint, given.* from ${given} on conflict (chain_id, collection) do update
      set items = c.items + excluded.items, units = c.units + excluded.units, owners = c.owners + excluded.owners`.execute(tx)
  }
}

/** Recounts the holders and items of a collection. */
export async function rebuildHolders(tx: Tx, chainId: number, collection: Address): Promise<void> {
  const here = sql`chain_id = ${chainId} and collection = ${bytes(collection)}`
  await sql`delete from collection_holder where ${here}`.execute(tx)
  await sql`insert into collection_holder (chain_id, collection, owner, items, units)
    select chain_id, collection, owner, count(*), sum(quantity) from holding where ${here} and quantity > 0
    group by chain_id, collection, owner`.execute(tx)
  await sql`delete from collection_stat where ${here}`.execute(tx)
  await sql`insert into collection_stat (chain_id, collection, items, units, owners)
    select ${chainId}::bigint, ${bytes(collection)}, i.items, i.units, o.owners from (
      select count(*) as items, coalesce(sum(supply), 0) as units from item where ${here} and supply > 0
    ) i, (select count(*) as owners from collection_holder where ${here}) o
    where i.items > 0 or o.owners > 0`.execute(tx)
}

/** How many items an account holds; counted one by one only while the holders of a collection are still to be counted. */
export async function countHeld(db: Db, chainIds: readonly number[], owner: Address): Promise<number> {
  const chains = sql`chain_id in (${sql.join([...chainIds])})`
  const { rows } = await sql<{ held: number; is_pending: boolean }>`select coalesce(sum(items), 0)::bigint as held,
      exists (select from statistic_due where ${chains} and is_whole) as is_pending
    from collection_holder where owner = ${bytes(owner)} and ${chains}`.execute(db)
  const [row] = rows
  if (!row?.is_pending) return row?.held ?? 0
  const counted = await sql<{ held: number }>`select count(*) as held from holding
    where owner = ${bytes(owner)} and quantity > 0 and ${chains}`.execute(db)
  return counted.rows[0]?.held ?? 0
}
