import { AppError, type Catalogue, type Handlers, type StoredFile } from '@plinth/api'
import type { RequestContext, UploadedFile } from '../../context.ts'
import type { StoredMedia } from './media.ts'
import { insertUpload, mediaUrl } from './service.ts'

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
} satisfies Handlers<Catalogue['storage'], RequestContext>

/** All files of the call or none: the first that is refused refuses them all. */
async function store(context: RequestContext): Promise<StoredFile[]> {
  const { accountId } = context.requireCaller()
  const taken: { file: UploadedFile; media: StoredMedia }[] = []
  for (const file of context.files) taken.push({ file, media: await context.media.putFile(context.db, file.path) })
  const stored: StoredFile[] = []
  for (const { file, media } of taken) {
    const name = file.name === '' ? `${media.cid}.${media.extension}` : file.name
    const id = await insertUpload(context.db, { accountId, cid: media.cid, name, createdAt: context.clock.now() })
    stored.push({ id: BigInt(id), url: mediaUrl(media), name, type: media.mime, ipfsUrl: `ipfs://${media.cid}`, ...pick(media) })
  }
  return stored
}

function pick({ cid, size, width, height }: StoredMedia): Pick<StoredFile, 'cid' | 'size' | 'width' | 'height'> {
  return { cid, size, width, height }
}
