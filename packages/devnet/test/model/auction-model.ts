/**
 * A second implementation of the AuctionExchange, written from contracts/README.md in plain TypeScript: what is signed,
 * whether a settlement passes or how it fails, and the balances afterwards. It shares no code with the contracts or
 * with `packages/protocol`.
 */
import { concat, type Hex, keccak256, pad, stringToBytes, toHex } from 'viem'
import { type ModelAsset, readSalt, type World } from './exchange-model.ts'

export interface ModelAuction {
  owner: Hex
  salt: bigint
  sell: ModelAsset
  buy: ModelAsset
  selling: bigint
  buying: bigint
  endTime: bigint
  expiredTime: bigint
  encourage: bigint
  sellerFee: bigint
}
export type Proof = 'typed' | 'personal' | 'foreign' | 'highS' | 'none'
export interface ModelSettlement {
  auction: ModelAuction
  proof: Proof
  bidder: Hex
  total: bigint
  buyerFee: bigint
  bidProof: Proof
  recipients: readonly Hex[]
  /** Whether the operator signed exactly this, or another account did. */
  word: 'operator' | 'foreign' | 'personal'
  caller: Hex
  value: bigint
  /**
   * For `acceptBid`, the least proceeds of the owner: set by the owner, or for another caller by the operator.
   * Undefined for `exchange`.
   */
  least: bigint | undefined
}
/** The market's books, with the state of auctions. */
export interface AuctionWorld extends World {
  readonly auctionExchange: Hex
  /** Totals by `bidder:auction`. */
  readonly voided: Map<string, bigint>
}

const BPS = 10_000n
const MOST = 1_000n
const word = (value: Hex | bigint | number) => (typeof value === 'string' ? pad(value) : toHex(value, { size: 32 }))
const hashOf = (text: string) => keccak256(stringToBytes(text))
const ASSET = 'Asset(address token,uint256 tokenId,uint8 assetType)'
const AUCTION =
  'Auction(address owner,uint256 salt,uint256 startTime,Asset sellAsset,Asset buyAsset,uint256 selling,uint256 buying,uint256 endTime,uint256 expiredTime,uint256 encourage,uint256 sellerFee)'
const BID = 'Bid(Auction auction,address bidder,uint256 buying,uint256 buyerFee)'
const SETTLEMENT = 'Settlement(bytes32 auction,uint256 buying,address buyer,address[] recipients,uint256 buyerFee,uint256 feeEpoch)'
const OPEN = 'OpenSettlement(Settlement settlement,uint256 leastProceeds)'
const DOMAIN = 'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)'

export function hashAuction(auction: ModelAuction): Hex {
  const assetHash = ({ token, tokenId, assetType }: ModelAsset) =>
    keccak256(concat([hashOf(ASSET), word(token), word(tokenId), word(assetType)]))
  const { owner, salt, sell, buy, selling, buying, endTime, expiredTime, encourage, sellerFee } = auction
  const fields = [
    owner,
    salt,
    readSalt(salt).from,
    assetHash(sell),
    assetHash(buy),
    selling,
    buying,
    endTime,
    expiredTime,
    encourage,
    sellerFee,
  ]
  return keccak256(concat([hashOf(AUCTION + ASSET), ...fields.map(word)]))
}

export function auctionDigestOf(world: AuctionWorld, structHash: Hex): Hex {
  const domain = [hashOf(DOMAIN), hashOf('Plinth Auction'), hashOf('1'), world.chainId, world.auctionExchange].map(word)
  return keccak256(concat(['0x1901', keccak256(concat(domain)), structHash]))
}

export function bidDigestOf(world: AuctionWorld, { auction, bidder, total, buyerFee }: ModelSettlement): Hex {
  const fields = [hashAuction(auction), bidder, total, buyerFee].map(word)
  return auctionDigestOf(world, keccak256(concat([hashOf(BID + ASSET + AUCTION), ...fields])))
}

export function wordDigestOf(world: AuctionWorld, attempt: ModelSettlement): Hex {
  const settlement = settlementHashOf(attempt)
  if (!isOpen(attempt)) return auctionDigestOf(world, settlement)
  return auctionDigestOf(world, keccak256(concat([hashOf(OPEN + SETTLEMENT), settlement, word(attempt.least ?? 0n)])))
}

/** For the parties alone. */
export function settlementDigestOf(world: AuctionWorld, attempt: ModelSettlement): Hex {
  return auctionDigestOf(world, settlementHashOf(attempt))
}

function settlementHashOf({ auction, bidder, total, recipients, buyerFee }: ModelSettlement): Hex {
  const list = keccak256(concat(recipients.map(word)))
  const fields = [hashAuction(auction), total, bidder, list, buyerFee, 0].map(word)
  return keccak256(concat([hashOf(SETTLEMENT), ...fields]))
}

/** Whether it needs the operator's signature over the least proceeds. */
const isOpen = ({ least, caller, auction }: ModelSettlement) => least !== undefined && caller !== auction.owner

/** The error's name; undefined when the settlement passes, and then the state has changed. */
export function settleAuction(world: AuctionWorld, attempt: ModelSettlement): string | undefined {
  const failed =
    (isOpen(attempt) && world.now < attempt.auction.endTime ? 'AuctionNotEnded' : undefined) ??
    proofProblem(attempt) ??
    (attempt.value === 0n ? undefined : 'AuctionValueSent') ??
    timeProblem(world, attempt.auction) ??
    shapeProblem(attempt.auction) ??
    bidProblem(world, attempt) ??
    recipientsProblem(attempt) ??
    feeProblem(attempt) ??
    (world.spent.has(nameOf(attempt.auction)) ? 'AuctionSpent' : undefined) ??
    pay(world, attempt)
  if (!failed) world.spent.add(nameOf(attempt.auction))
  return failed
}

export const nameOf = ({ owner, salt }: ModelAuction) => `auction:${owner}:${readSalt(salt).number}`
export const voidNameOf = (bidder: Hex, auction: ModelAuction) => `${bidder}:${hashAuction(auction)}`

function proofProblem({ proof, bidProof }: ModelSettlement): string | undefined {
  const counts = (one: Proof) => one === 'typed' || one === 'personal'
  if (!counts(proof)) return 'AuctionSignatureInvalid'
  return counts(bidProof) ? undefined : 'AuctionBidSignatureInvalid'
}

function timeProblem({ now }: World, { salt, endTime, expiredTime }: ModelAuction): string | undefined {
  const { from, until } = readSalt(salt)
  if (from > endTime || until !== expiredTime) return 'AuctionTimesInvalid'
  if (now < endTime) return 'AuctionNotEnded'
  return now < expiredTime ? undefined : 'AuctionExpired'
}

function shapeProblem({ sell, buy, selling, buying, encourage }: ModelAuction): string | undefined {
  if (![2, 3, 4].includes(sell.assetType)) return 'AuctionItemInvalid'
  if (buy.assetType !== 1 || BigInt(buy.token) === 0n || buy.tokenId !== 0n) return 'AuctionMoneyInvalid'
  // A payment could take the item back where both are one token.
  if (buy.token === sell.token) return 'AuctionMoneyInvalid'
  if (selling === 0n || (sell.assetType !== 2 && selling !== 1n)) return 'AuctionQuantityInvalid'
  if (buying === 0n) return 'AuctionPriceZero'
  return encourage > BPS ? 'AuctionEncourageInvalid' : undefined
}

function bidProblem(world: AuctionWorld, { auction, bidder, total, caller, least }: ModelSettlement): string | undefined {
  if (bidder === auction.owner) return 'AuctionSelfTrade'
  if (least === undefined && caller !== bidder && caller !== auction.owner) return 'AuctionCallerNotParty'
  if (total < auction.buying) return 'AuctionBidBelowMinimum'
  return total <= (world.voided.get(voidNameOf(bidder, auction)) ?? 0n) ? 'AuctionBidVoid' : undefined
}

function recipientsProblem({ auction, bidder, recipients }: ModelSettlement): string | undefined {
  if (recipients.length > 200) return 'AuctionRecipientsTooMany'
  const isRight = recipients.every(
    (one, index) => BigInt(one) > BigInt(recipients[index - 1] ?? '0x0') && one !== auction.owner && one !== bidder,
  )
  return isRight ? undefined : 'AuctionRecipientInvalid'
}

function feeProblem({ auction, buyerFee, word: by }: ModelSettlement): string | undefined {
  if (auction.sellerFee > MOST || buyerFee > MOST) return 'FeesAboveCap'
  return by === 'operator' ? undefined : 'FeesSignatureInvalid'
}

function pay(world: AuctionWorld, attempt: ModelSettlement): string | undefined {
  const { auction, bidder, total, recipients } = attempt
  const token = auction.buy.token
  const held = world.money.get(`${token}:${bidder}`) ?? 0n
  const buyerPart = (total * attempt.buyerFee) / BPS
  const sellerPart = (total * auction.sellerFee) / BPS
  const shares = royaltiesOf(world, attempt)
  const left = total - sellerPart - shares.reduce((sum, { amount }) => sum + amount, 0n)
  // The item is transferred first.
  const refusal = itemProblem(world, auction)
  if (refusal) return refusal
  if (held < buyerPart + sellerPart) return 'ERC20InsufficientBalance'
  if (left === 1n) return 'AuctionPaymentShort'
  if (held < total + buyerPart) return 'ERC20InsufficientBalance'
  const pool = (total * auction.encourage) / BPS
  const share = recipients.length === 0 ? 0n : (pool < left ? pool : left) / BigInt(recipients.length)
  const proceeds = left - share * BigInt(recipients.length)
  if (proceeds < (attempt.least ?? 0n)) return 'AuctionProceedsBelowLeast'
  moveItem(world, auction, bidder)
  const book = (account: Hex, amount: bigint) => add(world.money, `${token}:${account}`, amount)
  book(bidder, -(total + buyerPart))
  book(world.beneficiary, buyerPart + sellerPart)
  for (const { recipient, amount } of shares) book(recipient, amount)
  for (const recipient of recipients) book(recipient, share)
  book(auction.owner, proceeds)
  return undefined
}

/** Payees and amounts; no account pays a royalty to itself. */
function royaltiesOf(world: World, { auction, total }: ModelSettlement) {
  const list = world.royalties.get(auction.sell.tokenId) ?? []
  return list
    .map(({ recipient, bps }) => ({ recipient, amount: (total * bps) / BPS }))
    .filter(({ recipient, amount }) => amount !== 0n && recipient !== auction.owner)
}

function itemProblem(world: World, { sell, selling, owner }: ModelAuction): string | undefined {
  if (sell.assetType === 2) {
    const held = world.units.get(`${sell.token}:${sell.tokenId}:${owner}`) ?? 0n
    return held < selling ? 'ERC1155InsufficientBalance' : undefined
  }
  const holder = world.holders.get(`${sell.token}:${sell.tokenId}`)
  if (holder === undefined) return 'ERC721NonexistentToken'
  if (holder === owner) return undefined
  if (sell.assetType === 4) return 'TransferProxyItemNotMoved'
  return world.approved.has(holder) ? 'ERC721IncorrectOwner' : 'ERC721InsufficientApproval'
}

function moveItem(world: World, { sell, selling, owner }: ModelAuction, to: Hex): void {
  const name = `${sell.token}:${sell.tokenId}`
  if (sell.assetType !== 2) {
    world.holders.set(name, to)
    return
  }
  add(world.units, `${name}:${owner}`, -selling)
  add(world.units, `${name}:${to}`, selling)
}

function add(book: Map<string, bigint>, key: string, amount: bigint): void {
  book.set(key, (book.get(key) ?? 0n) + amount)
}
