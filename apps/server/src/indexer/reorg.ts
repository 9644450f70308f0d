import { type Address, isEnded, toAddress, unpackSalt, ZERO_ADDRESS } from '@plinth/protocol'
import { sql } from 'kysely'
import type { Hex } from 'viem'
import type { Chain } from '../chain/chain.ts'
import { RpcFault } from '../chain/node-fault.ts'
import { reorgWindowOf } from '../chain/reorg-window.ts'
import { addressOf, type Db, hexOf, type Tx, transact } from '../db/database.ts'
import { removeNotices } from '../modules/notices/service.ts'
import { auctionsOfEpochs } from '../state/auctions/epochs.ts'
import { reopenAuctions } from '../state/auctions/reopen.ts'
import type { BoxKey } from '../state/boxes/state.ts'
import { type Cursor, firstBlockOf, moveCursor, restartCursor } from '../state/chain/checkpoint.ts'
import { cutRanges } from '../state/chain/ranges.ts'
import { sourceOf } from '../state/chain/raw-log.ts'
import { DELETED_BY_HASH, DELETED_BY_NUMBER } from '../state/chain/tables.ts'
import { CREATE_EVENTS, setFrozenPrefix, unconfirmCollections } from '../state/collections/confirm.ts'
import { forgetCollectionText } from '../state/collections/metadata-due.ts'
import { lockMakers, recomputeDerived } from '../state/derived.ts'
import { DirtyKeys, type OrderKeyOfMaker } from '../state/dirty-keys.ts'
import { Shifts, type Transfer, withoutTransfers } from '../state/items/holdings.ts'
import { endsAbove } from '../state/offers/epochs.ts'
import { fundersAbove } from '../state/offers/funding.ts'
import { ordersOfCancellation, ordersOfEpochs } from '../state/orders/epochs.ts'
import { takeOutAbove } from '../state/statistics/sales.ts'
import type { Write } from './apply.ts'
import { readHeader } from './rpc.ts'
import { readingFrom } from './source.ts'

export class ReorgTooDeep extends Error {
  override readonly name = 'ReorgTooDeep'
}

export type Ancestor = Cursor & { readonly timestamp: number }
type Way = Pick<Write, 'context' | 'chain'>

/**
 * Walks back to the last block in common with the node, reverts everything above it and returns it. When only the first block is
 * in, and no node knows it, a node gave a wrong one: another block replaces it.
 */
export async function handleReorg(write: Write, cursor: Cursor): Promise<Cursor> {
  const { context, chain } = write
  const ours = await ourBlocks(context.db, chain.id, cursor.number - reorgWindowOf(chain), cursor.number)
  const ancestor = await findAncestor(write, ours)
  if (!ancestor && ours.length === 1 && cursor.number === firstBlockOf(chain.config)) return restartFrom(write, cursor)
  if (!ancestor) throw noAncestor(chain, cursor)
  const depth = cursor.number - ancestor.number
  context.log.warn('chain reorganised', { chainId: chain.id, from: cursor.number, to: ancestor.number, depth })
  context.metrics.reorgs.inc({ chain: chain.id })
  context.metrics.reorgBlocks.inc({ chain: chain.id }, depth)
  await revertBlocksAbove(write, cursor, ancestor)
  return ancestor
}

/** A single node that knows none of our blocks may be on a fork of its own: undefined only when all nodes agree. */
async function findAncestor({ context, chain }: Way, ours: readonly Ancestor[]): Promise<Ancestor | undefined> {
  let unrelatedNodes = 0
  return chain.pool.withNode(async (node) => {
    const source = readingFrom(context, chain, node)
    for (const block of ours) if ((await readHeader(source, block.number))?.hash === block.hash) return block
    if (++unrelatedNodes < chain.pool.size) throw new RpcFault(`${node.name} has no block in common with ours`)
    return undefined
  })
}

async function restartFrom({ context, chain, epoch }: Write, cursor: Cursor): Promise<Cursor> {
  const first = await chain.pool.withNode((node) => readHeader(readingFrom(context, chain, node), cursor.number))
  if (!first) throw noAncestor(chain, cursor)
  context.log.warn('chain begins with another block', { chainId: chain.id, number: cursor.number })
  await restartCursor(context.db, chain.id, epoch, cursor, first, context.clock.now())
  return first
}

function noAncestor(chain: Chain, { number }: Cursor): ReorgTooDeep {
  return new ReorgTooDeep(`Chain ${chain.id} has no block in common with the last ${reorgWindowOf(chain)} of ours below ${number}`)
}

async function ourBlocks(db: Db, chainId: number, from: number, to: number): Promise<Ancestor[]> {
  const rows = await db
    .selectFrom('chain_block')
    .select(['number', 'hash', 'at'])
    .where('chain_id', '=', chainId)
    .where('number', '<=', to)
    .where('number', '>=', from)
    .orderBy('number', 'desc')
    .execute()
  return rows.map(({ number, hash, at }) => ({ number, hash: hexOf(hash), timestamp: at }))
}

/** The last block in common at any depth, for an operator who resumes a stopped chain. Undefined when there is none. */
export async function findDeepAncestor({ context, chain }: Way, cursor: Cursor): Promise<Ancestor | undefined> {
  const ours = (await ourBlocks(context.db, chain.id, 0, cursor.number)).reverse()
  return chain.pool.withNode(async (node) => {
    const source = readingFrom(context, chain, node)
    let [shared, parted] = [-1, ours.length]
    while (parted - shared > 1) {
      const middle = (shared + parted) >> 1
      const block = ours[middle]
      if (block && (await readHeader(source, block.number))?.hash === block.hash) shared = middle
      else parted = middle
    }
    return ours[shared]
  })
}

/** Reverts every effect of the blocks above the ancestor, in one transaction. */
export async function revertBlocksAbove(
  { context, chain, epoch }: Write,
  cursor: Cursor,
  ancestor: Ancestor,
  also?: (tx: Tx) => Promise<void>,
): Promise<void> {
  await transact(context.db, async (tx) => {
    await moveCursor(tx, chain.id, epoch, cursor, ancestor, context.clock.now())
    await revertBlocks(tx, chain, ancestor)
    await cutRanges(tx, chain.id, ancestor.number)
    await also?.(tx)
  })
}

async function revertBlocks(tx: Tx, chain: Chain, ancestor: Ancestor): Promise<void> {
  const above = { chainId: chain.id, number: ancestor.number }
  const transfers = await transfersAbove(tx, above)
  const events = await tx.selectFrom('order_event').selectAll().where(isOfBlocksAbove(above)).execute()
  const cancellations = await tx.selectFrom('cancelled_word').selectAll().where(isOfBlocksAbove(above)).execute()
  const ends = await endsAbove(tx, above)
  const logs = await tx.selectFrom('chain_log').selectAll().where('chain_id', '=', chain.id).where(isAbove(above)).execute()
  const auctions = await auctionsAbove(tx, above)
  const boxes = await boxesAbove(tx, above)
  const funders = await fundersAbove({ tx, chainId: chain.id }, ancestor.number)
  await lockMakers(tx, chain.id, [
    ...transfers.flatMap(({ from, to }) => [from, to]),
    ...[...events, ...cancellations].map((row) => addressOf(row.maker)),
    ...logs.flatMap((log) => (BY_ACCOUNT.includes(log.event) ? [accountOf(log)] : [])),
    ...auctions.map((key) => key.maker),
    ...ends.map((end) => end.maker),
    ...funders.map((funder) => funder.account),
  ])

  const dirty = new DirtyKeys()
  const shifts = new Shifts()
  for (const transfer of transfers) {
    const { collection, tokenId, from, to } = transfer
    shifts.add(transfer, -1n, transfer.at)
    dirty.happened(transfer.at)
    if (from === ZERO_ADDRESS || to === ZERO_ADDRESS) dirty.item(transfer)
    else dirty.transfer(transfer)
    dirty.transactions.set(transfer.txHash, 'orphaned')
    for (const owner of [from, to]) if (owner !== ZERO_ADDRESS) dirty.holder({ collection, tokenId, owner })
  }
  await takeOutAbove(tx, above, dirty)
  for (const row of events) {
    dirty.order({ maker: addressOf(row.maker), sequence: row.sequence })
    dirty.item({ collection: addressOf(row.collection), tokenId: row.token_id })
  }
  const sources: string[] = []
  for (const row of cancellations) {
    const orders = await ordersOfCancellation(
      tx,
      { chainId: chain.id, exchange: addressOf(row.exchange), maker: addressOf(row.maker) },
      row,
    )
    for (const [part, order] of orders.entries()) {
      dirty.order(order)
      dirty.item(order)
      sources.push(sourceOf(chain.id, { blockHash: hexOf(row.block_hash), index: row.log_index }, part))
    }
  }
  for (const end of ends) {
    const { own, bidOn } = await auctionsOfEpochs(tx, end, end.epochs)
    const orders = await ordersOfEpochs(tx, end, end.epochs)
    for (const order of orders) {
      dirty.order(order)
      dirty.item(order)
    }
    for (const auction of own) {
      dirty.auction(auction)
      dirty.item(auction)
    }
    for (const auction of bidOn) dirty.auction(auction)
    for (const { blockHash, index, ended } of end.logs)
      for (const { id, sequence } of [...orders, ...own])
        if (!isEnded(ended, sequence)) sources.push(sourceOf(chain.id, { blockHash: hexOf(blockHash), index }, id))
  }
  for (const log of logs) {
    const collection = addressOf(log.address)
    if (log.event === 'ApprovalForAll') dirty.approval({ collection, owner: accountOf(log) })
    if (log.event === 'Registered') dirty.order({ maker: accountOf(log), sequence: registeredNumber(log.args) })
    if (log.event === 'SecondarySaleFees') dirty.item({ collection, tokenId: BigInt(log.subject) })
    if (log.event === 'OwnershipTransferred') dirty.collections.add(collection)
    if (log.event === 'ContractURIUpdated') await forgetCollectionText({ tx, chainId: chain.id }, collection)
    if (log.event === 'TokenURIPrefixFrozen') {
      await setFrozenPrefix({ tx, chainId: chain.id }, collection, null)
      dirty.collections.add(collection)
    }
    dirty.transactions.set(hexOf(log.tx_hash), 'orphaned')
  }

  for (const key of auctions) dirty.auction(key)
  for (const key of boxes) dirty.box(key)
  for (const funder of funders) dirty.funder(funder)

  await forget(tx, above)
  for (const item of await withoutTransfers(tx, chain.id, dirty.transfers.values())) dirty.item(item)
  await shifts.takeBack({ tx, chainId: chain.id }, dirty)
  const created = logs
    .filter((log) => CREATE_EVENTS.includes(log.event))
    .map((log) => ({ address: addressOf(log.address), creator: toAddress(String(log.args.creator)) }))
  await unconfirmCollections(tx, chain.id, { created, ownersChanged: [...dirty.collections] })
  for (const { address } of created) dirty.collections.add(address)
  await recomputeDerived({
    tx,
    chainId: chain.id,
    contracts: chain.config.contracts,
    block: { ...ancestor, parentHash: ancestor.hash },
    dirty,
  })
  await removeNotices(tx, [
    ...sources,
    ...logs.map((log) => sourceOf(chain.id, { blockHash: hexOf(log.block_hash), index: log.log_index })),
    ...transfers.map(({ source }) => source),
  ])
}

/** Events whose subject begins with the account that emitted them. */
const BY_ACCOUNT: readonly string[] = ['ApprovalForAll', 'Registered']

function accountOf({ subject }: { subject: string }): Address {
  return toAddress(subject.slice(0, 42))
}

function registeredNumber({ order }: Record<string, unknown>): bigint {
  const { key } = order as { key: { salt: string } }
  return unpackSalt(BigInt(key.salt)).sequence
}

type TransferAbove = Transfer & { readonly at: number; readonly txHash: Hex; readonly source: string }

async function transfersAbove(tx: Tx, above: Above): Promise<TransferAbove[]> {
  const rows = await tx
    .selectFrom('item_transfer')
    .select(['block_hash', 'log_index', 'part', 'at', 'tx_hash', 'collection', 'token_id', 'from_account', 'to_account', 'quantity'])
    .where('chain_id', '=', above.chainId)
    .where(isAbove(above))
    .execute()
  return rows.map((row) => ({
    collection: addressOf(row.collection),
    tokenId: row.token_id,
    from: addressOf(row.from_account),
    to: addressOf(row.to_account),
    quantity: row.quantity,
    at: row.at,
    txHash: hexOf(row.tx_hash),
    source: sourceOf(above.chainId, { blockHash: hexOf(row.block_hash), index: row.log_index }, row.part),
  }))
}

/** Auctions that were settled or cancelled above the ancestor, whose bids were voided there, or whose end was read there. */
async function auctionsAbove(tx: Tx, { chainId, number }: Above): Promise<OrderKeyOfMaker[]> {
  const { rows } = await sql<{ owner: Uint8Array; sequence: bigint }>`
    select owner, sequence from auction_event where chain_id = ${chainId} and block_number > ${number}
    union select a.owner, a.sequence from auction a join bid_void v on v.chain_id = a.chain_id and v.auction = a.struct_hash
      where v.chain_id = ${chainId} and v.block_number > ${number}
    union select owner, sequence from auction where chain_id = ${chainId} and as_of_block > ${number}`.execute(tx)
  return rows.map((row) => ({ maker: addressOf(row.owner), sequence: row.sequence }))
}

/** Series, and requests of them, with logs above the ancestor. */
async function boxesAbove(tx: Tx, { chainId, number }: Above): Promise<BoxKey[]> {
  const rows = await tx
    .selectFrom('box_event')
    .select(['box', 'request', 'account', 'kind'])
    .where('chain_id', '=', chainId)
    .where('block_number', '>', number)
    .execute()
  return rows.flatMap(({ box, request, account, kind }) => {
    if (box === null) return []
    const isOfRequest = kind === 'requested' || kind === 'revealed' || kind === 'refunded'
    const of = isOfRequest ? { request: request ?? undefined, buyer: account ? addressOf(account) : undefined } : {}
    return [{ box: hexOf(box), ...of }]
  })
}

type Above = { readonly chainId: number; readonly number: number }

/** See `deleteByHash` in state/chain/tables.ts. */
const isAbove = ({ chainId, number }: Above) =>
  sql<boolean>`block_hash in (select hash from chain_block where chain_id = ${chainId} and number > ${number})`

/** For tables that have an index on block numbers. */
const isOfBlocksAbove = ({ chainId, number }: Above) => sql<boolean>`chain_id = ${chainId} and block_number > ${number}`

async function forget(tx: Tx, above: Above): Promise<void> {
  const { chainId, number } = above
  for (const table of DELETED_BY_HASH) await tx.deleteFrom(table).where('chain_id', '=', chainId).where(isAbove(above)).execute()
  for (const table of DELETED_BY_NUMBER)
    await tx.deleteFrom(table).where('chain_id', '=', chainId).where('block_number', '>', number).execute()
  await reopenAuctions(tx, above)
  await tx.deleteFrom('chain_block').where('chain_id', '=', chainId).where('number', '>', number).execute()
}
