import { z } from 'zod'
import { PayToken } from './catalogue.ts'
import { CardPrice } from './item-cards.ts'
import { OrderRecord } from './orders.ts'
import { RatesCurrency } from './rates.ts'
import { record, type Schema } from './record.ts'
import { address, big, count, flag, hash, int, seconds, uint256, written } from './wire.ts'

/** A difference of base units. */
const signedBig = written(
  z.codec(z.string().regex(/^-?(0|[1-9]\d{0,77})$/, 'not a whole number'), z.bigint(), {
    decode: (value) => BigInt(value),
    encode: (value) => value.toString(),
  }),
  { type: 'string', pattern: '^-?(0|[1-9][0-9]{0,77})$' },
)

/**
 * What an account holds and has traded in one money of one network, in base units; the zero address is the coin and its wrapped coin.
 * Profit is by first in, first out, after fees, royalties and the gas of trades.
 */
export interface MoneySums extends z.output<typeof moneySums> {}
const moneySums = record({
  chainId: ['chainId', int],
  money: ['money', address],
  payToken: ['payToken', PayToken],
  /** of works whose collection has a floor in this money, that is not thin, and was sold of late between two pairs of accounts */
  floorValue: ['floorValue', big],
  floorUnits: ['floorUnits', big],
  /** of works whose best offer is in this money */
  offerValue: ['offerValue', big],
  offerUnits: ['offerUnits', big],
  /** prices with buyer fees, and units bought */
  spent: ['spent', big],
  bought: ['bought', big],
  /** prices without seller fees, royalties to others and dividends, and units sold */
  earned: ['earned', big],
  sold: ['sold', big],
  /** from sales of its works by others */
  royalties: ['royalties', big],
  /** that it paid, as buyer and seller */
  fees: ['fees', big],
  /** of its own transactions in the market, as far as known; in the coin alone */
  gas: ['gas', big],
  /** of the held works */
  cost: ['cost', big],
  realised: ['realised', signedBig],
  /** of what has a value by floor: the value without its cost; absent where not all that was moved is known */
  onPaper: ['onPaper', signedBig.optional()],
})
export const MoneySums: Schema<MoneySums> = moneySums

/** The same in 10^-8 of the reference currency; absent where no rate is known. Trades count with their worth at their time. */
const worthSums = record({
  currency: ['currency', RatesCurrency],
  floorValue: ['floorValue', big.optional()],
  offerValue: ['offerValue', big.optional()],
  spent: ['spent', big],
  earned: ['earned', big],
  royalties: ['royalties', big],
  fees: ['fees', big],
  gas: ['gas', big],
  cost: ['cost', big],
  realised: ['realised', signedBig],
  onPaper: ['onPaper', signedBig.optional()],
  /** trades without a rate at their time, which these sums leave out */
  without: ['without', count],
})

export interface PortfolioSummary extends z.output<typeof portfolioSummary> {}
const portfolioSummary = record({
  moneys: ['moneys', z.array(moneySums)],
  worth: ['worth', worthSums],
  /** distinct works shown, their units, collections and networks */
  works: ['works', count],
  units: ['units', big],
  collections: ['collections', count],
  networks: ['networks', count],
  /** works behind "Hidden" */
  hidden: ['hidden', count],
  /** works held that came without a price: they cost 0 */
  gifts: ['gifts', count],
  /** own trades whose gas the index does not know */
  gasUnknown: ['gasUnknown', count],
  /** false: the account has moved more than is looked at, and sums of trades are missing */
  isComplete: ['complete', flag],
})
export const PortfolioSummary: Schema<PortfolioSummary> = portfolioSummary

/** What any account's visible works are worth by the floors of their collections, whatever it hides itself. */
export interface AccountValue extends z.output<typeof accountValue> {}
const accountValue = record({
  /** base units of each money of each network */
  moneys: [
    'moneys',
    z.array(record({ chainId: ['chainId', int], money: ['money', address], payToken: ['payToken', PayToken], value: ['value', big] })),
  ],
  currency: ['currency', RatesCurrency],
  /** of all moneys that have a rate, in 10^-8 of the currency; absent where none has */
  worth: ['worth', big.optional()],
  /** distinct works with a value, and works of known collections without one */
  works: ['works', count],
  without: ['without', count],
})
export const AccountValue: Schema<AccountValue> = accountValue

/** The works of one collection that an account holds. */
export interface PortfolioCollection extends z.output<typeof portfolioCollection> {}
const portfolioCollection = record({
  chainId: ['chainId', int],
  collection: ['collection', address],
  name: ['name', z.string()],
  cover: ['cover', z.string()],
  isVerified: ['verified', flag],
  works: ['works', count],
  units: ['units', big],
  /** of the money in which it is worth least */
  floor: ['floor', CardPrice.optional()],
  isThin: ['thin', flag],
  /** counts in the value by floor */
  isValued: ['valued', flag],
})
export const PortfolioCollection: Schema<PortfolioCollection> = portfolioCollection

/** A work that the caller holds. */
export interface PortfolioItem extends z.output<typeof portfolioItem> {}
const portfolioItem = record({
  chainId: ['chainId', int],
  collection: ['collection', address],
  tokenId: ['tokenId', uint256],
  /** 3 ERC721, 2 ERC1155 */
  standard: ['type', count],
  name: ['name', z.string()],
  image: ['image', z.string()],
  mediaKind: ['mediaKind', z.enum(['image', 'audio', 'video', 'unknown'])],
  width: ['width', count],
  height: ['height', count],
  collectionName: ['collectionName', z.string()],
  isVerified: ['verified', flag],
  owner: ['owner', address],
  held: ['held', uint256],
  supply: ['supply', uint256],
  receivedAt: ['receivedAt', seconds],
  /** how it came: bought, made by the caller, or without a price */
  how: ['how', z.enum(['bought', 'made', 'gift'])],
  /** of one unit, with the buyer fee, at the last purchase */
  paid: ['paid', CardPrice.optional()],
  boughtAt: ['boughtAt', seconds.optional()],
  txHash: ['txHash', hash.optional()],
  lastSale: ['lastSale', record({ at: ['at', seconds], price: ['price', CardPrice] }).optional()],
  /** of the collection */
  floor: ['floor', CardPrice.optional()],
  /** the best bid or offer that takes it */
  offer: ['offer', CardPrice.optional()],
  rank: ['rank', int.optional()],
  /** the caller’s open listing, with its end, 0 for none */
  listed: ['listed', CardPrice.optional()],
  listedUntil: ['listedUntil', seconds.optional()],
  isAuctioned: ['auctioned', flag],
  /** bps that the floor is above the price paid; absent without either or without rates */
  change: ['change', int.optional()],
  /** own: by the caller’s choice; unknown: another account sent it, and its collection is not known */
  hidden: ['hidden', z.enum(['no', 'own', 'unknown'])],
})
export const PortfolioItem: Schema<PortfolioItem> = portfolioItem

/** Orders of the caller’s works. */
export const PortfolioSort = z.enum([
  'received',
  'name',
  'held',
  'paid',
  'bought',
  'lastSale',
  'floor',
  'offer',
  'rarity',
  'listed',
  'change',
])
export type PortfolioSort = z.output<typeof PortfolioSort>

/**
 * belowFloor: since its price was set others have come to ask more. moved, returned, unapproved, refused: why it can’t be filled. endsSoon:
 * within a day.
 */
export const ListingWarning = z.enum(['belowFloor', 'moved', 'returned', 'unapproved', 'refused', 'endsSoon'])
export type ListingWarning = z.output<typeof ListingWarning>

export interface PortfolioListing extends z.output<typeof portfolioListing> {}
const portfolioListing = record({
  order: ['order', OrderRecord],
  name: ['name', z.string()],
  image: ['image', z.string()],
  collectionName: ['collectionName', z.string()],
  warnings: ['warnings', z.array(ListingWarning)],
  /** of other sellers in the listing’s money, with belowFloor */
  floor: ['floor', CardPrice.optional()],
})
export const PortfolioListing: Schema<PortfolioListing> = portfolioListing

/** One trade of the caller, or a royalty that it got of another’s. Amounts are in base units of the pay token. */
export interface PortfolioTrade extends z.output<typeof portfolioTrade> {}
const portfolioTrade = record({
  chainId: ['chainId', int],
  at: ['at', seconds],
  side: ['side', z.enum(['buy', 'sell', 'royalty'])],
  kind: ['kind', z.enum(['sale', 'bid', 'auction'])],
  collection: ['collection', address],
  collectionName: ['collectionName', z.string()],
  tokenId: ['tokenId', uint256],
  name: ['name', z.string()],
  units: ['units', uint256],
  payToken: ['payToken', PayToken],
  price: ['price', uint256],
  buyerFee: ['buyerFee', uint256],
  sellerFee: ['sellerFee', uint256],
  royalty: ['royalty', uint256],
  dividends: ['dividends', uint256],
  /** paid or received by the caller */
  total: ['total', uint256],
  /** in the coin, of a transaction of the caller’s; absent where not known */
  gas: ['gas', uint256.optional()],
  /** of the total, in 10^-8 of the currency, by the rate of that time */
  worth: ['worth', big.optional()],
  currency: ['currency', RatesCurrency.optional()],
  other: ['other', address],
  /** the caller’s wallet that traded */
  account: ['account', address],
  txHash: ['txHash', hash],
})
export const PortfolioTrade: Schema<PortfolioTrade> = portfolioTrade

const seen = z.object({ address, createdAt: seconds })

/** Wallets that the caller sees beside its own, and accounts that see the caller’s. */
export interface PortfolioWallets extends z.output<typeof portfolioWallets> {}
const portfolioWallets = z.object({ wallets: z.array(seen), seenBy: z.array(seen) })
export const PortfolioWallets: Schema<PortfolioWallets> = portfolioWallets

/** What a wallet signs to be seen, in whole, and until when. */
export interface WalletPermit extends z.output<typeof walletPermit> {}
const walletPermit = z.object({ message: z.string(), expiresAt: seconds })
export const WalletPermit: Schema<WalletPermit> = walletPermit

export interface Statement extends z.output<typeof statement> {}
const statement = record({
  /** of the file */
  name: ['name', z.string()],
  /** CSV (RFC 4180) */
  text: ['text', z.string()],
  rows: ['rows', count],
})
export const Statement: Schema<Statement> = statement
