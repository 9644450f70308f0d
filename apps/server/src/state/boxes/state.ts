import type { Address } from '@plinth/protocol'
import { sql } from 'kysely'
import type { Hex } from 'viem'
import { bytes, type Db, type Tx } from '../../db/database.ts'
import type { OutboxEvent } from '../outbox/outbox.ts'
import { findBoxByHash, lockBox, type StoredBox } from './store.ts'

/** A series, or one request of it. */
export type BoxKey = { readonly box: Hex; readonly request?: number | undefined; readonly buyer?: Address | undefined }
type Series = { readonly chainId: number; readonly contract: Address; readonly hash: Hex }

function eventsOf(db: Db, { chainId, contract, hash }: Series) {
  return db.selectFrom('box_event').where('chain_id', '=', chainId).where('contract', '=', bytes(contract)).where('box', '=', bytes(hash))
}

/** Copies left of each kind, by the newest log of a draw or of a withdrawal of prizes. */
export async function restOf(db: Db, series: Series): Promise<number[] | undefined> {
  const row = await eventsOf(db, series)
    .select('rest')
    .where('rest', 'is not', null)
    .orderBy('block_number', 'desc')
    .orderBy('log_index', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.rest ?? undefined
}

/** Recomputes a series' chain state from its logs; undefined for a series that is not the market's. */
export async function refreshBox(tx: Tx, series: Series): Promise<StoredBox | undefined> {
  const known = await findBoxByHash(tx, series)
  if (!known) return undefined
  await lockBox(tx, known.id)
  const registration = await eventsOf(tx, series)
    .select(['tx_hash', 'block_number', 'amount'])
    .where('kind', '=', 'registered')
    .executeTakeFirst()
  const asked = await sumsOf(tx, series)
  const chain = await lastOf(tx, series, ['committed', 'refunded'])
  const commitment = await lastOf(tx, series, ['committed'])
  const bondEach = registration?.amount ?? 0n
  await tx
    .updateTable('blind_box')
    .set({
      is_registered: registration !== undefined,
      register_tx: registration?.tx_hash ?? null,
      register_block: registration?.block_number ?? null,
      requests: asked.requests,
      opened: asked.requested - asked.refunded,
      waiting: asked.requested - asked.refunded - asked.revealed,
      missed: asked.missed,
      chain_end: commitment?.boxes ?? 0,
      is_stopped: chain?.kind === 'refunded',
      bond: asked.deposited - asked.withdrawn - BigInt(asked.refunded) * bondEach,
      bond_each: bondEach,
    })
    .where('id', '=', known.id)
    .execute()
  const rest = await restOf(tx, series)
  const left = rest === undefined ? sql<number>`amount` : sql<number>`(${rest}::int[])[place + 1]`
  await tx.updateTable('blind_box_prize').set({ remaining: left }).where('blind_box_id', '=', known.id).execute()
  return lockBox(tx, known.id)
}

async function sumsOf(tx: Tx, series: Series) {
  const rows = await eventsOf(tx, series)
    .select(({ fn }) => [
      'kind',
      fn.countAll<number>().as('count'),
      fn.sum<number | null>('boxes').as('boxes'),
      fn.sum<bigint | null>('amount').as('amount'),
    ])
    .where('kind', 'in', ['requested', 'revealed', 'refunded', 'deposited', 'withdrawn'])
    .groupBy('kind')
    .execute()
  const of = (kind: string) => rows.find((row) => row.kind === kind)
  const boxes = (kind: string) => Number(of(kind)?.boxes ?? 0)
  return {
    requests: of('requested')?.count ?? 0,
    missed: of('refunded')?.count ?? 0,
    requested: boxes('requested'),
    revealed: boxes('revealed'),
    refunded: boxes('refunded'),
    deposited: of('deposited')?.amount ?? 0n,
    withdrawn: of('withdrawn')?.amount ?? 0n,
  }
}

async function lastOf(tx: Tx, series: Series, kinds: readonly ('committed' | 'refunded')[]) {
  return eventsOf(tx, series)
    .select(['kind', 'boxes'])
    .where('kind', 'in', [...kinds])
    .orderBy('block_number', 'desc')
    .orderBy('log_index', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export function eventOfBox({ id, chainId }: StoredBox, { request, buyer }: Omit<BoxKey, 'box'> = {}): OutboxEvent {
  return { topic: 'box', chainId, boxId: BigInt(id), ...(request === undefined ? {} : { request }), ...(buyer ? { buyer } : {}) }
}
