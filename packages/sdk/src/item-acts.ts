import { AppError, type StoredFile } from '@plinth/api'
import { type Address, toAddress } from '@plinth/protocol'
import type { Hex } from 'viem'
import { allowSteps, approveStep, transaction } from './act-steps.ts'
import { boxDue, boxMoney } from './box-calls.ts'
import { findOpening, type OpeningTerms, openBoxCall } from './boxes.ts'
import { type CollectionTerms, createCollectionCall, type MintTerms, mintCall } from './create.ts'
import { burnCall, type HeldItem, isHeldBy, isMoved, requireWallet, transferCall } from './items.ts'
import { type Market, marketAt } from './market.ts'
import type { Act, ActStep } from './requests.ts'
import { askSigner } from './signing.ts'

/** Gives items away. */
export const transfer = (market: Market, item: HeldItem, to: Address): Act => [
  {
    key: 'transfer',
    prepare: async () => {
      await requireWallet(market, to)
      return transaction(transferCall(market, item, to))
    },
    isIndexed: isMoved(market, item),
  },
]

/** Destroys items, for good. */
export const burn = (market: Market, item: HeldItem): Act => [
  { key: 'burn', prepare: async () => transaction(burnCall(market, item)), isIndexed: isMoved(market, item) },
]

/** Opens boxes: the allowance or the approval of tickets, one transaction that pays, then the draw. `now` in unix seconds. */
export function openBoxes(market: Market, terms: OpeningTerms, now: () => number): Act {
  const { box, boxes } = terms
  const own = marketAt(market, box.contract)
  const money = boxMoney(box)
  const spending = { token: box.payTokenAddress, payment: boxDue(box, boxes), isUnlimited: false }
  const before = { coin: [], token: allowSteps(own, async () => spending), ticket: [approveStep(own, box.payTokenAddress)] }[money]
  const open: ActStep = {
    key: 'open',
    prepare: async () => transaction(await openBoxCall(own, terms)),
    isIndexed: async (hash) => (await findOpening(own, box, hash, now())) !== undefined,
  }
  return [...before, open]
}

type NewFile = Blob & { name?: string }

/** Uploads a file once; `stored` throws FILE_MISSING before that. */
function uploadStep({ api }: Market, file: NewFile): { step: ActStep; stored: () => StoredFile } {
  let stored: StoredFile | undefined
  const submit = async () => {
    stored = await api.storage.upload({}, { files: [file] })
  }
  return {
    step: { key: 'upload', prepare: async () => (stored ? undefined : { kind: 'server', submit }) },
    stored: () => {
      if (!stored) throw new AppError('FILE_MISSING')
      return stored
    },
  }
}

export type NewItemTerms = Omit<MintTerms, 'voucher' | 'metadataUrl'> & {
  file: NewFile
  name: string
  description: string
  category: bigint
  properties: Readonly<Record<string, string>>
}

/** Makes an item: uploads its file, has the server allot its number, and mints it. `minted` receives the number. */
export function mint(market: Market, terms: NewItemTerms, minted?: (tokenId: bigint) => void): Act {
  const { api, chainId, account } = market
  const { collection, standard, quantity, royaltyBps, name, description, category, properties } = terms
  const { step, stored } = uploadStep(market, terms.file)
  let declared: Pick<MintTerms, 'voucher' | 'metadataUrl'> | undefined
  const declare = async () => {
    const voucher = await askSigner(() => api.dapp.sign({ collection, chainId }))
    const { metadataUrl } = await api.nft.add({
      collection,
      tokenId: voucher.tokenId,
      name,
      description,
      storageId: stored().id,
      imgUrl: stored().url,
      royalties: royaltyBps > 0 ? [royaltyBps] : [],
      category,
      properties: Object.entries(properties).map(([key, value]) => ({ key, trait_type: key, value })),
      quantity,
      standard,
      chainId,
    })
    minted?.(voucher.tokenId)
    return { voucher, metadataUrl }
  }
  const onChain: ActStep = {
    key: 'mint',
    prepare: async () => {
      declared ??= await declare()
      return transaction(mintCall(market, { collection, standard, quantity, royaltyBps, ...declared }))
    },
    isIndexed: async () => declared !== undefined && isHeldBy(market, { collection, tokenId: declared.voucher.tokenId }, account),
  }
  return [step, onChain]
}

export type NewCollectionTerms = Omit<CollectionTerms, 'metadataUrl'> & {
  cover: NewFile
  description: string
  /** The maker's own page, https only; none where absent. */
  externalUrl?: string
}

/** Creates a collection of one's own. `created` receives its address before it is sent. */
export function createCollection(market: Market, terms: NewCollectionTerms, created?: (address: Address) => void): Act {
  const { api, chainId, account, config, simulate } = market
  const { name, symbol, description, externalUrl, standard } = terms
  const { step, stored } = uploadStep(market, terms.cover)
  let address: Address | undefined
  let metadataUrl: string | undefined
  const announce = async (): Promise<string> => {
    const record = { name, symbol, description, externalUrl, storageId: stored().id, cover: stored().url, signer: config.miner }
    return (await api.contract.create({ ...record, standard, owner: account, chainId })).metadataUrl
  }
  const prepare = async () => {
    metadataUrl ??= await announce()
    const call = createCollectionCall(market, { ...terms, metadataUrl })
    address = toAddress(await simulate<Hex>(call))
    created?.(address)
    return call
  }
  const isThere = async () => {
    const list = await api.user.listcontract({ address: account, chainId })
    return list.some((one) => one.isConfirmed && one.address === address)
  }
  return [step, { key: 'create', prepare: async () => transaction(await prepare()), isIndexed: isThere }]
}
