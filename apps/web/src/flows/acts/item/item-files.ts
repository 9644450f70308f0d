import { AppError, type StoredFile } from '@plinth/api'
import { api } from '../../../lib/api.ts'
import { type OnPart, uploading } from '../../../lib/upload.ts'

/** Chosen in this page, or sent up already, maybe by an earlier one. */
export type ChosenFile = File | StoredFile

export const isSent = (file: ChosenFile): file is StoredFile => 'cid' in file

export type ItemFiles = { file: ChosenFile; cover: ChosenFile | undefined }

/** Sends what has not been sent yet; two go together. */
export async function sendFiles({ file, cover }: ItemFiles, part: OnPart): Promise<ItemFiles> {
  const send = async (one: ChosenFile) => (isSent(one) ? one : api.storage.upload({}, uploading([one], part)))
  if (!cover) return { file: await send(file), cover }
  if (isSent(file) || isSent(cover)) return { file: await send(file), cover: await send(cover) }
  // The reply lists the animation first and the cover second (document B §3).
  const [animation, image] = await api.storage.multiupload({}, uploading([file, cover], part))
  if (!animation || !image) throw new AppError('FILE_MISSING')
  return { file: animation, cover: image }
}
