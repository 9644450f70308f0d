import { AppError, type StoredFile } from '@plinth/api'
import { type Address, metadataUrlOf } from '@plinth/protocol'
import { cidsIn } from '../../content/cid.ts'
import type { Context } from '../../context.ts'
import { bytes, type Db, type Tx } from '../../db/database.ts'
import { type PageOf, pageBounds } from '../../db/paging.ts'
import type { StoredMedia } from '../../media/media.ts'
import { countAttempt } from '../rate-limits/service.ts'

export { bytesOf, GRACE_DAYS, listUnused, refuseUnreadChain, removeUnused, removeUnusedTexts, type UnusedContent } from './unused.ts'

/** An upload: a row of one account that names a stored content. */
export type Upload = StoredMedia & { readonly id: number; readonly accountId: number; readonly name: string }

/** An upload by its id, of any account; the caller of a call checks `accountId`. */
export async function findUpload(db: Db, id: number): Promise<Upload | undefined> {
  return uploads(db).where('stored_file.id', '=', id).executeTakeFirst()
}

/** The same for a caller that is about to show it: see Media.hold. */
export async function holdUpload({ db, media }: Pick<Context, 'db' | 'media'>, id: number): Promise<Upload | undefined> {
  const upload = await findUpload(db, id)
  return upload && (await media.hold(db, upload.cid)) && upload
}

/** All contents that a text names, such as the address of an avatar: see Media.hold. */
export async function holdNamed({ media }: Pick<Context, 'media'>, db: Db, text: string): Promise<void> {
  for (const cid of cidsIn(text)) await media.hold(db, cid)
}

const uploads = (db: Db) =>
  db
    .selectFrom('stored_file')
    .innerJoin('media', 'media.cid', 'stored_file.cid')
    .select(['stored_file.id', 'stored_file.account_id as accountId', 'stored_file.name'])
    .select(['media.cid', 'media.mime', 'media.extension', 'media.kind', 'media.size', 'media.width', 'media.height', 'media.frames'])

/** Of one account, newest first. */
export async function pageUploads(db: Db, accountId: number, page: PageOf): Promise<{ total: number; rows: Upload[] }> {
  const { total } = await db
    .selectFrom('stored_file')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  const { isThere, offset } = pageBounds(total, page)
  const own = uploads(db).where('stored_file.account_id', '=', accountId)
  return { total, rows: isThere ? await own.orderBy('stored_file.id', 'desc').limit(page.limit).offset(offset).execute() : [] }
}

export async function renameUpload(db: Db, id: number, name: string): Promise<void> {
  await db.updateTable('stored_file').set({ name }).where('id', '=', id).execute()
}

/**
 * Returns false where an item, a collection or the profile of its account uses it. The content itself stays: other accounts may
 * have stored the same.
 */
export async function deleteUpload(tx: Tx, upload: Upload, owner: Address): Promise<boolean> {
  if (await isUsed(tx, upload, owner)) return false
  await tx.deleteFrom('stored_file').where('id', '=', upload.id).execute()
  return true
}

async function isUsed(tx: Tx, upload: Upload, owner: Address): Promise<boolean> {
  const url = mediaUrl(upload)
  const address = metadataUrlOf(upload.cid)
  const { used } = await tx
    .selectNoFrom(({ exists, selectFrom, or }) =>
      or([
        exists(
          selectFrom('account')
            .select('id')
            .where('id', '=', upload.accountId)
            .where(({ eb, or: either }) => either([eb('avatar', '=', url), eb('banner_url', '=', url)])),
        ),
        exists(
          selectFrom('collection')
            .select('id')
            .where('owner', '=', bytes(owner))
            .where(({ eb, or: either }) =>
              either([eb('storage_id', '=', String(upload.id)), eb('cover', '=', url), eb('banner_url', '=', url)]),
            ),
        ),
        exists(selectFrom('item').select('token_id').where('creator', '=', bytes(owner)).where('metadata', 'like', `%${address}%`)),
      ]).as('used'),
    )
    .executeTakeFirstOrThrow()
  return Boolean(used)
}

/** An upload as the catalogue has it. */
export function presentUpload(upload: Omit<Upload, 'accountId' | 'kind'>): StoredFile {
  const { id, cid, name, mime, size, width, height } = upload
  return { id: BigInt(id), url: mediaUrl(upload), cid, name, type: mime, size, ipfsUrl: metadataUrlOf(cid), width, height }
}

/** The URL of a stored content (decision 36): relative to the site. */
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

/** Bytes that an account has stored since then, whether or not the same content existed. */
export async function storedSince(db: Db, accountId: number, since: number): Promise<number> {
  const { sum } = await db
    .selectFrom('stored_file')
    .innerJoin('media', 'media.cid', 'stored_file.cid')
    .select(({ fn }) => fn.sum<string | null>('media.size').as('sum'))
    .where('stored_file.account_id', '=', accountId)
    .where('stored_file.created_at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(sum ?? 0)
}

/**
 * Counts one text or row that an account stores without a file: a work or a collection about to be made. @throws AppError FILE_QUOTA
 */
export async function takeDraft({ db, clock, config }: Pick<Context, 'db' | 'clock' | 'config'>, accountId: number): Promise<void> {
  const { tries } = await countAttempt(db, ['draft', String(accountId)], { inS: 86_400 }, clock.now())
  if (tries > config.limits.draftsPerDay) throw new AppError('FILE_QUOTA')
}

/** All uploads of one account, oldest first, for its data export. */
export async function listUploads(db: Db, accountId: number): Promise<{ id: bigint; name: string; url: string; createdAt: number }[]> {
  const own = uploads(db).select('stored_file.created_at').where('stored_file.account_id', '=', accountId)
  const rows = await own.orderBy('stored_file.id').execute()
  return rows.map((row) => ({ id: BigInt(row.id), name: row.name, url: mediaUrl(row), createdAt: row.created_at }))
}

/** Moves the uploads to the account that theirs was merged into. */
export async function moveUploads(tx: Tx, from: number, to: number): Promise<void> {
  await tx.updateTable('stored_file').set({ account_id: to }).where('account_id', '=', from).execute()
}

/** Deletes the account's uploads; the contents stay under their CIDs, where items may name them. */
export async function forgetUploads(tx: Tx, accountId: number): Promise<void> {
  await tx.deleteFrom('stored_file').where('account_id', '=', accountId).execute()
}
