import { AppError, type PayToken, type StoredFile } from '@plinth/api'
import { type Address, mintUriOf, TOKEN_STANDARD, type TokenStandard } from '@plinth/protocol'
import { api } from '../lib/api.ts'
import { uploading } from '../lib/upload.ts'
import { collectionAbiOf } from './abi.ts'
import { approveCollection, isApproved } from './approval.ts'
import { type Chain, isHeldBy, openChain, untilIndexed } from './context.ts'
import type { Flow, Progress, Step } from './engine.ts'
import { signSale } from './sign-sale.ts'
import { transact } from './transact.ts'

export type MintContext = {
  chainId: number
  collection: Address
  collectionName: string
  standard: TokenStandard
  /** 1 of a single work. */
  quantity: bigint
  name: string
  description: string
  category: bigint
  /** Empty and half-filled rows are dropped before they come here. */
  properties: readonly { key: string; value: string }[]
  royaltyBps: number
  file: File
  /** Beside sound and video. */
  cover: File | undefined
  /** Undefined when the work is not put on sale; else all of it is, at this price each. */
  sale: { unitPrice: bigint; payToken: Pick<PayToken, 'address'>; validUntil: number; sellerFeeBps: bigint } | undefined
  chain?: Chain
  stored?: { image: StoredFile; animation: StoredFile | undefined }
  voucher?: { tokenId: bigint; v: string; r: `0x${string}`; s: `0x${string}` }
  metadataUrl?: string
}

const chainOf = async (context: MintContext): Promise<Chain> => {
  context.chain ??= await openChain(context.chainId)
  return context.chain
}
const approving = async (context: MintContext) => ({ ...context, chain: await chainOf(context) })

const approve: Step<MintContext> = {
  key: 'approve',
  isDone: async (context) => isApproved(await approving(context)),
  run: async (context, progress) => approveCollection(await approving(context), progress),
}

const upload: Step<MintContext> = {
  key: 'upload',
  // Stored at an earlier try, opening or page: not sent again.
  isDone: async ({ stored }) => stored !== undefined,
  run: async (context, { part }) => {
    const { file, cover } = context
    if (!cover) {
      context.stored = { image: await api.storage.upload({}, uploading([file], part)), animation: undefined }
      return
    }
    // The reply lists the animation first and the cover second (document B §3).
    const [animation, image] = await api.storage.multiupload({}, uploading([file, cover], part))
    if (!animation || !image) throw new AppError('FILE_MISSING')
    context.stored = { image, animation }
  },
}

const mint: Step<MintContext> = {
  key: 'mint',
  // Minted in an earlier opening of this dialog: only what comes after it is left.
  isDone: async (context) => {
    const { voucher, collection, chainId } = context
    return voucher !== undefined && isHeldBy({ collection, tokenId: voucher.tokenId, chainId }, (await chainOf(context)).account)
  },
  run: async (context, progress) => {
    const chain = await chainOf(context)
    const { collection, chainId } = context
    // A retry mints with the same number and the same metadata.
    context.voucher ??= await api.dapp.sign({ collection, chainId })
    const { tokenId } = context.voucher
    context.metadataUrl ??= await addMetadata(context, tokenId)
    await mintOnChain(context, chain, context.metadataUrl, progress)
    await untilIndexed(() => isHeldBy({ collection, tokenId, chainId }, chain.account))
  },
}

async function mintOnChain(context: MintContext, chain: Chain, metadataUrl: string, progress: Progress): Promise<void> {
  const { collection, voucher, royaltyBps, name, standard, quantity } = context
  if (!voucher) throw new AppError('TOKEN_NOT_ALLOTTED')
  const { tokenId, v, r, s } = voucher
  const fees = royaltyBps > 0 ? [{ recipient: chain.account, value: BigInt(royaltyBps) }] : []
  const supply = standard === TOKEN_STANDARD.ERC1155 ? [quantity] : []
  const args = [tokenId, Number(v), r, s, fees, ...supply, mintUriOf(metadataUrl)]
  const about = { act: 'mint' as const, title: name, item: { collection, tokenId: tokenId.toString() } }
  await transact(chain, { address: collection, abi: collectionAbiOf(standard), functionName: 'mint', args }, about, progress)
}

async function addMetadata(context: MintContext, tokenId: bigint): Promise<string> {
  const { stored } = context
  if (!stored) throw new AppError('FILE_MISSING')
  const { metadataUrl } = await api.nft.add({
    collection: context.collection,
    tokenId,
    name: context.name,
    description: context.description,
    storageId: stored.image.id,
    imgUrl: stored.image.url,
    ...(stored.animation ? { animationStorageId: stored.animation.id, animUrl: stored.animation.url } : {}),
    royalties: context.royaltyBps > 0 ? [context.royaltyBps] : [],
    category: context.category,
    properties: context.properties.map(({ key, value }) => ({ key, trait_type: key, value })),
    quantity: context.quantity,
    standard: context.standard,
    chainId: context.chainId,
  })
  return metadataUrl
}

const sell: Step<MintContext> = {
  key: 'sell',
  run: async (context) => {
    const { collection, voucher, sale, standard, quantity } = context
    if (!voucher || !sale) throw new AppError('ORDER_MISMATCH')
    const terms = { collection, tokenId: voucher.tokenId, standard, quantity, ...sale }
    await signSale(await chainOf(context), terms)
  },
}

/** Listing: approve the collection, upload, mint, sign the sale. Else: upload, mint (document B §4). */
export const createItemFlow = (isListing: boolean): Flow<MintContext> => ({
  steps: isListing ? [approve, upload, mint, sell] : [upload, mint],
})
