import type { ItemRecord } from '@plinth/api'
import type { SharedContext } from '../context.ts'
import { type ItemRef, refKey } from '../db/item-keys.ts'
import { findItem, findItems, type ItemRow, isShown } from '../state/items/store.ts'
import { hydrateItems } from './items.ts'

/** The records of these items in their order, as the caller sees them; of items that are gone, none. */
export const hydrateAll = (context: SharedContext, refs: readonly ItemRef[]): Promise<ItemRecord[]> => hydrate(context, refs, () => true)

/** The same of those that visitors see. */
export const hydrateShown = (context: SharedContext, refs: readonly ItemRef[]): Promise<ItemRecord[]> => hydrate(context, refs, isShown)

async function hydrate(context: SharedContext, refs: readonly ItemRef[], isWanted: (item: ItemRow) => boolean): Promise<ItemRecord[]> {
  const items = (await findItems(context.db, refs)).filter(isWanted)
  const byKey = new Map((await hydrateItems(context, items)).map((record) => [refKey(record), record]))
  return refs.flatMap((ref) => byKey.get(refKey(ref)) ?? [])
}

/** Undefined where visitors don't see it. */
export async function readRecord(context: SharedContext, ref: ItemRef): Promise<ItemRecord | undefined> {
  const item = await findItem(context.db, ref)
  return isShown(item) ? (await hydrateItems(context, [item]))[0] : undefined
}
