import { AppError } from '@plinth/api'
import { type Address, collectionMetadata, metadataUrlOf } from '@plinth/protocol'
import type { RequestContext } from '../../context.ts'
import { findCollection } from '../../state/collections/store.ts'
import { holdUpload, takeDraft } from '../uploads/service.ts'

export type Description = {
  readonly collection: Address
  readonly chainId?: number
  readonly description?: string
  readonly externalUrl?: string
  readonly cover?: bigint
  readonly banner?: bigint
}

/**
 * Stores a collection's contract metadata (ERC-7572) and returns its address. It takes effect once the owner has set it in the
 * contract and the chain has emitted the change.
 */
export async function describeCollection(context: RequestContext, input: Description): Promise<{ metadataUrl: string }> {
  const caller = context.requireCaller()
  const chain = await context.chains.resolveForWrite(input)
  const row = await findCollection(context.db, chain.id, input.collection)
  if (!row) throw new AppError('COLLECTION_UNKNOWN')
  if (row.owner !== caller.address) throw new AppError('COLLECTION_OWNER')
  const picture = async (upload: bigint | undefined, kept: string): Promise<string> => {
    if (upload === undefined) return addressOf(kept)
    if (upload === 0n) return ''
    const file = await holdUpload(context, Number(upload))
    if (file?.accountId !== caller.accountId || file.kind !== 'image') throw new AppError('FILE_MISSING')
    return metadataUrlOf(file.cid)
  }
  const text = collectionMetadata({
    name: row.name,
    symbol: row.symbol,
    description: input.description ?? '',
    image: await picture(input.cover, row.cover),
    banner: await picture(input.banner, row.banner_url),
    externalLink: input.externalUrl ?? '',
  })
  await takeDraft(context, caller.accountId)
  const { cid } = await context.media.putJson(context.db, text)
  return { metadataUrl: metadataUrlOf(cid) }
}

/** The public address of a picture in our own store; "" for one that does not exist. */
function addressOf(url: string): string {
  const [, cid] = /^\/static\/upload\/([a-z2-7]+)\.\w+$/.exec(url) ?? []
  return cid === undefined ? '' : metadataUrlOf(cid)
}
