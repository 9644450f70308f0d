import { AppError, type Collection, type StoredFile } from '@plinth/api'
import { type Address, type TokenStandard, toAddress } from '@plinth/protocol'
import { createCollectionCall } from '@plinth/sdk'
import { bytesToHex } from 'viem'
import { api } from '../../../lib/api.ts'
import { uploading } from '../../../lib/upload.ts'
import { type Chain, openChain, untilIndexed } from '../../engine/context.ts'
import type { Flow } from '../../engine/engine.ts'
import { transact } from '../../transactions/transact.ts'
import { findSame } from '../../transactions/transactions.ts'
import { type ChosenFile, isSent } from './item-files.ts'

export type CollectionContext = {
  chainId: number
  /** What its items will be: single ones or editions. */
  standard: TokenStandard
  file: ChosenFile
  name: string
  symbol: string
  description: string
  /** The creator's own page; "" for none. */
  externalUrl: string
  /** Bound to the sender by the factory: with the same, a retry gives the same address. */
  salt: `0x${string}`
  cover?: StoredFile
  chain?: Chain
  /** The address of its stored text, from `contract.create`. The deployment names it. */
  metadataUrl?: string
  /** Where the factory puts it. */
  address?: Address
  collection?: Collection
  /** Called with what a later page needs. */
  keep?: (context: CollectionContext) => void
}

export const newSalt = (): `0x${string}` => bytesToHex(crypto.getRandomValues(new Uint8Array(32)))

/** Identifies its transaction in the list of transactions. */
export const creationOf = (salt: `0x${string}`, title: string) =>
  ({ act: 'createCollection', title, item: undefined, subject: salt }) as const

/** Upload the cover, store its text, then create on chain; done when the chain has confirmed it (document B §4, decision 37). */
export const createCollectionFlow: Flow<CollectionContext> = {
  steps: [
    {
      key: 'upload',
      run: async (context, { part }) => {
        const { file } = context
        context.cover ??= isSent(file) ? file : await api.storage.upload({}, uploading([file], part))
        context.keep?.(context)
      },
    },
    { key: 'create', run: async (context, progress) => create(context, progress) },
  ],
}

const create: Flow<CollectionContext>['steps'][number]['run'] = async (context, progress) => {
  context.chain ??= await openChain(context.chainId)
  const { chain, cover, name, salt } = context
  if (!cover) throw new AppError('FILE_MISSING')
  const { account, chainId, wallet } = chain
  const isThere = async () => {
    const list = await api.user.listcontract({ address: account, chainId })
    context.collection = list.find(({ address, isConfirmed }) => isConfirmed && address === context.address)
    return context.collection !== undefined
  }
  // Created for an earlier page, which closed before it knew.
  if (context.address !== undefined && progress.resume === undefined && (await isThere())) return
  const about = creationOf(salt, name)
  const isOut = findSame({ ...about, chainId, account }) !== undefined
  const isNew = progress.resume === undefined && !isOut
  if (isNew) context.metadataUrl ??= await announce(context, chain, cover)
  context.keep?.(context)
  const call = createCollectionCall(chain, context)
  if (isNew) context.address = toAddress(await wallet.dryRun<string>(call))
  context.keep?.(context)
  await transact(chain, call, about, progress)
  await untilIndexed(isThere)
}

/** Before its deployment, which names the address of the text. */
async function announce(context: CollectionContext, { account, chainId, config }: Chain, cover: StoredFile): Promise<string> {
  const { name, symbol, description, externalUrl, standard } = context
  const said = {
    name,
    symbol,
    description,
    storageId: cover.id,
    cover: cover.url,
    signer: config.miner,
    ...(externalUrl && { externalUrl }),
  }
  return (await api.contract.create({ ...said, standard, owner: account, chainId })).metadataUrl
}
