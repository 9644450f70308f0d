import { AppError, type PayToken } from '@plinth/api'
import { type Address, ORDER_TYPE, type TokenStandard } from '@plinth/protocol'
import { askSigner, type ItemRef, isApproved, isGone, isHeldBy, type MintVoucher, mintCall, prepareSale } from '@plinth/sdk'
import { api } from '../../../lib/api.ts'
import { type Chain, openChain, untilIndexed } from '../../engine/context.ts'
import type { Flow, Progress, Step } from '../../engine/engine.ts'
import { signPrepared } from '../../engine/sign-prepared.ts'
import { transact } from '../../transactions/transact.ts'
import { approveCollection } from '../money/approval.ts'
import { addSigner, takesSigner } from './collection-signer.ts'
import { type ChosenFile, isSent, sendFiles } from './item-files.ts'

export type MintContext = {
  chainId: number
  collection: Address
  collectionName: string
  standard: TokenStandard
  /** 1 of a single item. */
  quantity: bigint
  name: string
  description: string
  category: bigint
  /** Empty and half-filled rows are dropped before they come here. */
  properties: readonly { key: string; value: string }[]
  royaltyBps: number
  file: ChosenFile
  /** Beside sound and video. */
  cover: ChosenFile | undefined
  /** Undefined when the item is not put on sale; else all of it is, at this price each. */
  sale: { unitPrice: bigint; payToken: Pick<PayToken, 'address'>; validUntil: number; sellerFeeBps: bigint } | undefined
  /** Signed now, minted by its first buyer's purchase (asset type 5). */
  isMintedLater: boolean
  /** Its owner has to name the market's signer first, see `lacksSigner`. */
  lacksSigner?: boolean
  chain?: Chain
  voucher?: MintVoucher
  metadataUrl?: string
  /** Called after each result, so that a reload continues behind it. */
  save?: (context: MintContext) => void
}

const chainOf = async (context: MintContext): Promise<Chain> => {
  context.chain ??= await openChain(context.chainId)
  return context.chain
}
const approving = async (context: MintContext) => ({ ...context, chain: await chainOf(context) })

const approve: Step<MintContext> = {
  key: 'approve',
  isDone: async (context) => isApproved(await chainOf(context), context.collection),
  run: async (context, progress) => approveCollection(await approving(context), progress),
}

const signer: Step<MintContext> = {
  key: 'signer',
  isDone: async (context) => takesSigner(await approving(context)),
  run: async (context, progress) => addSigner(await approving(context), progress),
}

const upload: Step<MintContext> = {
  key: 'upload',
  // Stored at an earlier try, opening or page: not sent again.
  isDone: async ({ file, cover }) => isSent(file) && (cover === undefined || isSent(cover)),
  run: async (context, { part }) => {
    Object.assign(context, await sendFiles(context, part))
    context.save?.(context)
  },
}

const mint: Step<MintContext> = {
  key: 'mint',
  // Minted in an earlier opening of this dialog: only what comes after it is left.
  isDone: async (context) => {
    const { voucher, collection } = context
    return voucher !== undefined && holds(await chainOf(context), { collection, tokenId: voucher.tokenId })
  },
  run: async (context, progress) => {
    const chain = await chainOf(context)
    const { collection } = context
    const declared = await declare(context)
    await mintOnChain(context, chain, declared, progress)
    await untilIndexed(() => holds(chain, { collection, tokenId: declared.voucher.tokenId }))
  },
}

const holds = (chain: Chain, item: ItemRef): Promise<boolean> => isHeldBy(chain, item, chain.account)

type Declared = { voucher: MintVoucher; metadataUrl: string }

/** Its number and its text: a retry and a later page keep both. */
async function declare(context: MintContext): Promise<Declared> {
  const { collection, chainId } = context
  context.voucher ??= await askSigner(() => api.dapp.sign({ collection, chainId }))
  context.save?.(context)
  context.metadataUrl ??= await addMetadata(context, context.voucher.tokenId)
  context.save?.(context)
  return { voucher: context.voucher, metadataUrl: context.metadataUrl }
}

async function mintOnChain(context: MintContext, chain: Chain, declared: Declared, progress: Progress): Promise<void> {
  const { collection, name } = context
  const about = { act: 'mint' as const, title: name, item: { collection, tokenId: declared.voucher.tokenId.toString() } }
  await transact(chain, mintCall(chain, { ...context, ...declared }), about, progress)
}

async function addMetadata(context: MintContext, tokenId: bigint): Promise<string> {
  const { file, cover } = context
  const image = cover ?? file
  if (!isSent(image) || !isSent(file)) throw new AppError('FILE_MISSING')
  const { metadataUrl } = await api.nft.add({
    collection: context.collection,
    tokenId,
    name: context.name,
    description: context.description,
    storageId: image.id,
    imgUrl: image.url,
    ...(cover ? { animationStorageId: file.id, animUrl: file.url } : {}),
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
  // Listed by an earlier page that closed before the answer.
  isDone: async (context) => context.voucher !== undefined && isOnSale(context, context.voucher),
  run: async (context) => {
    const { collection, sale, standard, quantity, isMintedLater } = context
    if (!sale) throw new AppError('ORDER_MISMATCH')
    const { tokenId } = (await declare(context)).voucher
    const terms = { collection, tokenId, standard, quantity, isMintedBySale: isMintedLater, ...sale }
    const chain = await chainOf(context)
    await signPrepared(chain, () => prepareSale(chain, terms))
  },
}

async function isOnSale(context: MintContext, { tokenId }: MintVoucher): Promise<boolean> {
  const { collection, chainId, sale, quantity } = context
  const { account } = await chainOf(context)
  const order = await api.order.get({ collection, tokenId, chainId, owner: account, type: ORDER_TYPE.SALE }).catch(isGone)
  return order !== true && sale !== undefined && order.buying === sale.unitPrice * quantity && order.buyToken === sale.payToken.address
}

export type MintWay = 'mint' | 'sell' | 'sellUnminted'

export const wayOf = ({ sale, isMintedLater }: { sale: object | undefined; isMintedLater: boolean }): MintWay =>
  sale === undefined ? 'mint' : isMintedLater ? 'sellUnminted' : 'sell'

/** Upload, mint; before and behind them, where it is listed: approve the collection, sign the sale (document B §4). */
export const createItemFlow = (way: MintWay, isEdition: boolean, lacksSigner = false): Flow<MintContext> => ({
  steps: [...(lacksSigner ? [signer] : []), ...stepsOf(way, isEdition)],
})

function stepsOf(way: MintWay, isEdition: boolean): Step<MintContext>[] {
  if (way === 'mint') return [upload, mint]
  if (way === 'sell') return [approve, upload, mint, sell]
  // The first purchase mints all pieces; what is left of them needs the approval.
  return isEdition ? [approve, upload, sell] : [upload, sell]
}
