import { type Address, CURRENCIES, coinFaceOf, isLocalChain, PRODUCTION_NETWORKS, toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import { z } from 'zod'
import { editionsOf } from '../chain/editions.ts'
import type { ChainConfig, FeedConfig, NetworkChanges, NetworkSetting } from '../config/config.ts'
import { readJson } from './files.ts'
import type { Problems } from './problems.ts'

const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, 'must be an address, 0x and 40 hex digits')
  .transform((text): Address => toAddress(text))
  .refine((value) => value !== ZERO_ADDRESS, 'can’t be the zero address')

/** Never quoted in a message: an endpoint often contains a key. */
const endpoint = z.string().refine((text) => hasProtocol(text, 'https:', 'http:'), 'must be a URL that begins with http:// or https://')
const socket = z.string().refine((text) => hasProtocol(text, 'wss:', 'ws:'), 'must be a URL that begins with wss:// or ws://')
const link = z.union([z.literal(''), endpoint])

const PayToken = z.strictObject({
  address,
  name: z.string().min(1).max(50),
  symbol: z.string().min(1).max(20),
  decimals: z.int().min(0).max(36),
  isDefault: z.boolean().default(false),
})

const PAIRS = CURRENCIES.filter((currency) => currency !== 'USD')

/** Without `token` and `currency` it is the coin's. */
const Feed = z
  .strictObject({
    address,
    heartbeat: z.int().min(60, 'must be a whole number of seconds from 60'),
    token: address.optional(),
    currency: z.enum(PAIRS, `must be one of ${PAIRS.join(', ')}`).optional(),
  })
  .refine(({ token, currency }) => !token || !currency, 'is of a token or of a currency, not of both')
  .transform(({ address: at, heartbeat: heartbeatS, token = ZERO_ADDRESS, currency }): FeedConfig => {
    return currency ? { address: at, heartbeatS, currency } : { address: at, heartbeatS, token }
  })
const SequencerFeed = z
  .strictObject({ address, grace: z.int().nonnegative().default(3_600) })
  .transform(({ address: at, grace: graceS }) => ({ address: at, graceS }))

const CONTRACTS = {
  exchange: address,
  auctionExchange: address,
  blindBox: address,
  manyTransfers: address.optional(),
  transferProxy: address,
  collectionFactory: address,
  collection721Implementation: address,
  collection1155Implementation: address,
  official721: address,
  official1155: address,
  prizeCollection: address,
}

/** `npm run deploy` prints it for a market that moves to a new edition. */
const Former = z.strictObject({ edition: z.int().positive(), ...CONTRACTS, deployBlock: z.int().nonnegative() })

const Entry = z.strictObject({
  chainId: z.int().positive(),
  name: z.string().min(1).max(50),
  symbol: z.string().min(1).max(20),
  rpcUrls: z.array(endpoint).min(1, 'needs at least one URL'),
  wsUrl: socket.optional(),
  rpc: link.default(''),
  explorer: link.default('').transform((url) => url.replace(/\/+$/, '')),
  logo: z.string().regex(/^\//, 'must be a path under the site, such as /networks/ethereum.svg').default('/networks/ethereum.svg'),
  isDev: z.boolean().default(false),
  opensea: link.default('').transform((url) => url.replace(/\/+$/, '')),
  contracts: z.strictObject({ ...CONTRACTS, former: z.array(Former).optional() }),
  deployBlock: z.int().nonnegative(),
  blockTime: z.number().positive(),
  boxes: z.boolean().default(true),
  payTokens: z.array(PayToken).default([]),
  feeds: z.array(Feed).optional(),
  sequencerFeed: SequencerFeed.optional(),
  officialSenders: z.array(z.strictObject({ collection: address, sender: address })).optional(),
  reorgWindow: z.int().min(16, 'must be a whole number from 16').optional(),
  trustsRanges: z.boolean().optional(),
})

/** The value of PLINTH_CHAINS: a list of chains, or the file that holds it. Values of the shipped networks may be left out. */
export function readChains(problems: Problems, value: string): ChainConfig[] {
  const json = readJson(problems, 'PLINTH_CHAINS', value)
  if (json === undefined) return []
  const list = problems.parse('PLINTH_CHAINS', z.array(z.looseObject({})).min(1, 'needs at least one chain'), json) ?? []
  const chains = list.flatMap((entry, index) => {
    return readChain(problems, `PLINTH_CHAINS[${index}]`, entry) ?? []
  })
  refuseContradictions(problems, chains)
  return chains
}

/** One entry of that list, as `npm run deploy` prints it. */
export function readChain(problems: Problems, where: string, entry: Readonly<Record<string, unknown>>): ChainConfig | undefined {
  const parsed = problems.parse(where, Entry, { ...shipped(entry.chainId), ...entry })
  if (parsed?.payTokens.some((token) => token.address === coinFaceOf(parsed.chainId)))
    problems.add(`${where} names the coin of chain ${parsed.chainId} itself as a pay token: take its wrapped coin instead.`)
  return parsed && configOf(parsed)
}

/** A single setting of such an entry in text form: nodes are separated by commas. */
export function readNetworkSetting(problems: Problems, setting: NetworkSetting, text: string): NetworkChanges | undefined {
  if (setting === 'nodes') {
    const urls = text.split(',').flatMap((url) => url.trim() || [])
    const nodes = problems.parse('nodes', Entry.shape.rpcUrls, urls)
    return nodes && { nodes }
  }
  // An empty value has a default in an entry, and is deleted here.
  const value = problems.parse<string>(setting, Entry.shape[setting], text)
  return value === undefined ? undefined : { [setting]: value }
}

function shipped(chainId: unknown): object {
  const network = PRODUCTION_NETWORKS.find((known) => known.chainId === chainId)
  return network ?? {}
}

function configOf(entry: z.output<typeof Entry>): ChainConfig {
  const { chainId, name, symbol, rpc, explorer, logo, isDev, opensea, blockTime, boxes, ...rest } = entry
  return { network: { chainId, name, symbol, rpc, explorer, logo, isDev, opensea }, blockTimeS: blockTime, hasNoBoxes: !boxes, ...rest }
}

function refuseContradictions(problems: Problems, chains: readonly ChainConfig[]): void {
  for (const { network, payTokens, contracts, feeds = [] } of chains) {
    const { chainId } = network
    const addresses = editionsOf(contracts).flatMap(({ exchange, auctionExchange, blindBox, manyTransfers, transferProxy }) => {
      const present = [exchange, auctionExchange, blindBox, transferProxy]
      return manyTransfers ? [...present, manyTransfers] : present
    })
    if (new Set(addresses).size < addresses.length)
      problems.add(`PLINTH_CHAINS names a contract of chain ${chainId} twice: a former edition has other addresses than the present one.`)
    if (chains.filter((chain) => chain.network.chainId === chainId).length > 1)
      problems.add(`PLINTH_CHAINS names chain ${chainId} more than once.`)
    if (payTokens.filter((token) => token.isDefault).length > 1)
      problems.add(`PLINTH_CHAINS gives chain ${chainId} more than one default pay token.`)
    if (new Set(payTokens.map((token) => token.address)).size < payTokens.length)
      problems.add(`PLINTH_CHAINS names a pay token of chain ${chainId} twice.`)
    if (new Set(feeds.map((feed) => ('token' in feed ? feed.token : feed.currency))).size < feeds.length)
      problems.add(`PLINTH_CHAINS names two feeds of chain ${chainId} for the same money.`)
  }
}

/** An https page may not call an http endpoint, except one on the visitor's own machine. */
export function refuseMixedContent(problems: Problems, chains: readonly ChainConfig[], publicUrl: string): void {
  for (const { network } of chains)
    if (isMixedContent(network.rpc, publicUrl))
      problems.add(`PLINTH_CHAINS: the public rpc of chain ${network.chainId} must be https, because PUBLIC_URL is.`)
}

export function isMixedContent(rpc: string, publicUrl: string): boolean {
  if (!publicUrl.startsWith('https:') || !rpc.startsWith('http:')) return false
  return !/^(localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(rpc).hostname)
}

export function areLocal(chains: readonly ChainConfig[]): boolean {
  return chains.length > 0 && chains.every(({ network }) => isLocalChain(network.chainId))
}

function hasProtocol(text: string, ...protocols: readonly string[]): boolean {
  const url = URL.parse(text)
  return url !== null && protocols.includes(url.protocol)
}
