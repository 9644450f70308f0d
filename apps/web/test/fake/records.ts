import type { AuctionRecord, Collection, HistoryRecord, ItemRecord, NoticeRecord, OrderRecord, PayToken, Person, User } from '@plinth/api'
import {
  ACTION_TYPE,
  type Address,
  AUCTION_END,
  AUCTION_STATUS,
  NOTICE_SUBTYPE,
  NOTICE_TYPE,
  ORDER_TYPE,
  packSalt,
  TOKEN_STANDARD,
  ZERO_ADDRESS,
} from '@plinth/protocol'
import { ALICE, AUCTIONS, BOB, BOXES, CHAIN, COLLECTION, DOLLARS, EDITIONS, EVE, WRAPPED } from '../addresses.ts'

/** Records as the server answers them, with one thing of each; a test names what it is about. */

/** The clock of a component test: 18 November 2026, in unix seconds. */
export const NOW = 1_795_000_000
const DAY = 86_400

export const HASH = `0x${'9'.repeat(64)}` as const
const SIGNATURE = `0x${'6'.repeat(128)}1b` as const

const NAMES: Readonly<Record<string, string>> = { [ALICE]: 'Alice', [BOB]: 'Bob', [EVE]: 'Eve' }

export const person = (address: Address): Person => ({ address, nickname: NAMES[address] ?? '', avatar: '' })

export const aUser = (address: Address, over: Partial<User> = {}): User => ({
  id: 1n,
  ...person(address),
  brief: '',
  bannerUrl: '',
  shortUrl: '',
  loginType: '1',
  isFollowed: false,
  createdAt: NOW - 100 * DAY,
  ...over,
})

const token = (id: bigint, address: Address, name: string, symbol: string, decimals: number): PayToken => ({
  id,
  chainId: CHAIN,
  address,
  name,
  symbol,
  decimals,
  avatar: '',
  isDefault: address === ZERO_ADDRESS,
  tokenId: 0n,
  type: address === ZERO_ADDRESS ? 0 : 1,
  rate: '0',
  isErc20: address !== ZERO_ADDRESS,
})
export const COIN = token(1n, ZERO_ADDRESS, 'ETH', 'ETH', 18)
export const WETH = token(2n, WRAPPED, 'Wrapped Ether', 'WETH', 18)
export const PUSD = token(3n, DOLLARS, 'Plinth Dollar', 'PUSD', 6)

/** Salts differ, as the server's do. */
let salts = 10n ** 15n

export type OrderOf = Partial<OrderRecord> & { price?: bigint }

/** A sale of one item for coin, 1 ETH by default. */
export function aSale(item: Pick<ItemRecord, 'collection' | 'tokenId' | 'standard'>, maker: Address, over: OrderOf = {}): OrderRecord {
  const { price = over.buying ?? 10n ** 18n, ...rest } = over
  return {
    ...anOrder(maker, over.payToken ?? COIN),
    sellToken: item.collection,
    sellTokenId: item.tokenId,
    sellType: item.standard,
    selling: 1n,
    buyToken: (over.payToken ?? COIN).address,
    buyTokenId: 0n,
    buyType: (over.payToken ?? COIN).type,
    buying: price,
    type: ORDER_TYPE.SALE,
    action: ACTION_TYPE.SALE,
    item: item.collection,
    unitPrice: decimalText(price / (over.selling ?? 1n), (over.payToken ?? COIN).decimals),
    ...rest,
  }
}

/** A bid for one item in the wrapped coin. */
export function aBid(item: Pick<ItemRecord, 'collection' | 'tokenId' | 'standard'>, maker: Address, over: OrderOf = {}): OrderRecord {
  const { price = over.selling ?? 10n ** 17n, ...rest } = over
  const payToken = over.payToken ?? WETH
  return {
    ...anOrder(maker, payToken),
    sellToken: payToken.address,
    sellTokenId: 0n,
    sellType: payToken.type,
    selling: price,
    buyToken: item.collection,
    buyTokenId: item.tokenId,
    buyType: item.standard,
    buying: 1n,
    type: ORDER_TYPE.BID,
    action: ACTION_TYPE.BID,
    item: item.collection,
    unitPrice: decimalText(price / (over.buying ?? 1n), payToken.decimals),
    ...rest,
  }
}

function anOrder(maker: Address, payToken: PayToken) {
  return {
    id: salts,
    chainId: CHAIN,
    maker,
    filled: 0n,
    salt: ++salts,
    signature: SIGNATURE,
    proof: 'typed' as const,
    digest: HASH,
    sellerFee: 250,
    buyerFee: 250,
    status: 0,
    isExpired: false,
    isFundable: true,
    isReturned: false,
    hasRisen: false,
    isMoved: false,
    validFrom: 0,
    validUntil: NOW + 30 * DAY,
    quantity: 1n,
    payToken,
    payTokenAddress: payToken.address,
    payTokenName: payToken.name,
    payTokenSymbol: payToken.symbol,
    payTokenDecimals: payToken.decimals,
    user: person(maker),
    createdAt: NOW - DAY,
    updatedAt: NOW - DAY,
  }
}

/** Of one item, in a pay token's decimals. */
export function decimalText(amount: bigint, decimals: number): string {
  const digits = amount.toString().padStart(decimals + 1, '0')
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return `${digits.slice(0, digits.length - decimals)}${fraction && `.${fraction}`}`
}

export type ItemOf = Partial<Omit<ItemRecord, 'metadata'>> & { name?: string; description?: string; metadata?: string; owner721?: Address }

/** A picture, one of one, held by Alice, who made it; not on sale. */
export function anItem(over: ItemOf = {}): ItemRecord {
  const { name = 'Wheat field', description = 'Oil on canvas', owner721 = ALICE, ...rest } = over
  const standard = over.standard ?? TOKEN_STANDARD.ERC721
  const collection = over.collection ?? (standard === TOKEN_STANDARD.ERC721 ? COLLECTION : EDITIONS)
  const tokenId = over.tokenId ?? 7n
  return {
    chainId: CHAIN,
    collection,
    tokenId,
    standard,
    supply: 1n,
    category: { id: 1n, name: 'eastern', children: [] },
    categoryId: '1',
    royalties: [],
    creator: person(ALICE),
    owner: person(owner721),
    isLiked: false,
    isLocked: false,
    isTradeLocked: false,
    isOnSale: (over.listings ?? []).length > 0,
    metadataUrl: 'ipfs://bafywheat',
    metadata: JSON.stringify({ name, description, image: 'ipfs://bafywheatpicture', animation_url: '', attributes: [] }),
    mediaKind: 'image',
    width: 400,
    height: 300,
    collectionBrief: { address: collection, name: 'Plinth Works', symbol: 'PLINTH', cover: '/favicon.svg' },
    metadataState: 'frozen',
    holdings: [
      aHolding(
        { collection, tokenId, owner: owner721 },
        over.listings?.find(({ maker }) => maker === owner721),
      ),
    ],
    listings: [],
    bids: [],
    auctions: [],
    resting: [],
    restingBids: [],
    onlyOwner: owner721,
    mintTx: HASH,
    createdAt: NOW - 10 * DAY,
    ...rest,
  }
}

export const itemPath = ({ collection, tokenId, chainId }: Pick<ItemRecord, 'collection' | 'tokenId' | 'chainId'>): string =>
  `/detail/${collection}:${tokenId}?chain=${chainId}`

type HoldingRecord = ItemRecord['holdings'][number]

/** What one account holds of an item, on sale by that order. */
export function aHolding(
  of: Pick<HoldingRecord, 'collection' | 'tokenId' | 'owner'> & Partial<HoldingRecord>,
  sale?: OrderRecord | undefined,
): HoldingRecord {
  const offered = sale ? sale.selling - sale.filled : 0n
  return {
    chainId: CHAIN,
    user: person(of.owner),
    quantity: 1n,
    onSaleQuantity: offered,
    isOnSale: offered > 0n,
    saleType: offered > 0n ? 1 : 0,
    startsAt: 0,
    endsAt: sale?.validUntil ?? 0,
    startPrice: 0n,
    sellValue: offered,
    price: sale?.buying ?? 0n,
    unitPrice: sale?.unitPrice ?? '',
    payToken: sale?.payToken ?? null,
    payTokenAddress: sale?.payTokenAddress ?? '',
    payTokenName: sale?.payTokenName ?? '',
    payTokenSymbol: sale?.payTokenSymbol ?? '',
    payTokenDecimals: sale?.payTokenDecimals ?? 0,
    payType: sale?.buyType ?? 0,
    createdAt: NOW - DAY,
    ...of,
  }
}

/** An auction by Alice that runs for another hour: from 0.1 WETH, 0.5 reserved, by steps of 0.01. */
export function anAuction(item: Pick<ItemRecord, 'collection' | 'tokenId' | 'standard'>, over: Partial<AuctionRecord> = {}): AuctionRecord {
  const payToken = over.payToken ?? WETH
  const startPrice = over.startPrice ?? 10n ** 17n
  const owner = over.owner ?? ALICE
  const { startTime = NOW - 3_600, expiredTime = NOW + 3_600 + 3 * DAY } = over
  return {
    id: salts,
    chainId: CHAIN,
    owner,
    collection: item.collection,
    tokenId: item.tokenId,
    assetType: item.standard,
    quantity: 1n,
    payTokenAddress: payToken.address,
    payTokenId: 0n,
    payType: payToken.type,
    buying: 5n * 10n ** 17n,
    startPrice,
    increment: 10n ** 16n,
    encourage: 0,
    startTime,
    endTime: NOW + 3_600,
    firstEnd: over.endTime ?? NOW + 3_600,
    extension: 0,
    buyNow: 0n,
    isBuyNowOpen: false,
    isTaken: false,
    salt: packSalt({ validFrom: startTime, validUntil: expiredTime, maxBuyerFeeBps: 0, sequence: ++salts }),
    expiredTime,
    sellerFee: 250,
    auctionExchange: AUCTIONS,
    digest: HASH,
    signature: SIGNATURE,
    proof: 'typed',
    buyerFee: 250,
    status: AUCTION_STATUS.CREATED,
    end: AUCTION_END.NONE,
    isFundable: true,
    isReturned: false,
    held: 1n,
    highestPrice: 0n,
    highestBidder: '',
    highestUser: undefined,
    nextPrice: startPrice,
    bidders: 0,
    asOfBlock: 0,
    endTx: '',
    payToken,
    payTokenName: payToken.name,
    payTokenSymbol: payToken.symbol,
    payTokenDecimals: payToken.decimals,
    unitPrice: '0.5',
    avatar: '',
    user: person(owner),
    createdAt: NOW - 7_200,
    updatedAt: NOW - 7_200,
    ...over,
  }
}

export const aCollection = (over: Partial<Collection> = {}): Collection => ({
  id: 1n,
  chainId: CHAIN,
  address: COLLECTION,
  name: 'Plinth Works',
  symbol: 'PLINTH',
  standard: TOKEN_STANDARD.ERC721,
  cover: '/favicon.svg',
  bannerUrl: '',
  description: 'What the house hangs.',
  owner: ALICE,
  isOfficial: false,
  isVerified: false,
  isConfirmed: true,
  signer: BOXES,
  storageId: '1',
  shortUrl: '',
  externalUrl: '',
  metadataUrl: '',
  metadataState: 'frozen',
  codeMatches: true,
  categoryId: 0n,
  links: [],
  createdAt: NOW - 50 * DAY,
  updatedAt: NOW - 50 * DAY,
  ...over,
})

/** What happened to an item; by default it was minted. */
export const anEvent = (item: Pick<ItemRecord, 'collection' | 'tokenId'>, over: Partial<HistoryRecord> = {}): HistoryRecord => {
  const from = over.from ?? ALICE
  const to = over.to ?? from
  return {
    id: '1',
    chainId: CHAIN,
    collection: item.collection,
    tokenId: item.tokenId,
    type: 1,
    from,
    to,
    fromUser: person(from),
    toUser: person(to === '' ? from : to),
    content: undefined,
    payToken: undefined,
    quantity: 1n,
    txHash: HASH,
    isExpired: false,
    isLeftOut: false,
    isOwn: false,
    createdAt: NOW - DAY,
    ...over,
  }
}

export const aNotice = (over: Partial<NoticeRecord> = {}): NoticeRecord => ({
  id: 1n,
  type: NOTICE_TYPE.TRADE,
  subType: NOTICE_SUBTYPE.SALE,
  createdAt: NOW - 60,
  media: '',
  operator: person(BOB),
  content: {
    chainId: CHAIN,
    item: undefined,
    collection: undefined,
    user: undefined,
    box: undefined,
    txHash: '',
    sellToken: '',
    sellTokenId: '',
    buyToken: '',
    buyTokenId: '',
    price: '',
    symbol: '',
    quantity: '',
  },
  isRead: false,
  ...over,
})
