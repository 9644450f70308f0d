import { readFile, stat, writeFile } from 'node:fs/promises'
import { AppError, type Catalogue, type Handlers, type StoredFile } from '@plinth/api'
import type { RequestContext, UploadedFile } from '../context.ts'
import { transact } from '../db/database.ts'
import { pageBounds } from '../db/paging.ts'
import { isDrawing, rasterise } from '../images/drawings.ts'
import type { Requester } from '../images/fair-queue.ts'
import { stripPicture } from '../images/strip.ts'
import type { StoredMedia } from '../media/media.ts'
import { type Allowance, countAttempt, requireAttemptsLeft } from '../modules/rate-limits/service.ts'
import {
  deleteUpload,
  findUpload,
  insertUpload,
  pageUploads,
  presentUpload,
  renameUpload,
  storedSince,
  type Upload,
} from '../modules/uploads/service.ts'
import { cleanText } from '../text/clean-text.ts'

const LONGEST_NAME = 200
const DAY_S = 86_400

/** A failing drawing may have occupied a process for five seconds. */
const FAILED_DRAWINGS: Allowance = { most: 5, inS: 600 }
const FAILED_DRAWINGS_HERE: Allowance = { most: 20, inS: 600 }

/** More than any accepted drawing. */
const MOST_DRAWING_BYTES = 2_097_152

export const storageCalls = {
  upload: async (context) => {
    const [stored] = await store(context)
    if (!stored) throw new AppError('FILE_MISSING')
    return stored
  },
  multiupload: async (context) => {
    const stored = await store(context)
    if (stored.length === 0) throw new AppError('FILE_MISSING')
    return stored
  },
  avatar: async (context) => {
    await Promise.all(context.files.map((file) => drawn(context, file.path)))
    const [stored] = await store(context, 'image')
    if (!stored) throw new AppError('FILE_MISSING')
    return stored
  },
  list: async (context, page) => {
    const { total, rows } = await pageUploads(context.db, context.requireCaller().accountId, page)
    return { list: rows.map(presentUpload), ...pageBounds(total, page).counts }
  },
  read: async (context, { id }) => presentUpload(await ownUpload(context, id)),
  update: async (context, { id, name }) => {
    const upload = await ownUpload(context, id)
    const shown = cleanText(name, LONGEST_NAME)
    if (shown === '') throw new AppError('BAD_ARGUMENT_VALUE', { field: 'name', reason: 'nothing to be seen' })
    await renameUpload(context.db, upload.id, shown)
    return presentUpload({ ...upload, name: shown })
  },
  delete: async (context, { id }) => {
    const { address } = context.requireCaller()
    const upload = await ownUpload(context, id)
    if (!(await transact(context.db, (tx) => deleteUpload(tx, upload, address)))) throw new AppError('FILE_REFERENCED')
    return {}
  },
} satisfies Handlers<Catalogue['storage'], RequestContext>

/** @throws AppError NOT_FOUND, NOT_AUTHORISED */
async function ownUpload(context: RequestContext, id: bigint): Promise<Upload> {
  const { accountId } = context.requireCaller()
  const upload = await findUpload(context.db, Number(id))
  if (!upload) throw new AppError('NOT_FOUND')
  if (upload.accountId !== accountId) throw new AppError('NOT_AUTHORISED')
  return upload
}

/** All files of the call or none: one refused file refuses them all. */
async function store(context: RequestContext, kind?: StoredMedia['kind']): Promise<StoredFile[]> {
  const { accountId } = context.requireCaller()
  await requireRoom(context, accountId)
  const taken: { file: UploadedFile; media: StoredMedia }[] = []
  for (const file of context.files) {
    await stripPicture(file.path)
    taken.push({ file, media: await context.media.putFile(context.db, file.path, requesterOf(context)) })
  }
  if (kind && taken.some(({ media }) => media.kind !== kind)) throw new AppError('FILE_TYPE')
  const stored: StoredFile[] = []
  for (const { file, media } of taken) {
    const name = file.name === '' ? `${media.cid}.${media.extension}` : file.name
    const id = await insertUpload(context.db, { accountId, cid: media.cid, name, createdAt: context.clock.now() })
    stored.push(presentUpload({ ...media, id, name }))
  }
  return stored
}

/** @throws AppError FILE_QUOTA where these files exceed the account's daily quota */
async function requireRoom({ db, clock, config, files }: RequestContext, accountId: number): Promise<void> {
  const sizes = await Promise.all(files.map(async ({ path }) => (await stat(path)).size))
  const stored = await storedSince(db, accountId, clock.now() - DAY_S)
  if (sizes.reduce((sum, size) => sum + size, stored) > config.limits.uploadBytesPerDay) throw new AppError('FILE_QUOTA')
}

/**
 * Replaces a drawing by its pixels, rendered in a separate process (decision 18). @throws AppError FILE_BROKEN, PICTURES_BUSY,
 * TOO_MANY_REQUESTS
 */
async function drawn(context: RequestContext, path: string): Promise<void> {
  const { size } = await stat(path)
  if (size > MOST_DRAWING_BYTES) return
  const body = await readFile(path)
  if (!isDrawing(body)) return
  const { db, clock, ip } = context
  const failures = [
    { keyParts: ['drawing of', String(context.requireCaller().accountId)], allowance: FAILED_DRAWINGS },
    { keyParts: ['drawing from', ip], allowance: FAILED_DRAWINGS_HERE },
  ]
  for (const { keyParts, allowance } of failures) await requireAttemptsLeft(db, keyParts, allowance, clock.now())
  try {
    await writeFile(path, await rasterise(body, requesterOf(context)))
  } catch (error) {
    // A drawing whose sender disconnected counts too: it has cost as much.
    if (isBroken(error)) for (const { keyParts, allowance } of failures) await countAttempt(db, keyParts, allowance, clock.now())
    throw error
  }
}

const isBroken = (error: unknown): boolean => error instanceof AppError && error.code === 'FILE_BROKEN'

function requesterOf({ requireCaller, ip, gone }: RequestContext): Requester {
  return {
    shares: [`account ${requireCaller().accountId}`, `address ${ip}`],
    signal: gone,
  }
}
