import { AppError, type Collection, type Page } from '@plinth/api'
import { type Address, collectionMetadata, metadataUrlOf, TOKEN_STANDARD, type TokenStandard } from '@plinth/protocol'
import type { Chain } from '../../chain/chain.ts'
import type { Context, RequestContext } from '../../context.ts'
import { bytes, transact } from '../../db/database.ts'
import { nothing, type PageOf, pageBounds } from '../../db/paging.ts'
import { placeNamed, readSearch } from '../../db/search.ts'
import { blank } from '../../state/collections/confirm.ts'
import { findCollection, presentCollection, searchConfirmed } from '../../state/collections/store.ts'
import { findNameProblem, findTextProblem } from '../../text/plain-names.ts'
import { holdUpload, mediaUrl, takeDraft } from '../uploads/service.ts'
import { nameOf } from './names.ts'

export { dropStaleCollections, listStaleCollections } from './drafts.ts'
export { estimateImport, importCollection } from './import.ts'
export { listMintableCollections, listOwnCollections } from './lists.ts'
export { readDueCollections } from './metadata.ts'
export {
  hideCollection,
  hideCollectionIn,
  listKnown,
  listUnmarked,
  lockCollection,
  resyncCollection,
  verifyCollection,
} from './moderation.ts'
export { endOfficial, findMintProblem, listMadeOfficial, makeOfficial } from './official.ts'
export { ensurePrizeCollection } from './prizes.ts'
export { notifyOfUnknownCode } from './unknown-code.ts'

/** Served with the web app. */
const OFFICIAL_COVER = '/favicon.svg'

export type NewCollection = {
  readonly name: string
  readonly symbol: string
  readonly description?: string
  readonly externalUrl?: string
  readonly storageId: bigint
  readonly cover: string
  readonly signer: Address
  readonly standard: TokenStandard
  readonly owner: Address
  readonly chainId?: number
}

/**
 * Announces a collection before its deployment and stores its contract metadata (ERC-7572), whose address the deployment may name.
 * Stores only the fields named here, whatever else the form carries.
 */
export async function createCollection(context: RequestContext, input: NewCollection): Promise<{ metadataUrl: string }> {
  const caller = context.requireCaller()
  if (input.owner !== caller.address) throw new AppError('NOT_AUTHORISED')
  const chain = await context.chains.resolveForWrite({ chainId: input.chainId })
  if (input.signer !== context.signer.mintSigner) throw new AppError('COLLECTION_SIGNER')
  const problem = findNameProblem(input.name, context.site.name()) ?? findTextProblem(input.symbol)
  if (problem) throw new AppError(problem)
  const upload = await holdUpload(context, Number(input.storageId))
  if (upload?.accountId !== caller.accountId || upload.kind !== 'image') throw new AppError('FILE_MISSING')
  await takeDraft(context, caller.accountId)
  const { name, symbol, description = '', externalUrl = '' } = input
  const text = { name, symbol, description, image: metadataUrlOf(upload.cid), banner: '', externalLink: externalUrl }
  const metadataUrl = metadataUrlOf((await context.media.putJson(context.db, collectionMetadata(text))).cid)
  const now = context.clock.now()
  await transact(context.db, async (tx) => {
    const { id } = await tx
      .insertInto('collection')
      .values({
        ...blank,
        chain_id: chain.id,
        address: null,
        name,
        symbol,
        standard: input.standard,
        cover: mediaUrl(upload),
        description,
        external_url: externalUrl,
        announced_url: metadataUrl,
        owner: bytes(caller.address),
        signer: bytes(input.signer),
        storage_id: String(upload.id),
        is_confirmed: false,
        is_announced: true,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await placeNamed(tx, 'collection_search', id, name)
  })
  return { metadataUrl }
}

/** The official collections of a chain's configuration, one of each standard; run whenever indexing of the chain begins. */
export async function ensureOfficialCollections(context: Context, chain: Chain): Promise<void> {
  const { official721, official1155 } = chain.config.contracts
  await ensureOfficial(context, chain, official721, TOKEN_STANDARD.ERC721)
  await ensureOfficial(context, chain, official1155, TOKEN_STANDARD.ERC1155)
}

async function ensureOfficial(context: Context, chain: Chain, address: Address, standard: TokenStandard): Promise<void> {
  const { db, clock, signer, config, log } = context
  const named = await nameOf(chain, address).catch((error: unknown) => {
    log.warn('official collection not read', { chainId: chain.id, error })
    return undefined
  })
  const now = clock.now()
  const known = { is_official: true, is_verified: true, is_confirmed: true, signer: bytes(signer.mintSigner), ...named }
  await transact(db, async (tx) => {
    const { id, name } = await tx
      .insertInto('collection')
      .values({
        ...blank,
        chain_id: chain.id,
        address: bytes(address),
        name: config.site.name,
        symbol: '',
        standard,
        cover: OFFICIAL_COVER,
        owner: bytes(address),
        created_at: now,
        updated_at: now,
        ...known,
      })
      .onConflict((conflict) => conflict.columns(['chain_id', 'address']).doUpdateSet(known))
      .returning(['id', 'name'])
      .executeTakeFirstOrThrow()
    await placeNamed(tx, 'collection_search', id, name)
  })
}

export async function getCollectionInfo(
  context: Context,
  input: { collection: Address; chainId?: number },
): Promise<Collection | Record<string, never>> {
  const chain = await context.chains.resolve(input)
  const row = await findCollection(context.db, chain.id, input.collection)
  return row ? presentCollection(row) : {}
}

/** Collections on these chains that the chain has confirmed, by name or address. */
export async function searchCollections(
  context: Context,
  text: string,
  chainId: number | undefined,
  page: PageOf,
): Promise<Page<Collection>> {
  const by = readSearch(text)
  if (by === undefined) return nothing(page)
  const chainIds = context.chains.scope(chainId).map((chain) => chain.id)
  const { total, rows } = await searchConfirmed(context.db, chainIds, by, page)
  return { list: rows.map(presentCollection), ...pageBounds(total, page).counts }
}
