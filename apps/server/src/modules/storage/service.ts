import type { Db, Tx } from '../../db/database.ts'
import type { StoredMedia } from './media.ts'

/** An upload: a row of one account that names a stored content. */
export type Upload = StoredMedia & { readonly id: number; readonly accountId: number; readonly name: string }

/** An upload by its id, whoever made it; the caller of a call checks `accountId`. */
export async function findUpload(db: Db, id: number): Promise<Upload | undefined> {
  const row = await db
    .selectFrom('stored_file')
    .innerJoin('media', 'media.cid', 'stored_file.cid')
    .select(['stored_file.id', 'stored_file.account_id as accountId', 'stored_file.name'])
    .select(['media.cid', 'media.mime', 'media.extension', 'media.kind', 'media.size', 'media.width', 'media.height'])
    .where('stored_file.id', '=', id)
    .executeTakeFirst()
  return row
}

/** Where visitors fetch a stored content (decision 36): relative to the site. */
export function mediaUrl(media: Pick<StoredMedia, 'cid' | 'extension'>): string {
  return `/static/upload/${media.cid}.${media.extension}`
}

export async function insertUpload(db: Db, upload: { accountId: number; cid: string; name: string; createdAt: number }): Promise<number> {
  const row = await db
    .insertInto('stored_file')
    .values({ account_id: upload.accountId, cid: upload.cid, name: upload.name, created_at: upload.createdAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function listUploads(db: Db, accountId: number): Promise<{ id: bigint; name: string; url: string; createdAt: number }[]> {
  const rows = await db
    .selectFrom('stored_file')
    .innerJoin('media', 'media.cid', 'stored_file.cid')
    .select(['stored_file.id', 'stored_file.name', 'stored_file.created_at', 'media.cid', 'media.extension'])
    .where('account_id', '=', accountId)
    .orderBy('stored_file.id')
    .execute()
  return rows.map((row) => ({ id: BigInt(row.id), name: row.name, url: mediaUrl(row), createdAt: row.created_at }))
}

/** Two accounts have become one. */
export async function moveUploads(tx: Tx, from: number, to: number): Promise<void> {
  await tx.updateTable('stored_file').set({ account_id: to }).where('account_id', '=', from).execute()
}

/** Whose they were; the contents stay under their CIDs, where items may name them. */
export async function forgetUploads(tx: Tx, accountId: number): Promise<void> {
  await tx.deleteFrom('stored_file').where('account_id', '=', accountId).execute()
}
