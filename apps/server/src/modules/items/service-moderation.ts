import type { Context } from '../../context.ts'
import { bytes, transact } from '../../db/database.ts'
import { noteAct, type Operator, OperatorRefused } from '../operators/service.ts'
import { forgetMetadata } from './metadata-due.ts'
import { refreshItems } from './state.ts'
import { findItem, type ItemRef } from './store.ts'

/** A hidden item is in no list and has no page; it stays its owner's, whose wallet nobody can reach. */
export async function hideItem(context: Context, operator: Operator, ref: ItemRef, isHidden: boolean): Promise<void> {
  const item = await requireItem(context, ref)
  if (item.isVisible === !isHidden) throw new OperatorRefused(`${subjectOf(ref)} is ${isHidden ? 'hidden' : 'shown'} already.`)
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
  if (!item) throw new OperatorRefused(`There is no ${subjectOf(ref)} in this market.`)
  return item
}

function subjectOf({ chainId, collection, tokenId }: ItemRef): string {
  return `item ${chainId}/${collection}/${tokenId}`
}
