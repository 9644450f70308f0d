import { AppError, type StoredFile } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { COLLECTION_ABI } from '@plinth/sdk'
import { api } from '../../../lib/api.ts'
import { uploading } from '../../../lib/upload.ts'
import { openChain, untilIndexed } from '../../engine/context.ts'
import type { Flow } from '../../engine/engine.ts'
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
  sentCover?: StoredFile
  sentBanner?: StoredFile
  metadataUrl?: string
}

/** What a collection says of itself (ERC-7572): stored first, then its address is written into the contract. */
export const describeCollectionFlow: Flow<DescribeContext> = {
  steps: [
    {
      key: 'store',
      run: async (context, { part }) => {
        const { chainId, collection, description, externalUrl, cover, banner } = context
        if (cover) context.sentCover ??= await api.storage.upload({}, uploading([cover], part))
        if (banner instanceof File) context.sentBanner ??= await api.storage.upload({}, uploading([banner], part))
        const pictures = { cover: context.sentCover?.id, banner: banner === 'none' ? 0n : context.sentBanner?.id }
        const { metadataUrl } = await api.contract.describe({ collection, chainId, description, externalUrl, ...pictures })
        context.metadataUrl = metadataUrl
      },
    },
    {
      key: 'publish',
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
