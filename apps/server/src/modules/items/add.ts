import { AppError } from '@plinth/api'
import {
  type Address,
  type ItemType,
  itemMetadata,
  MAX_FEE_BPS,
  metadataUrlOf,
  royaltyBpsOf,
  standardOf,
  TOKEN_STANDARD,
} from '@plinth/protocol'
import type { RequestContext } from '../../context.ts'
import { bytes, transact } from '../../db/database.ts'
import { placeItem, placeItemText } from '../../db/search.ts'
import { findCollection } from '../../state/collections/store.ts'
import { metadataColumns } from '../../state/items/metadata-columns.ts'
import { applyRules } from '../../state/items/moderated.ts'
import { findItem } from '../../state/items/store.ts'
import { findOpenSale } from '../../state/orders/store.ts'
import { findTextProblem } from '../../text/plain-names.ts'
import { categoriesById, holdCategory } from '../categories/service.ts'
import { holdUpload, takeDraft, type Upload } from '../uploads/service.ts'
import { checkMinter, isAllotted } from './voucher.ts'

type Property = { readonly key: string; readonly trait_type?: string | undefined; readonly value: string }

export type NewItem = {
  readonly collection: Address
  readonly tokenId: bigint
  readonly name: string
  readonly description?: string
  readonly storageId: bigint
  readonly animationStorageId?: bigint
  readonly royalties?: readonly number[]
  readonly category: bigint
  readonly properties?: readonly Property[]
  readonly quantity: bigint
  readonly standard: ItemType
  readonly chainId?: number
}

/** Stores the metadata of an item about to be minted and returns its address; the chain's mint confirms it. */
export async function addItem(context: RequestContext, input: NewItem): Promise<{ metadataUrl: string }> {
  const caller = context.requireCaller()
  const chain = await context.chains.resolveForWrite(input)
  const { db } = context
  const collection = await findCollection(db, chain.id, input.collection)
  checkMinter(collection, caller.address)
  if (standardOf(input.standard) !== collection.standard)
    throw new AppError('BAD_ARGUMENT_VALUE', { field: 'type', reason: 'not what the collection is' })
  if (input.quantity === 0n || (collection.standard === TOKEN_STANDARD.ERC721 && input.quantity !== 1n))
    throw new AppError('BAD_ARGUMENT_VALUE', { field: 'quantity', reason: 'an ERC721 item is one' })
  if (!(await isAllotted(db, chain.id, input.collection, input.tokenId, caller.address))) throw new AppError('TOKEN_NOT_ALLOTTED')
  const problem = findTextProblem(input.name)
  if (problem) throw new AppError(problem)
  const royalties = (input.royalties ?? []).filter((bps) => bps > 0)
  if (royaltyBpsOf(royalties) > MAX_FEE_BPS) throw new AppError('ROYALTY_TOO_HIGH')
  if (!(await categoriesById(db)).has(Number(input.category))) throw new AppError('CATEGORY_UNKNOWN')
  const ref = { chainId: chain.id, collection: input.collection, tokenId: input.tokenId }
  if ((await findItem(db, ref))?.isConfirmed) throw new AppError('ITEM_EXISTS')
  // A buyer before the mint has seen this metadata.
  if (await findOpenSale(db, { ...ref, maker: caller.address })) throw new AppError('ORDER_EXISTS')

  const { image, animation } = await filesOf(context, caller.accountId, input)
  const metadata = itemMetadata({
    name: input.name,
    description: input.description ?? '',
    image: metadataUrlOf(image.cid),
    animation: animation ? playedUrlOf(animation) : '',
    properties: input.properties ?? [],
  })
  await takeDraft(context, caller.accountId)
  const { cid } = await context.media.putJson(db, metadata)
  const metadataUrl = metadataUrlOf(cid)
  const now = context.clock.now()
  const values = {
    creator: bytes(caller.address),
    ...metadataColumns(metadata),
    category_id: Number(input.category),
    metadata_url: metadataUrl,
    media_kind: mediaKindOf(animation ?? image),
    width: image.width,
    height: image.height,
    frames: (animation ?? image).frames,
    royalties: JSON.stringify(royalties),
    declared_royalties: JSON.stringify(royalties),
    is_declared: true,
    declared_supply: input.quantity,
    declared_at: now,
  }
  await transact(db, async (tx) => {
    if (!(await holdCategory(tx, Number(input.category)))) throw new AppError('CATEGORY_UNKNOWN')
    await tx
      .insertInto('item')
      .values({
        chain_id: chain.id,
        collection: bytes(input.collection),
        token_id: input.tokenId,
        standard: collection.standard,
        supply: 0n,
        is_confirmed: false,
        is_visible: true,
        mint_tx: null,
        created_at: now,
        traded_at: 0,
        is_on_sale: false,
        floor: null,
        metadata_next_at: null,
        ...values,
      })
      .onConflict((conflict) =>
        conflict.columns(['chain_id', 'collection', 'token_id']).doUpdateSet(values).where('item.is_confirmed', '=', false),
      )
      .execute()
    // Until its owner chooses one.
    await tx
      .updateTable('collection')
      .set({ category_id: Number(input.category) })
      .where('id', '=', collection.id)
      .where('category_id', 'is', null)
      .where('is_official', '=', false)
      .execute()
    await applyRules({ tx, chainId: chain.id }, [ref])
    await placeItem(tx, ref, input.name)
    await placeItemText(tx, ref, values.metadata)
  })
  return { metadataUrl }
}

/** The cover picture, and sound or video beside it. Only the caller's own uploads. */
async function filesOf(
  context: RequestContext,
  accountId: number,
  input: NewItem,
): Promise<{ image: Upload; animation: Upload | undefined }> {
  const own = async (id: bigint): Promise<Upload> => {
    const upload = await holdUpload(context, Number(id))
    if (upload?.accountId !== accountId || upload.kind === 'json') throw new AppError('FILE_MISSING')
    return upload
  }
  const image = await own(input.storageId)
  if (image.kind !== 'image') throw new AppError('COVER_MISSING')
  const animation = input.animationStorageId ? await own(input.animationStorageId) : undefined
  // A picture declared as a film can't be played.
  if (animation?.kind === 'image') throw new AppError('FILE_TYPE')
  return { image, animation }
}

/**
 * Clients tell sound from film by the extension of `animation_url` (document A §9). It is a fragment, since the content is a file and
 * no folder: every gateway answers the address as before. Its name is none that clients know from folders of two files.
 */
function playedUrlOf({ cid, extension }: Upload): string {
  return `${metadataUrlOf(cid)}#work.${extension}`
}

function mediaKindOf({ kind }: Upload): 'image' | 'audio' | 'video' | 'unknown' {
  return kind === 'json' ? 'unknown' : kind
}
