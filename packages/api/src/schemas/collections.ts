import { z } from 'zod'
import { record, type Schema } from './record.ts'
import { address, big, count, flag, int, seconds } from './wire.ts'

/** A collection in the short form shown with its items. */
export interface CollectionBrief extends z.output<typeof collectionBrief> {}
const collectionBrief = record({
  address: ['address', address],
  name: ['name', z.string()],
  symbol: ['symbol', z.string()],
  cover: ['cover', z.string()],
})
export const CollectionBrief: Schema<CollectionBrief> = collectionBrief

/** Whether the metadata of its items can change: by its owner, never, or not known (an external contract). */
export const MetadataState = z.enum(['changeable', 'frozen', 'unknown'])
export type MetadataState = z.output<typeof MetadataState>

/** Document A §3 Contract. `standard` 3 = ERC721, 2 = ERC1155; until the chain confirms it the address is empty. */
export interface Collection extends z.output<typeof collectionFields> {}
const collectionFields = record({
  id: ['id', big],
  chainId: ['chainId', int],
  address: ['address', z.union([address, z.literal('')])],
  name: ['name', z.string()],
  symbol: ['symbol', z.string()],
  standard: ['type', count],
  cover: ['cover', z.string()],
  bannerUrl: ['bannerUrl', z.string()],
  description: ['description', z.string()],
  owner: ['owner', address],
  isOfficial: ['isAdmin', flag],
  isVerified: ['verify', flag],
  isConfirmed: ['isSync', flag],
  signer: ['signer', address],
  storageId: ['storageId', z.string()],
  shortUrl: ['shortUrl', z.string()],
  /** From its ERC-7572 metadata: its maker's external page, and the contractURI of the text shown, "" while there is none. */
  externalUrl: ['externalUrl', z.string()],
  metadataUrl: ['metadataUrl', z.string()],
  metadataState: ['metadataState', MetadataState],
  /** Whether its code was compared with the market's own, whose source is published. */
  codeMatches: ['codeMatches', flag],
  /** 0 while it has none. */
  categoryId: ['categoryId', big],
  /** Pages that its owner names, beside the external one. */
  links: ['links', z.array(z.string())],
  createdAt: ['createTime', seconds],
  updatedAt: ['updateTime', seconds],
})
export const Collection: Schema<Collection> = collectionFields

/** Unit price of one of the cheapest items on sale, in base units of the pay token. */
export interface FloorPrice extends z.output<typeof floorPrice> {}
const floorPrice = record({ payToken: ['paytoken', address], unitPrice: ['price', big] })
export const FloorPrice: Schema<FloorPrice> = floorPrice

export interface CollectionStat extends z.output<typeof collectionStat> {}
const collectionStat = record({ onSale: ['saleCount', count], items: ['collectionCount', count] })
export const CollectionStat: Schema<CollectionStat> = collectionStat
