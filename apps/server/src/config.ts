import type { Announcement, Banner } from '@plinth/api'
import { type Address, FILE_LIMITS, type Network } from '@plinth/protocol'

/** Addresses of one chain's market. `official721` is the collection where anyone with a voucher mints. */
export type ChainContracts = {
  readonly exchange: Address
  readonly transferProxy: Address
  readonly collectionFactory: Address
  readonly collection721Implementation: Address
  readonly official721: Address
}

export type ChainConfig = {
  /** What visitors see; its `rpc` is the public one. */
  readonly network: Network
  /** The server's own endpoint; never leaves it. */
  readonly rpcUrl: string
  readonly contracts: ChainContracts
  /** First block that can hold an event of ours. */
  readonly deployBlock: number
  /** Seconds between blocks, as config.fetch tells. */
  readonly blockTimeS: number
}

/** Texts and links of the operator; what is left out has a default. */
export type SiteContent = {
  readonly name: string
  readonly url: string
  readonly twitter: string
  readonly telegram: string
  readonly email: string
  readonly youtube: string
  readonly deploy: boolean
  readonly analytics: string
  readonly tutorial: string
  readonly chat: string
  readonly contact: string
  readonly doc: string
  readonly loginMessage: string
  readonly banners: readonly Banner[]
  readonly announcements: readonly Omit<Announcement, 'id'>[]
}

/** Requests per minute, and bytes. */
export type Limits = {
  readonly requestsPerIp: number
  readonly requestsPerToken: number
  /** Calls that verify a signature, per IP. */
  readonly signaturesPerIp: number
  /** Files are heavier than forms, per IP. */
  readonly uploadsPerIp: number
  readonly bodyBytes: number
  readonly fileBytes: number
}

export type ServerConfig = {
  readonly chains: readonly ChainConfig[]
  readonly defaultChainId: number
  readonly connectChainId: number
  /** `/api` (decision 6). */
  readonly prefix: string
  /** Origins under which visitors open the site; sign-in messages must name one. The first is the canonical one. */
  readonly origins: readonly string[]
  readonly site: SiteContent
  readonly limits: Limits
  /** Platform's share of a sale in bps; the buyer fee is read from the chain. */
  readonly sellerFeeBps: bigint
  readonly auctionExpireHours: number
  readonly dataDir: string
  readonly mediaDir: string
  readonly webDir: string | undefined
  /** Whether the visitor's address is what a proxy in front says it is. */
  readonly trustProxy: boolean
}

export const DEFAULT_LIMITS: Limits = {
  requestsPerIp: 1_200,
  requestsPerToken: 600,
  signaturesPerIp: 240,
  uploadsPerIp: 120,
  bodyBytes: 262_144,
  fileBytes: FILE_LIMITS.multiple,
}

export const DEFAULT_SITE: Omit<SiteContent, 'loginMessage'> = {
  name: 'Plinth',
  url: '',
  twitter: '',
  telegram: '',
  email: '',
  youtube: '',
  deploy: true,
  analytics: '',
  tutorial: '',
  chat: '',
  contact: '',
  doc: '',
  banners: [],
  announcements: [],
}

/** Names site and domain, so that a signature for another site is of no use here (decision 16). */
export function defaultLoginMessage(name: string, origin: string): string {
  return `Sign in to ${name} at ${new URL(origin).host}. This costs nothing and sends no transaction.`
}
