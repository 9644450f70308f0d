import { z } from 'zod'
import { LANGUAGE_CODES, type Language, type Texts } from '../languages.ts'
import { record, type Schema } from './record.ts'
import { address, big, count, flag, int, seconds } from './wire.ts'

/** A coin or token for payments (document A §3). The zero address is the chain's coin. */
export interface PayToken extends z.output<typeof payToken> {}
const payToken = record({
  id: ['id', big],
  chainId: ['chainId', int],
  address: ['address', address],
  name: ['name', z.string()],
  symbol: ['symbol', z.string()],
  decimals: ['decimals', count],
  avatar: ['avatar', z.string()],
  isDefault: ['isDefault', flag],
  tokenId: ['tokenId', big],
  type: ['type', count],
  rate: ['rate', z.string()],
  isErc20: ['erc20', flag],
})
export const PayToken: Schema<PayToken> = payToken

const localised = z.object({ en: z.string(), zh: z.string() } satisfies Record<Language, z.ZodString>)

export type Category = { id: bigint; name: string; title?: Texts | undefined; children: Category[] }
export type WireCategory = { id: string | number; name: string; title?: Texts | undefined; children: WireCategory[] }

/** `title` where the operator set one, else `name` is translated by the key `category.{name}`; children nest to any depth. */
export const Category: z.ZodType<Category, WireCategory> = z.object({
  id: big,
  name: z.string(),
  title: localised.optional(),
  get children() {
    return z.array(Category)
  },
})

export interface Announcement extends z.output<typeof announcement> {}
const announcement = record({
  id: ['id', big],
  lang: ['lang', z.enum(LANGUAGE_CODES)],
  title: [['tittle', 'title'], z.string()],
  content: ['content', z.string()],
  createdAt: ['createTime', seconds],
})
export const Announcement: Schema<Announcement> = announcement

const NetworkRecord = z.object({
  chainId: int,
  name: z.string(),
  symbol: z.string(),
  rpc: z.string(),
  explorer: z.string(),
  logo: z.string(),
  isDev: flag,
  opensea: z.string(),
})

export const Banner = z.object({
  chainId: int,
  address: z.string(),
  tokenId: z.string(),
  image: z.string(),
  title: localised,
  text: localised,
})
export type Banner = z.output<typeof Banner>

/** The operator's texts for the report dialog; empty where the dialog shows its defaults (WIDG-02). */
export const ReportTexts = z.object({ title: localised, text: localised })
export type ReportTexts = z.output<typeof ReportTexts>

const Site = z.object({
  name: z.string(),
  url: z.string(),
  twitter: z.string(),
  telegram: z.string(),
  email: z.string(),
  youtube: z.string(),
  deploy: flag,
  analytics: z.string(),
  tutorial: z.string(),
  chat: z.string(),
  contact: z.string(),
  doc: z.string(),
  walletConnectProjectId: z.string(),
  report: ReportTexts,
  banners: z.array(Banner),
})

/** Recent gas prices of transactions, in wei (wire 6.3). */
export interface GasPrices extends z.output<typeof gasPrices> {}
const gasPrices = record({ low: ['low', big], medium: ['medium', big], high: ['high', big], lastBlock: ['lastBlock', big] })
export const GasPrices: Schema<GasPrices> = gasPrices

/** Contracts of a former edition, which its auctions and boxes still use. */
const FormerContracts = record({
  edition: ['edition', count],
  transferProxy: ['transferProxyAddress', address],
  exchange: ['nftExchangeAddress', address],
  auctionExchange: ['auctionExchangeAddress', address],
  blindBox: ['blindBoxAddress', address],
})

/** config.fetch: the documented fields (wire 7.1) and decision 2's. Fees are bps as decimal strings. */
/** Acts of the demo, while it is still being hung in an open market. */
const Hanging = z.object({ done: count, total: count, failed: count })
export type Hanging = z.output<typeof Hanging>

export const Config = z.object({
  network: z.object({ ...NetworkRecord.shape, network: z.string(), blockTime: count }),
  /** `buyerFee`: bps that a buyer pays on top of a listing's price; absent for 0 */
  networks: z.array(z.object({ ...NetworkRecord.shape, buyerFee: count.optional() })),
  contract: record({
    transferProxy: [['transferProxyAddress', 'erc20TransferProxyAddress'], address],
    exchange: ['nftExchangeAddress', address],
    auctionExchange: ['auctionExchangeAddress', z.string()],
    blindBox: ['blindBoxAddress', z.string()],
    factory721: ['factory721Address', address],
    factory1155: ['factory1155Address', address],
    official721: ['official721Address', address],
    official1155: ['official1155Address', address],
    /** Sends many items at once; a set that was deployed before it has none. */
    manyTransfers: ['manyTransfersAddress', address.optional()],
    /** Former editions of the market's contracts: their auctions and boxes finish on them. */
    former: ['former', z.array(FormerContracts)],
  }),
  sellerFee: big,
  buyerFee: big,
  miner: address,
  ipfsUrl: z.string(),
  cdnUrl: z.string(),
  loginMessage: z.string(),
  website: z.string(),
  auctionExpireTime: z.string(),
  connectChainId: int,
  defaultChainId: int,
  now: seconds,
  /** Whether this market offers sign-in by e-mail. */
  mailLogin: flag,
  hanging: Hanging.optional(),
  site: Site,
})
export type Config = z.output<typeof Config>
