import { AppError } from '@plinth/api'
import type { RequestContext } from '../../context.ts'
import { transact } from '../../db/database.ts'
import { loseMark } from '../../state/collections/mark.ts'
import { findCollection, lockCollectionRow } from '../../state/collections/store.ts'
import { emitEvents } from '../../state/outbox/outbox.ts'
import { markDue } from '../../state/statistics/due.ts'
import { categoriesById, holdCategory } from '../categories/service.ts'
import { holdUpload, mediaUrl } from '../uploads/service.ts'
import { type CollectionEdit, type SentField, sentFields } from './owner-fields.ts'

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
  const fields = sentFields(input)
  for (const { name, isOfImported } of fields)
    if (isOfImported && known.followed_from === null)
      throw new AppError('BAD_ARGUMENT_VALUE', { field: name, reason: 'stands in the contract of this collection: contract.describe' })
  const columns = new Map<SentField, string | number | null>()
  for (const field of fields) columns.set(field, await columnOf(context, field))
  const category = fields.find(({ kind }) => kind === 'category')
  await transact(context.db, async (tx) => {
    const row = await lockCollectionRow(tx, known.id)
    // The block that gave it to another owner may have come in the meantime.
    if (row?.owner !== caller.address) throw new AppError('COLLECTION_OWNER')
    const categoryId = category && columns.get(category)
    if (categoryId && !(await holdCategory(tx, Number(categoryId)))) throw new AppError('CATEGORY_UNKNOWN')
    const now = context.clock.now()
    await tx
      .updateTable('collection')
      .set({ ...Object.fromEntries(fields.map((field) => [field.column, columns.get(field)])), updated_at: now })
      .where('id', '=', row.id)
      .execute()
    const was = (field: SentField) => (field.kind === 'links' ? JSON.stringify(row.links) : row[field.column])
    const changed = fields.filter((field) => field.costsMark && columns.get(field) !== was(field))
    await loseMark(
      tx,
      row.id,
      changed.map(({ column }) => column),
      now,
    )
    // Rankings of a category read it from the periods.
    if (category) await markDue(tx, chain.id, [input.collection])
    await emitEvents(tx, [{ topic: 'collection', chainId: chain.id, address: input.collection }])
  })
}

/** The value of the field's column. @throws AppError CATEGORY_UNKNOWN, FILE_MISSING */
async function columnOf(context: RequestContext, { kind, value }: SentField): Promise<string | number | null> {
  switch (kind) {
    case 'text':
      return String(value)
    case 'links':
      return JSON.stringify([...new Set(value as readonly string[])])
    case 'category': {
      const category = Number(value)
      if (category && !(await categoriesById(context.db)).has(category)) throw new AppError('CATEGORY_UNKNOWN')
      return category || null
    }
    case 'picture': {
      if (value === 0n) return ''
      const file = await holdUpload(context, Number(value))
      if (file?.accountId !== context.requireCaller().accountId || file.kind !== 'image') throw new AppError('FILE_MISSING')
      return mediaUrl(file)
    }
  }
}
