import { type Address, BOX_REQUEST_STATUS, type BoxRequestStatus } from '@plinth/protocol'
import { sql } from 'kysely'
import type { Hex } from 'viem'
import { addressOf, bytes, type Db, hexOf } from '../../db/database.ts'
import { type PageOf, pageBounds } from '../../db/paging.ts'
import type { StoredBox } from './store.ts'

/** Counted from the request; afterwards any account may refund it. A constant of the contract. */
export const REVEAL_TIME_S = 1_800

/** A request for boxes, and its outcome. */
export type BoxRequest = {
  readonly id: string
  readonly request: number
  readonly status: BoxRequestStatus
  readonly buyer: Address
  readonly boxes: number
  /** bps */
  readonly fee: number
  readonly openTx: Hex
  readonly openBlock: number
  readonly at: number
  readonly revealTx: Hex | undefined
  readonly refundTx: Hex | undefined
  readonly closedAt: number
  readonly kinds: readonly number[]
  readonly word: Hex | undefined
  readonly decidedBy: Hex | undefined
}

export type RequestFilter = { readonly buyer?: Address | undefined; readonly request?: number | undefined }

/** Requests of a series, newest first. */
export async function listRequests(db: Db, box: StoredBox, { buyer, request }: RequestFilter, page: PageOf) {
  const asked = db
    .selectFrom('box_event')
    .where('chain_id', '=', box.chainId)
    .where('contract', '=', bytes(box.contract))
    .where('box', '=', bytes(box.hash))
    .where('kind', '=', 'requested')
    .$if(buyer !== undefined, (query) => query.where('account', '=', bytes(buyer ?? '0x')))
    // A number may be larger than the column holds: then there is none.
    .$if(request !== undefined, (query) => query.where('request', '=', sql<number>`${request ?? 0}::bigint`))
  const { total } = await asked.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const { offset, isThere, counts } = pageBounds(total, page)
  if (!isThere) return { requests: [], counts }
  const rows = await asked.selectAll().orderBy('request', 'desc').limit(page.limit).offset(offset).execute()
  const closed = await closingsOf(
    db,
    box,
    rows.map((row) => row.request ?? 0),
  )
  const requests = rows.map((row): BoxRequest => {
    const closing = closed.get(row.request ?? 0)
    const tx = closing && hexOf(closing.tx_hash)
    const isDrawn = closing?.kind === 'revealed'
    return {
      id: `${row.chain_id}:${hexOf(row.block_hash)}:${row.log_index}`,
      request: row.request ?? 0,
      status: closing ? (isDrawn ? BOX_REQUEST_STATUS.DRAWN : BOX_REQUEST_STATUS.REFUNDED) : BOX_REQUEST_STATUS.WAITING,
      buyer: addressOf(row.account ?? bytes('0x')),
      boxes: row.boxes ?? 0,
      fee: row.fee ?? 0,
      openTx: hexOf(row.tx_hash),
      openBlock: row.block_number,
      at: row.at,
      revealTx: isDrawn ? tx : undefined,
      refundTx: isDrawn ? undefined : tx,
      closedAt: closing?.at ?? 0,
      kinds: closing?.kinds ?? [],
      word: closing?.word ? hexOf(closing.word) : undefined,
      decidedBy: closing?.decided_by ? hexOf(closing.decided_by) : undefined,
    }
  })
  return { requests, counts }
}

async function closingsOf(db: Db, box: StoredBox, requests: readonly number[]) {
  const rows = await db
    .selectFrom('box_event')
    .selectAll()
    .where('chain_id', '=', box.chainId)
    .where('contract', '=', bytes(box.contract))
    .where('box', '=', bytes(box.hash))
    .where('kind', 'in', ['revealed', 'refunded'])
    .where('request', 'in', [...requests])
    .execute()
  return new Map(rows.map((row) => [row.request ?? 0, row]))
}

/** The input of a draw: the copies of each kind before it, and the commitment. */
export async function beforeDraw(
  db: Db,
  box: StoredBox,
  request: number,
): Promise<{ left: number[]; anchor: Hex; anchorTx: Hex } | undefined> {
  const events = () =>
    db
      .selectFrom('box_event')
      .select(['rest', 'word', 'tx_hash'])
      .where('chain_id', '=', box.chainId)
      .where('contract', '=', bytes(box.contract))
      .where('box', '=', bytes(box.hash))
  const before = await events()
    .where(({ or, eb }) => or([eb('kind', '=', 'registered'), eb('kind', '=', 'revealed').and('request', '<', request)]))
    .orderBy(sql`coalesce(request, -1)`, 'desc')
    .limit(1)
    .executeTakeFirst()
  // A commitment for this very request is newer than the draw before it.
  const anchored = await events()
    .where(({ or, eb }) =>
      or([eb('kind', '=', 'committed').and('request', '<=', request), eb('kind', '=', 'revealed').and('request', '<', request)]),
    )
    .orderBy('block_number', 'desc')
    .orderBy('log_index', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!before?.rest || !anchored?.word) return undefined
  return { left: before.rest, anchor: hexOf(anchored.word), anchorTx: hexOf(anchored.tx_hash) }
}

export type Delivered = { readonly collection: Address; readonly tokenId: bigint; readonly quantity: bigint; readonly logIndex: number }

/** Items that the BlindBox transferred or minted to a buyer in one transaction, in the order of their logs. */
export async function deliveredIn(db: Db, box: StoredBox, revealTx: Hex, buyer: Address): Promise<Delivered[]> {
  const rows = await db
    .selectFrom('item_transfer')
    .select(['collection', 'token_id', 'quantity', 'log_index'])
    .where('chain_id', '=', box.chainId)
    .where('tx_hash', '=', bytes(revealTx))
    .where('to_account', '=', bytes(buyer))
    .orderBy('log_index')
    .orderBy('part')
    .execute()
  return rows.map((row) => ({
    collection: addressOf(row.collection),
    tokenId: row.token_id,
    quantity: row.quantity,
    logIndex: row.log_index,
  }))
}

/** How many of each kind could not be delivered to their buyer at a draw. */
export async function keptIn(db: Db, box: StoredBox, revealTx: Hex): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('box_event')
    .select(['place', 'amount'])
    .where('chain_id', '=', box.chainId)
    .where('contract', '=', bytes(box.contract))
    .where('box', '=', bytes(box.hash))
    .where('kind', '=', 'kept')
    .where('tx_hash', '=', bytes(revealTx))
    .execute()
  const kept = new Map<number, number>()
  for (const { place, amount } of rows) kept.set(place ?? 0, (kept.get(place ?? 0) ?? 0) + Number(amount))
  return kept
}
