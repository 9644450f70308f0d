import { AppError } from '@plinth/api'
import { type Address, itemKey } from '@plinth/protocol'
import type { Context } from '../../context.ts'
import { transact } from '../../db/database.ts'
import { type ItemRef, refKey } from '../../db/item-keys.ts'
import { findItem, isBurnt, isShown } from '../../state/items/store.ts'
import { addNotices, noticesOfLike } from '../notices/service.ts'
import { deleteLike, insertLike, likedItems } from './store.ts'

export { countLikes } from './store.ts'
export { forgetSocial, listSocial, moveSocial } from './whole-person.ts'

/** Likes an item and notifies its creator; repeating it changes nothing. @throws AppError NOT_FOUND */
export async function likeItem({ db, clock }: Context, liker: Address, ref: ItemRef): Promise<void> {
  await transact(db, async (tx) => {
    const item = await findItem(tx, ref)
    if (!isShown(item) || isBurnt(item)) throw new AppError('NOT_FOUND')
    const at = clock.now()
    if (await insertLike(tx, liker, ref, at)) await addNotices(tx, await noticesOfLike(tx, { item, liker, at }))
  })
}

export async function unlikeItem({ db }: Context, liker: Address, ref: ItemRef): Promise<void> {
  await transact(db, (tx) => deleteLike(tx, liker, ref))
}

/** `address:tokenId` of those the account likes, in the given order. */
export async function listLikedKeys({ db }: Context, account: Address, refs: readonly ItemRef[]): Promise<string[]> {
  const liked = await likedItems(db, account, refs)
  return [...new Set(refs.filter((ref) => liked.has(refKey(ref))).map((ref) => itemKey(ref.collection, ref.tokenId)))]
}
