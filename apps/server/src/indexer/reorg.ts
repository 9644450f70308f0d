import { toAddress } from '@plinth/protocol'
import type { Chain } from '../chain/chain.ts'
import type { Context } from '../context.ts'
import { addressOf, hexOf, type Tx, transact } from '../db/database.ts'
import { unconfirmCollections } from '../modules/collections/confirm.ts'
import { unmoveItems } from '../modules/items/holdings.ts'
import { removeNotices } from '../modules/notices/service.ts'
import { type Cursor, moveCursor } from './checkpoint.ts'
import { fetchFacts } from './rpc.ts'
import { Touched } from './scope.ts'
import { lockMakers, settle } from './settle.ts'

/** How far back a chain may change its mind before it is not followed any more. */
export const REORG_WINDOW = 256

export class ReorgTooDeep extends Error {
  override readonly name = 'ReorgTooDeep'
}

/** Walks back to the last block both we and the node have, and orphans what stands above it. Answers that block. */
export async function unwind(context: Context, chain: Chain, epoch: number, cursor: Cursor): Promise<Cursor> {
  const ancestor = await findAncestor(context, chain, cursor)
  context.log.warn('chain reorganised', {
    chainId: chain.id,
    from: cursor.number,
    to: ancestor.number,
    depth: cursor.number - ancestor.number,
  })
  await orphanAbove(context, chain, epoch, cursor, ancestor)
  return ancestor
}

async function findAncestor(context: Context, chain: Chain, cursor: Cursor): Promise<Cursor & { timestamp: number }> {
  const ours = await context.db
    .selectFrom('chain_block')
    .select(['number', 'hash', 'at'])
    .where('chain_id', '=', chain.id)
    .where('number', '<=', cursor.number)
    .where('number', '>=', cursor.number - REORG_WINDOW)
    .orderBy('number', 'desc')
    .execute()
  for (const block of ours) {
    const theirs = await fetchFacts(chain.client, block.number)
    if (theirs?.hash === hexOf(block.hash)) return { number: block.number, hash: theirs.hash, timestamp: theirs.timestamp }
  }
  throw new ReorgTooDeep(`Chain ${chain.id} has no block in common with the last ${REORG_WINDOW} of ours below ${cursor.number}`)
}

/** Takes back every effect of the blocks above the ancestor, in one transaction. */
export async function orphanAbove(
  context: Context,
  chain: Chain,
  epoch: number,
  cursor: Cursor,
  ancestor: Cursor & { timestamp: number },
): Promise<void> {
  await transact(context.db, async (tx) => {
    await moveCursor(tx, chain.id, epoch, cursor, ancestor, context.clock.now())
    await orphan(tx, chain, ancestor)
  })
}

async function orphan(tx: Tx, chain: Chain, ancestor: Cursor & { timestamp: number }): Promise<void> {
  const { exchange } = chain.config.contracts
  const above = { chainId: chain.id, number: ancestor.number }
  const transfers = await tx
    .selectFrom('item_transfer')
    .selectAll()
    .where('chain_id', '=', chain.id)
    .where('block_number', '>', ancestor.number)
    .orderBy('block_number', 'desc')
    .orderBy('log_index', 'desc')
    .execute()
  const events = await tx
    .selectFrom('order_event')
    .selectAll()
    .where('chain_id', '=', chain.id)
    .where('block_number', '>', ancestor.number)
    .execute()
  const logs = await tx
    .selectFrom('chain_log')
    .selectAll()
    .where('chain_id', '=', chain.id)
    .where('block_number', '>', ancestor.number)
    .execute()
  await lockMakers(tx, chain.id, exchange, [
    ...transfers.flatMap((row) => [addressOf(row.from_account), addressOf(row.to_account)]),
    ...events.map((row) => addressOf(row.maker)),
    ...logs.flatMap((log) => (log.event === 'ApprovalForAll' ? [toAddress(log.subject.slice(0, 42))] : [])),
  ])

  const touched = new Touched()
  for (const row of transfers)
    await unmoveItems(
      { tx, chainId: chain.id, touched },
      {
        collection: addressOf(row.collection),
        tokenId: row.token_id,
        from: addressOf(row.from_account),
        to: addressOf(row.to_account),
        quantity: row.quantity,
      },
    )
  for (const row of events) {
    touched.order({ maker: addressOf(row.maker), sequence: row.sequence })
    touched.item({ collection: addressOf(row.collection), tokenId: row.token_id })
  }
  for (const log of logs) {
    const collection = addressOf(log.address)
    if (log.event === 'ApprovalForAll') touched.approval({ collection, owner: toAddress(log.subject.slice(0, 42)) })
    if (log.event === 'SecondarySaleFees') touched.item({ collection, tokenId: BigInt(log.subject) })
    if (log.event === 'OwnershipTransferred') touched.collections.add(collection)
  }

  await forget(tx, above)
  await unconfirmCollections(tx, chain.id, {
    created: logs.filter((log) => log.event === 'CreateERC721').map((log) => addressOf(log.address)),
    ownersChanged: [...touched.collections],
  })
  await settle({ tx, chainId: chain.id, contracts: chain.config.contracts, block: { ...ancestor, parentHash: ancestor.hash }, touched })
  await removeNotices(
    tx,
    logs.map((log) => `log:${chain.id}:${hexOf(log.block_hash)}:${log.log_index}`),
  )
}

async function forget(tx: Tx, { chainId, number }: { chainId: number; number: number }): Promise<void> {
  const orphaned = await tx.selectFrom('chain_block').select('hash').where('chain_id', '=', chainId).where('number', '>', number).execute()
  const hashes = orphaned.map((row) => row.hash)
  if (hashes.length === 0) return
  await tx.deleteFrom('activity').where('chain_id', '=', chainId).where('block_hash', 'in', hashes).execute()
  await tx.deleteFrom('item_transfer').where('chain_id', '=', chainId).where('block_hash', 'in', hashes).execute()
  await tx.deleteFrom('order_event').where('chain_id', '=', chainId).where('block_hash', 'in', hashes).execute()
  await tx.deleteFrom('chain_log').where('chain_id', '=', chainId).where('block_hash', 'in', hashes).execute()
  await tx.deleteFrom('chain_block').where('chain_id', '=', chainId).where('hash', 'in', hashes).execute()
}
