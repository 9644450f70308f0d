import type { Announcement, Banner, ReportTexts } from '@plinth/api'
import { type Address, FILE_LIMITS, type Network, type PairCurrency } from '@plinth/protocol'
import type { RpcLimits } from '../chain/endpoint.ts'
import type { StorageConfig } from '../content/content-store.ts'

/** Addresses of one chain's market. The official collections are those where anyone with a voucher mints. */
export type ChainContracts = {
  readonly exchange: Address
  readonly auctionExchange: Address
  readonly blindBox: Address
  /** Missing in sets that were deployed before it. */
  readonly manyTransfers?: Address | undefined
  readonly transferProxy: Address
  readonly collectionFactory: Address
  readonly collection721Implementation: Address
  readonly collection1155Implementation: Address
  readonly official721: Address
  readonly official1155: Address
  /** Items that blind boxes mint. */
  readonly prizeCollection: Address
  /** Former sets of contracts, oldest first: orders and series there run out, and nothing new begins. */
  readonly former?: readonly FormerContracts[] | undefined
}

/** Contracts of a former edition, from which the market still reads, settles and refunds. */
export type FormerContracts = Omit<ChainContracts, 'former'> & { readonly edition: number; readonly deployBlock: number }

/** An ERC20 for payments. The default one is first in forms; without one the coin is. */
export type PayTokenConfig = {
  readonly address: Address
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly isDefault: boolean
}

/**
 * A price feed with Chainlink's `AggregatorV3Interface`, in US dollars: of the coin (the zero address) and its wrapped form, of a
 * token, or of a currency. Its answer counts for `heartbeatS` seconds.
 */
export type FeedConfig = { readonly address: Address; readonly heartbeatS: number } & (
  | { readonly token: Address }
  | { readonly currency: PairCurrency }
)

/** The uptime feed of a rollup's sequencer: while it is down, and `graceS` after, no feed of the chain counts. */
export type SequencerFeedConfig = { readonly address: Address; readonly graceS: number }

/** Sellers for the platform itself in a collection: their buyers pay no fee (decision 26). */
export type OfficialSender = { readonly collection: Address; readonly sender: Address }

export type ChainConfig = {
  /** The network as visitors see it; its `rpc` is the public one. */
  readonly network: Network
  /** The server's own endpoints, the preferred one first; they may hold keys and never leave it. */
  readonly rpcUrls: readonly string[]
  /** A WebSocket endpoint that tells of new heads; it may hold a key, too. */
  readonly wsUrl?: string | undefined
  readonly rpcLimits?: Partial<RpcLimits>
  readonly contracts: ChainContracts
  /** Besides the chain's own coin, which is always available. */
  readonly payTokens: readonly PayTokenConfig[]
  readonly feeds?: readonly FeedConfig[] | undefined
  readonly sequencerFeed?: SequencerFeedConfig | undefined
  readonly officialSenders?: readonly OfficialSender[]
  /** How deep a reorganisation may be before the chain is stopped; 256 without it. */
  readonly reorgWindow?: number
  /** How far ahead of our clock a block's time may be, in seconds; without it FUTURE_S. A local chain's clock is set by hand. */
  readonly maxFutureS?: number
  /** Whether old blocks are read without checking every header: faster, but logs that the node leaves out are not noticed. */
  readonly trustsRanges?: boolean
  /** First block that can hold an event of ours. */
  readonly deployBlock: number
  /** Seconds between blocks, as in config.fetch. */
  readonly blockTimeS: number
  /** No series is registered: a draw would outlive the block hash that decides it. */
  readonly hasNoBoxes?: boolean
}

/** Network settings that the operator may change at run time; its contracts and its id are fixed. */
export const NETWORK_SETTINGS = ['name', 'rpc', 'explorer', 'opensea', 'logo', 'nodes'] as const
export type NetworkSetting = (typeof NETWORK_SETTINGS)[number]
/** `nodes` are the server's own endpoints, the preferred one first. */
export type NetworkChanges = Partial<Record<Exclude<NetworkSetting, 'nodes'>, string>> & { readonly nodes?: readonly string[] }

/** Texts and links of the operator; omitted ones have a default. */
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
  /** Id of the operator's WalletConnect project; empty where wallets on phones are not offered. */
  readonly walletConnectProjectId: string
  /** Replaces the texts of the report dialog; empty for the defaults. */
  readonly report: ReportTexts
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
  /** Uploads, which cost more than forms, per IP. */
  readonly uploadsPerIp: number
  /** Calls that guess at a password or a code, or send mail, per IP. */
  readonly mailLoginsPerIp: number
  /** Captchas, per IP. */
  readonly picturesPerIp: number
  /** Searches by words, which cost what they find, per IP. */
  readonly searchesPerIp: number
  /** Repeated reads of metadata on request, per IP. */
  readonly refreshesPerIp: number
  /** Event streams open at the same time. */
  readonly streamsPerIp: number
  readonly streamsPerToken: number
  /** Connections open at the same time, of an address that is no trusted proxy. */
  readonly connectionsPerIp: number
  /** Pictures, sound and film, per IP. */
  readonly mediaPerIp: number
  readonly bodyBytes: number
  readonly fileBytes: number
  /** What one account may store within a day. */
  readonly uploadBytesPerDay: number
  /** Works and collections that one account may prepare within a day: each is a text or a row of ours before it is on chain. */
  readonly draftsPerDay: number
}

/**
 * Proxies trusted for the visitor's address: so many in front (0: none), or those that connect from these addresses and networks
 * (CIDR).
 */
export type TrustProxy = number | readonly string[]

export type Gateways = {
  /** Bases such as `https://ipfs.io`, the best first. The operator chose them, so they may be in the operator's own network. */
  readonly ipfs: readonly string[]
  readonly arweave: readonly string[]
  /** Ports besides 80 and 443 that a token's URL may use. */
  readonly ports: readonly number[]
}

/** A mail server, or a folder into which letters are written as files. */
export type MailConfig = { readonly from: string } & ({ readonly smtpUrl: string } | { readonly folder: string })

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
  /** Seconds after the end in which owner and winner may settle an auction before the settler does. */
  readonly settlerWaitS: number
  readonly dataDir: string
  readonly mediaDir: string
  /** Store of the contents; smaller copies and incoming files are always in `mediaDir`. */
  readonly storage: StorageConfig
  readonly webDir: string | undefined
  readonly trustProxy: TrustProxy
  /** Gateways for the texts and pictures that foreign tokens name. */
  readonly gateways: Gateways
  /** How mail is sent; without it no account can sign in by e-mail. */
  readonly mail: MailConfig | undefined
  /** Open connections of all visitors together; more are closed at once. */
  readonly maxConnections: number
  /** Memory for answers that all visitors share; none keeps none. */
  readonly answerCacheBytes: number
  /** Memory for what filters and sorts know of all items; a market that needs more is read from the database for each question. */
  readonly itemIndexBytes: number
  /** Calls of a chain's nodes within a minute, at most, for dry runs of listings; without any there are no floors. */
  readonly dryRunsPerMinute: number
}

/** Owner and winner have so long to settle an auction before the market pays for it. */
export const SETTLER_WAIT_S = 900

export const DEFAULT_LIMITS: Limits = {
  requestsPerIp: 1_200,
  requestsPerToken: 600,
  signaturesPerIp: 240,
  uploadsPerIp: 120,
  mailLoginsPerIp: 30,
  picturesPerIp: 60,
  searchesPerIp: 60,
  refreshesPerIp: 30,
  streamsPerIp: 100,
  streamsPerToken: 10,
  connectionsPerIp: 512,
  mediaPerIp: 6_000,
  bodyBytes: 262_144,
  fileBytes: FILE_LIMITS.multiple,
  uploadBytesPerDay: 2_147_483_648,
  draftsPerDay: 1_000,
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
  tutorial: '/doc',
  chat: '',
  contact: '',
  // Of the web app's own files; see docs/guide.html.
  doc: '/guide.pdf',
  walletConnectProjectId: '',
  report: { title: { en: '', zh: '' }, text: { en: '', zh: '' } },
  banners: [],
  announcements: [],
}

/** Names site and domain, so that a signature for another site is not valid here (decision 16). */
export function defaultLoginMessage(name: string, origin: string): string {
  return `Sign in to ${name} at ${new URL(origin).host}. This costs nothing and sends no transaction.`
}
