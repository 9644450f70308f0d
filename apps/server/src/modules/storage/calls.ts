import { readFile, stat, writeFile } from 'node:fs/promises'
import { AppError, type Catalogue, type Handlers, type StoredFile } from '@plinth/api'
import type { RequestContext, UploadedFile } from '../../context.ts'
import { isDrawing, rasterise } from './drawings.ts'
import type { StoredMedia } from './media.ts'
import { insertUpload, mediaUrl } from './service.ts'

/** More than any drawing that is taken. */
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
    await Promise.all(context.files.map((file) => drawn(file.path, context.stopping.signal)))
    const [stored] = await store(context, 'image')
    if (!stored) throw new AppError('FILE_MISSING')
    return stored
  },
} satisfies Handlers<Catalogue['storage'], RequestContext>

/** All files of the call or none: the first that is refused refuses them all. */
async function store(context: RequestContext, kind?: StoredMedia['kind']): Promise<StoredFile[]> {
  const { accountId } = context.requireCaller()
  const taken: { file: UploadedFile; media: StoredMedia }[] = []
  for (const file of context.files) taken.push({ file, media: await context.media.putFile(context.db, file.path) })
  if (kind && taken.some(({ media }) => media.kind !== kind)) throw new AppError('FILE_TYPE')
  const stored: StoredFile[] = []
  for (const { file, media } of taken) {
    const name = file.name === '' ? `${media.cid}.${media.extension}` : file.name
    const id = await insertUpload(context.db, { accountId, cid: media.cid, name, createdAt: context.clock.now() })
    stored.push({ id: BigInt(id), url: mediaUrl(media), name, type: media.mime, ipfsUrl: `ipfs://${media.cid}`, ...pick(media) })
  }
  return stored
}

/** A drawing gives way to its pixels, made apart from this process (decision 18). */
async function drawn(path: string, signal: AbortSignal): Promise<void> {
  const { size } = await stat(path)
  if (size > MOST_DRAWING_BYTES) return
  const body = await readFile(path)
  if (isDrawing(body)) await writeFile(path, await rasterise(body, signal))
}

function pick({ cid, size, width, height }: StoredMedia): Pick<StoredFile, 'cid' | 'size' | 'width' | 'height'> {
  return { cid, size, width, height }
}
