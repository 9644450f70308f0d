import type { Context } from '../../context.ts'
import { addressOf, bytes, type Db, transact } from '../../db/database.ts'
import { noteAct, type Operator, OperatorRefused } from '../operators/service.ts'
import { forgetMetadata } from './metadata-due.ts'
import { refreshItems } from './state.ts'
import { findItem, type ItemRef } from './store.ts'

/** Those that were there once and are shown no more, the newest first. */
export async function listHidden(db: Db, limit: number): Promise<(ItemRef & { readonly name: string })[]> {
  const rows = await db
    .selectFrom('item')
    .select(['chain_id', 'collection', 'token_id', 'name'])
    .where('is_visible', '=', false)
    .where('is_confirmed', '=', true)
    .orderBy('created_at', 'desc')
    .orderBy('collection')
    .orderBy('token_id')
    .limit(limit)
    .execute()
  return rows.map(({ chain_id: chainId, collection, token_id: tokenId, name }) => ({
    chainId,
    collection: addressOf(collection),
    tokenId,
    name,
  }))
}

/** A hidden item is in no list and has no page; it stays its owner's, whose wallet nobody can reach. */
export async function hideItem(context: Context, operator: Operator, ref: ItemRef, isHidden: boolean): Promise<void> {
  const item = await requireItem(context, ref)
  if (item.isVisible === !isHidden)
    throw new OperatorRefused(`${subjectOf(ref)} is ${isHidden ? 'hidden' : 'shown'} already.`, {
      zh: `该藏品已${isHidden ? '被隐藏' : '在显示'}，无需重复操作。`,
      field: 'token',
    })
  await transact(context.db, async (tx) => {
    await tx
      .updateTable('item')
      .set({ is_visible: !isHidden })
      .where('chain_id', '=', ref.chainId)
      .where('collection', '=', bytes(ref.collection))
      .where('token_id', '=', ref.tokenId)
      .execute()
    await refreshItems(tx, ref.chainId, [ref])
    await noteAct(tx, context.clock, operator, { what: `items ${isHidden ? 'hide' : 'show'}`, subject: subjectOf(ref) })
  })
}

/** What its contract names is read again, soon. */
export async function rereadItem(context: Context, operator: Operator, ref: ItemRef): Promise<void> {
  await requireItem(context, ref)
  await transact(context.db, async (tx) => {
    await forgetMetadata({ tx, chainId: ref.chainId }, ref.collection, ref.tokenId)
    await noteAct(tx, context.clock, operator, { what: 'items reread', subject: subjectOf(ref) })
  })
}

async function requireItem({ db }: Context, ref: ItemRef) {
  const item = await findItem(db, ref)
  if (!item)
    throw new OperatorRefused(`There is no ${subjectOf(ref)} in this market.`, {
      zh: `本站没有这件藏品：${ref.collection} / ${ref.tokenId}。`,
      field: 'token',
    })
  return item
}

function subjectOf({ chainId, collection, tokenId }: ItemRef): string {
  return `item ${chainId}/${collection}/${tokenId}`
}
