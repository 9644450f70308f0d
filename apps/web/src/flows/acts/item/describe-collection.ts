import { AppError, type StoredFile } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { COLLECTION_ABI } from '@plinth/sdk'
import { api } from '../../../lib/api.ts'
import { uploading } from '../../../lib/upload.ts'
import { openChain, untilIndexed } from '../../engine/context.ts'
import type { Flow, Progress, Step } from '../../engine/engine.ts'
import { transact } from '../../transactions/transact.ts'

export type DescribeContext = {
  chainId: number
  collection: Address
  name: string
  description: string
  externalUrl: string
  /** Newly chosen fields; the others stay as they are. */
  cover: File | undefined
  banner: File | 'none' | undefined
  /** Of the market alone, where it changed. */
  category?: bigint | undefined
  links?: readonly string[] | undefined
  /** Nothing of what the contract says has changed. */
  isTextKept?: boolean
  sentCover?: StoredFile
  sentBanner?: StoredFile
  metadataUrl?: string
}

/** Uploads newly chosen pictures once, however often the step is tried. */
async function pictures(context: DescribeContext, { part }: Progress) {
  const { cover, banner } = context
  if (cover) context.sentCover ??= await api.storage.upload({}, uploading([cover], part))
  if (banner instanceof File) context.sentBanner ??= await api.storage.upload({}, uploading([banner], part))
  return { cover: context.sentCover?.id, banner: banner === 'none' ? 0n : context.sentBanner?.id }
}

const save: Step<DescribeContext> = {
  key: 'save',
  isDone: async ({ category, links }) => category === undefined && links === undefined,
  run: async ({ chainId, collection, category, links }) => {
    await api.contract.edit({ collection, chainId, category, ...(links && { links: [...links] }) })
  },
}

const isTextKept = async ({ isTextKept = false }: DescribeContext) => isTextKept

/**
 * What a collection says of itself (ERC-7572): category and links are stored here; the text is stored first, then its address is
 * written into the contract.
 */
export const describeCollectionFlow: Flow<DescribeContext> = {
  steps: [
    save,
    {
      key: 'store',
      isDone: isTextKept,
      run: async (context, progress) => {
        const { chainId, collection, description, externalUrl } = context
        const { metadataUrl } = await api.contract.describe({
          collection,
          chainId,
          description,
          externalUrl,
          ...(await pictures(context, progress)),
        })
        context.metadataUrl = metadataUrl
      },
    },
    {
      key: 'publish',
      isDone: isTextKept,
      run: async ({ chainId, collection, name, metadataUrl }, progress) => {
        if (metadataUrl === undefined) throw new AppError('FILE_MISSING')
        const chain = await openChain(chainId)
        const call = { address: collection, abi: COLLECTION_ABI, functionName: 'setContractURI', args: [metadataUrl] }
        await transact(chain, call, { act: 'describeCollection', title: name, item: undefined, subject: collection }, progress)
        await untilIndexed(async () => {
          const info = await api.contract.info({ collection, chainId })
          return 'metadataUrl' in info && info.metadataUrl === metadataUrl
        })
      },
    },
  ],
}

/** The same of an imported collection, whose contract may have no place for it: all of it is stored here. */
export const editImportedFlow: Flow<DescribeContext> = {
  steps: [
    {
      key: 'save',
      run: async (context, progress) => {
        const { chainId, collection, description, category, links } = context
        await api.contract.edit({
          collection,
          chainId,
          description,
          category,
          ...(links && { links: [...links] }),
          ...(await pictures(context, progress)),
        })
      },
    },
  ],
}
