import { AppError, type BoxPrepared } from '@plinth/api'
import type { RequestContext } from '../../context.ts'
import { signedFields } from '../../state/boxes/signed-fields.ts'
import { findBox, prizesOf } from '../../state/boxes/store.ts'

/** What the owner signs; other accounts are refused. @throws AppError NOT_FOUND, NOT_AUTHORISED */
export async function prepareBox(context: RequestContext, { boxId }: { readonly boxId: bigint }): Promise<BoxPrepared> {
  const { address } = context.requireCaller()
  const box = await findBox(context.db, Number(boxId))
  if (!box) throw new AppError('NOT_FOUND')
  if (box.owner !== address) throw new AppError('NOT_AUTHORISED')
  const prizes = (await prizesOf(context.db, [box.id])).get(box.id) ?? []
  return { ...signedFields(box, prizes), buying: box.buying, digest: box.digest }
}
