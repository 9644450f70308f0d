import { join, resolve } from 'node:path'
import { API_PREFIX } from '@plinth/api'
import { AUCTION_EXPIRE_HOURS, DEFAULT_FEE_BPS } from '@plinth/protocol'
import type { StorageConfig } from '../content/content-store.ts'
import {
  type ChainConfig,
  DEFAULT_LIMITS,
  DEFAULT_SITE,
  defaultLoginMessage,
  type Gateways,
  type Limits,
  type MailConfig,
  SETTLER_WAIT_S,
  type ServerConfig,
  type SiteContent,
  type TrustProxy,
} from './config.ts'

/** The market's options at start; the rest has defaults. */
export type MarketOptions = {
  readonly dataDir: string
  readonly chains: readonly ChainConfig[]
  /** The first chain when left out. */
  readonly defaultChainId?: number
  readonly connectChainId?: number
  /** The site's origin, such as that of a proxy. Without it the site has its local origins. */
  readonly publicUrl?: string | undefined
  /** Further origins of the site, such as a development server. */
  readonly origins?: readonly string[]
  readonly webDir?: string | undefined
  readonly prefix?: string | undefined
  readonly site?: Partial<SiteContent>
  readonly limits?: Partial<Limits>
  readonly trustProxy?: TrustProxy
  readonly maxConnections?: number
  readonly answerCacheBytes?: number
  readonly itemIndexBytes?: number
  readonly dryRunsPerMinute?: number
  readonly mail?: MailConfig | undefined
  /** The disk when left out. */
  readonly storage?: StorageConfig
  /** From an auction's end to its expiry. */
  readonly auctionExpireHours?: number
  readonly settlerWaitS?: number
  /** Without any, foreign contents under ipfs and ar are not read. */
  readonly gateways?: Partial<Gateways>
}

export function configOf(options: MarketOptions, port: number): ServerConfig {
  const local = [`http://localhost:${port}`, `http://127.0.0.1:${port}`]
  const origins = [...new Set([...(options.publicUrl ? [new URL(options.publicUrl).origin] : local), ...(options.origins ?? [])])]
  const first = options.chains[0]
  if (!first) throw new Error('At least one chain must be configured')
  const defaultChainId = options.defaultChainId ?? first.network.chainId
  const name = options.site?.name ?? DEFAULT_SITE.name
  return {
    chains: options.chains,
    defaultChainId,
    connectChainId: options.connectChainId ?? defaultChainId,
    prefix: options.prefix ?? API_PREFIX,
    origins,
    site: { ...DEFAULT_SITE, loginMessage: defaultLoginMessage(name, origins[0] ?? ''), ...options.site },
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    sellerFeeBps: DEFAULT_FEE_BPS,
    auctionExpireHours: options.auctionExpireHours ?? AUCTION_EXPIRE_HOURS,
    settlerWaitS: options.settlerWaitS ?? SETTLER_WAIT_S,
    dataDir: resolve(options.dataDir),
    mediaDir: join(resolve(options.dataDir), 'media'),
    storage: options.storage ?? { kind: 'disk' },
    webDir: options.webDir === undefined ? undefined : resolve(options.webDir),
    trustProxy: options.trustProxy ?? 0,
    maxConnections: options.maxConnections ?? 4_096,
    answerCacheBytes: options.answerCacheBytes ?? 67_108_864,
    itemIndexBytes: options.itemIndexBytes ?? 536_870_912,
    dryRunsPerMinute: options.dryRunsPerMinute ?? 120,
    mail: options.mail,
    gateways: { ipfs: [], arweave: [], ports: [], ...options.gateways },
  }
}
