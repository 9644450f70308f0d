import type { Context } from '../../context.ts'
import { addressOf, type Db, type Tx, transact } from '../../db/database.ts'
import type { ItemRef } from '../../db/item-keys.ts'
import { forgetMetadata } from '../../state/items/metadata-due.ts'
import { applyRules, setRule } from '../../state/items/moderated.ts'
import { refreshItems } from '../../state/items/state.ts'
import { findItem } from '../../state/items/store.ts'
import { emitEvents } from '../../state/outbox/outbox.ts'
import { type AuditEntry, type Operator, OperatorRefused, recordAudit } from '../operators/service.ts'

export { dropStaleItems, listStaleItems } from './drafts.ts'
export { readDueMetadata } from './metadata.ts'
export { type Purchase, purchaseOf } from './purchase.ts'
export { settlementOf } from './settlement.ts'

/** Items that exist or existed and are hidden, newest first. */
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

/** A hidden item is in no list and has no page; its owner keeps it, since wallets are out of the market's reach. */
export async function hideItem(context: Context, operator: Operator, ref: ItemRef, isHidden: boolean): Promise<void> {
  await transact(context.db, async (tx) => recordAudit(tx, context.clock, operator, await hideItemIn(tx, ref, isHidden)))
}

/** The same as a part of another command, which records it. @throws OperatorRefused */
export async function hideItemIn(tx: Tx, ref: ItemRef, isHidden: boolean): Promise<AuditEntry> {
  const item = await requireItem(tx, ref)
  if (item.isVisible === !isHidden)
    throw new OperatorRefused(`${subjectOf(ref)} is ${isHidden ? 'hidden' : 'shown'} already.`, {
      zh: `该作品已${isHidden ? '被隐藏' : '在显示'}，无需重复操作。`,
      field: 'token',
    })
  return ruleIn(tx, ref, { rule: 'is_hidden', value: isHidden, what: `items ${isHidden ? 'hide' : 'show'}` })
}

/** A locked item can't be put up for sale, and its listings can't be bought here; wallets can still transfer it. */
export async function lockTrade(context: Context, operator: Operator, ref: ItemRef, isLocked: boolean): Promise<void> {
  await transact(context.db, async (tx) => {
    const item = await requireItem(tx, ref)
    if (item.isTradeLocked === isLocked)
      throw new OperatorRefused(`${subjectOf(ref)} is ${isLocked ? 'locked' : 'not locked'} already.`, {
        zh: `该作品${isLocked ? '已被锁定' : '未被锁定'}，无需重复操作。`,
        field: 'token',
      })
    const act = await ruleIn(tx, ref, { rule: 'is_locked', value: isLocked, what: `items ${isLocked ? 'lock' : 'unlock'}` })
    await recordAudit(tx, context.clock, operator, act)
  })
}

type Ruling = { readonly rule: 'is_hidden' | 'is_locked'; readonly value: boolean; readonly what: string }

async function ruleIn(tx: Tx, ref: ItemRef, { rule: name, value, what }: Ruling): Promise<AuditEntry> {
  const at = { tx, chainId: ref.chainId }
  await setRule(at, ref, name, value)
  await applyRules(at, [ref])
  const now = await findItem(tx, ref)
  if (!value && (name === 'is_hidden' ? now?.isVisible === false : now?.isTradeLocked))
    throw new OperatorRefused(`Its whole collection is ${name === 'is_hidden' ? 'hidden' : 'locked'}: see \`collections\`.`, {
      zh: `其所属合集整体已被${name === 'is_hidden' ? '隐藏' : '锁定'}，请在合集中操作。`,
      field: 'token',
    })
  await refreshItems(tx, ref.chainId, [ref])
  await emitEvents(tx, [{ topic: 'item', ...ref }])
  return { what, subject: subjectOf(ref) }
}

/** Schedules the contract's metadata to be read again. */
export async function resyncItem(context: Context, operator: Operator, ref: ItemRef): Promise<void> {
  await requireItem(context.db, ref)
  await transact(context.db, async (tx) => {
    await forgetMetadata({ tx, chainId: ref.chainId }, ref.collection, ref.tokenId)
    await recordAudit(tx, context.clock, operator, { what: 'items reread', subject: subjectOf(ref) })
  })
}

async function requireItem(db: Db, ref: ItemRef) {
  const item = await findItem(db, ref)
  if (!item)
    throw new OperatorRefused(`There is no ${subjectOf(ref)} in this market.`, {
      zh: `本站没有这件作品：${ref.collection} / ${ref.tokenId}。`,
      field: 'token',
    })
  return item
}

function subjectOf({ chainId, collection, tokenId }: ItemRef): string {
  return `item ${chainId}/${collection}/${tokenId}`
}
