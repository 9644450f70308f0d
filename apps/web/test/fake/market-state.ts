import {
  AppError,
  type Collection,
  type Config,
  type ItemCard,
  type ItemRecord,
  type OfferRecord,
  type PrivateSaleRecord,
  type RateRecord,
  type User,
} from '@plinth/api'
import type { Address, Currency } from '@plinth/protocol'
import { ALICE, AUCTIONS, BOB, BOXES, CHAIN, COLLECTION, EDITIONS, EVE, EXCHANGE, FACTORY, OTHER_CHAIN, PROXY } from '../addresses.ts'
import { FakeServer } from './fake-server.ts'
import { aCollection, aUser, COIN, NOW, PUSD, WETH } from './records.ts'

const network = (chainId: number, name: string, symbol: string) => ({
  chainId,
  name,
  symbol,
  rpc: `http://127.0.0.1/${chainId}`,
  explorer: '',
  logo: '/networks/ethereum.svg',
  isDev: false,
  opensea: '',
})

/** A sale that happened: what the figures of a collection are counted from. */
export type FakeSale = {
  collection: Address
  tokenId: bigint
  seller: Address
  buyer: Address
  /** Of all units. */
  amount: bigint
  units: bigint
  at: number
  isLeftOut: boolean
}

/** What a small market in memory holds: its lists and details follow from these records. */
export class MarketState extends FakeServer {
  now = NOW
  items: ItemRecord[] = []
  /** What only the index knows of an item, by `collection:tokenId`. */
  facts = new Map<string, Partial<Pick<ItemCard, 'likes' | 'rank' | 'lastSale'>>>()
  users: User[] = [aUser(ALICE), aUser(BOB, { id: 2n }), aUser(EVE, { id: 3n })]
  collections: Collection[] = [aCollection()]
  payTokens = [COIN, WETH, PUSD]
  /** What moneys are worth; none by default. */
  rates: { currency: Currency; rates: RateRecord[] } = { currency: 'USD', rates: [] }
  /** What was sold: figures and rankings follow from it. */
  sales: FakeSale[] = []
  /** Open offers for sets, best first. */
  offers: OfferRecord[] = []
  /** Each seen by its seller and its buyer. */
  privateSales: PrivateSaleRecord[] = []
  unread = 0
  config: Config = {
    network: { ...network(CHAIN, 'Local Ethereum', 'ETH'), network: 'Local Ethereum', blockTime: 2 },
    networks: [network(CHAIN, 'Local Ethereum', 'ETH'), network(OTHER_CHAIN, 'Local Polygon', 'POL')],
    contract: {
      transferProxy: PROXY,
      exchange: EXCHANGE,
      auctionExchange: AUCTIONS,
      blindBox: BOXES,
      factory721: FACTORY,
      factory1155: FACTORY,
      official721: COLLECTION,
      official1155: EDITIONS,
      former: [],
    },
    sellerFee: 250n,
    buyerFee: 250n,
    miner: BOB,
    ipfsUrl: '',
    cdnUrl: '',
    loginMessage: 'Sign in to Plinth. This costs nothing.',
    website: 'http://plinth.test',
    auctionExpireTime: '72',
    connectChainId: CHAIN,
    defaultChainId: CHAIN,
    now: NOW,
    mailLogin: true,
    site: {
      name: 'Plinth',
      url: 'http://plinth.test',
      twitter: '',
      telegram: '',
      email: '',
      youtube: '',
      deploy: true,
      analytics: '',
      tutorial: '/doc',
      chat: '',
      contact: 'operator@plinth.test',
      doc: '/guide.pdf',
      walletConnectProjectId: '',
      report: { title: { en: '', zh: '' }, text: { en: '', zh: '' } },
      banners: [],
    },
  }

  /** Puts items into the market; answers the first. */
  hang(...items: ItemRecord[]): ItemRecord {
    this.items.push(...items)
    const [first] = items
    if (!first) throw new Error('no item')
    return first
  }

  /** Changes an item as the index would. */
  change({ collection, tokenId }: Pick<ItemRecord, 'collection' | 'tokenId'>, over: Partial<ItemRecord>): void {
    this.items = this.items.map((item) => (item.collection === collection && item.tokenId === tokenId ? { ...item, ...over } : item))
  }

  itemOf({ collection, tokenId }: { collection: Address; tokenId: bigint }): ItemRecord | undefined {
    return this.items.find((item) => item.collection === collection && item.tokenId === tokenId)
  }

  /** The token of a user who has signed in. */
  static tokenOf(address: Address): string {
    return `token of ${address}`
  }

  callerOf(token: string): User {
    const user = this.users.find(({ address }) => token === MarketState.tokenOf(address))
    if (!user) throw new AppError(token === '' ? 'NOT_LOGGED_IN' : 'SESSION_ENDED')
    return user
  }
}
