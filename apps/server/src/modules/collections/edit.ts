import { AppError } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import type { RequestContext } from '../../context.ts'
import { transact } from '../../db/database.ts'
import { linksOf, loseMark } from '../../state/collections/mark.ts'
import { findCollection, lockCollectionRow } from '../../state/collections/store.ts'
import { emitEvents } from '../../state/outbox/outbox.ts'
import { markDue } from '../../state/statistics/due.ts'
import { categoriesById, holdCategory } from '../categories/service.ts'
import { holdUpload, mediaUrl } from '../uploads/service.ts'

export type CollectionEdit = {
  readonly collection: Address
  readonly chainId?: number
  readonly category?: bigint
  readonly links?: readonly string[]
  readonly description?: string
  readonly cover?: bigint
  readonly banner?: bigint
}

/**
 * Stores what the owner of a collection says of it here. Description and pictures of one that was made here stand in its contract
 * (contract.describe); an imported contract may have no place for them.
 */
export async function editCollection(context: RequestContext, input: CollectionEdit): Promise<void> {
  const caller = context.requireCaller()
  const chain = await context.chains.resolveForWrite(input)
  const known = await findCollection(context.db, chain.id, input.collection)
  if (!known) throw new AppError('COLLECTION_UNKNOWN')
  if (known.owner !== caller.address) throw new AppError('COLLECTION_OWNER')
  const isImported = known.followed_from !== null
  for (const field of ['description', 'cover', 'banner'] as const)
    if (input[field] !== undefined && !isImported)
      throw new AppError('BAD_ARGUMENT_VALUE', { field, reason: 'stands in the contract of this collection: contract.describe' })
  const category = input.category === undefined ? undefined : Number(input.category)
  if (category && !(await categoriesById(context.db)).has(category)) throw new AppError('CATEGORY_UNKNOWN')
  const picture = async (id: bigint | undefined): Promise<string | undefined> => {
    if (id === undefined) return undefined
    if (id === 0n) return ''
    const file = await holdUpload(context, Number(id))
    if (file?.accountId !== caller.accountId || file.kind !== 'image') throw new AppError('FILE_MISSING')
    return mediaUrl(file)
  }
  const [cover, banner] = [await picture(input.cover), await picture(input.banner)]
  const now = context.clock.now()
  await transact(context.db, async (tx) => {
    const row = await lockCollectionRow(tx, known.id)
    // The block that gave it to another owner may have come in the meantime.
    if (row?.owner !== caller.address) throw new AppError('COLLECTION_OWNER')
    if (category && !(await holdCategory(tx, category))) throw new AppError('CATEGORY_UNKNOWN')
    const is = { ...row, ...(input.links && { links: [...new Set(input.links)] }), ...(cover !== undefined && { cover }) }
    await tx
      .updateTable('collection')
      .set({
        links: JSON.stringify(is.links),
        cover: is.cover,
        ...(category !== undefined && { category_id: category || null }),
        ...(banner !== undefined && { banner_url: banner }),
        ...(input.description !== undefined && { description: input.description }),
        updated_at: now,
      })
      .where('id', '=', row.id)
      .execute()
    await loseMark(tx, row.id, { ...row, links: linksOf(row) }, { ...is, links: linksOf(is) }, now)
    // Rankings of a category read it from the periods.
    if (category !== undefined) await markDue(tx, chain.id, [input.collection])
    await emitEvents(tx, [{ topic: 'collection', chainId: chain.id, address: input.collection }])
  })
}
