import {
  type Address,
  ANY_ID,
  ASSET_TYPE,
  BASE_URI,
  feeOf,
  isAddress,
  MAX_UINT256,
  ORDER_TERMS,
  termsOf,
  toAddress,
  ZERO_ADDRESS,
} from '@plinth/protocol'
import {
  auctionExchangeAbi,
  blindBoxAbi,
  collection721Abi,
  collection1155Abi,
  collectionFactoryAbi,
  exchangeAbi,
  manyTransfersAbi,
  wrappedCoinAbi,
} from '@plinth/protocol/abi'
import { type Abi, decodeFunctionData, type Hex, toHex } from 'viem'
import { type Bought, type Reader, type Sale, type SentEffect, unreadable, type Works } from './effect.ts'

/** A transaction as it goes to the wallet. */
export type SentCall = { readonly to: Address; readonly data: Hex; readonly value: bigint }

/**
 * What a transaction does and lets happen, from its bytes alone.
 * @throws AppError ORDER_MISMATCH for an unknown call, a call of the market's functions at another address, and coin that a call takes
 * no part of
 */
export function readCall(call: SentCall, reader: Reader | undefined): SentEffect {
  for (const of of reader ? placesOf(call.to, reader) : PLACES) {
    const { name, args } = decode(ABIS[of], call.data) ?? {}
    const effect = name !== undefined && args !== undefined && READERS[of](name, args, call, reader)
    if (effect) return effect
  }
  throw unreadable()
}

type Args = readonly unknown[]
type Place = 'exchange' | 'auction' | 'box' | 'factory' | 'transfers' | 'other'
type Read = (name: string, args: Args, call: SentCall, reader: Reader | undefined) => SentEffect | undefined

const PLACES = ['exchange', 'auction', 'box', 'factory', 'transfers', 'other'] as const satisfies readonly Place[]
const ABIS: Readonly<Record<Place, Abi>> = {
  exchange: exchangeAbi,
  auction: auctionExchangeAbi,
  box: blindBoxAbi,
  factory: collectionFactoryAbi,
  transfers: manyTransfersAbi,
  // Tokens and collections, which lie anywhere.
  other: [...wrappedCoinAbi, ...collection721Abi, ...collection1155Abi],
}

function placesOf(to: Address, { contract }: Reader): readonly Place[] {
  const sets = [contract, ...contract.former]
  if (sets.some(({ exchange }) => exchange === to)) return ['exchange']
  if (sets.some(({ auctionExchange }) => auctionExchange === to)) return ['auction']
  if (sets.some(({ blindBox }) => blindBox === to)) return ['box']
  if (contract.manyTransfers === to) return ['transfers']
  return contract.factory721 === to || contract.factory1155 === to ? ['factory', 'other'] : ['other']
}

function decode(abi: Abi, data: Hex): { name: string; args: Args } | undefined {
  try {
    const { functionName, args = [] } = decodeFunctionData({ abi, data })
    return { name: functionName, args }
  } catch {
    return undefined
  }
}

type Asset = { readonly token: string; readonly tokenId: bigint; readonly assetType: number }
type Key = { readonly owner: string; readonly salt: bigint; readonly sellAsset: Asset; readonly buyAsset: Asset }
type Order = { readonly key: Key; readonly selling: bigint; readonly buying: bigint }

const address = (given: unknown): Address => {
  if (typeof given === 'string' && isAddress(given.toLowerCase())) return toAddress(given)
  throw unreadable()
}
const isMoney = ({ assetType }: Asset): boolean => assetType === ASSET_TYPE.COIN || assetType === ASSET_TYPE.ERC20
const worksOf = ({ token, tokenId }: Asset, units: bigint): Works => ({ collection: address(token), ids: tokenId, units })

/** Of a whole: the contracts take whole multiples alone. */
function shareOf(total: bigint, units: bigint, of: bigint): bigint {
  if (of === 0n || (total * units) % of !== 0n) throw unreadable()
  return (total * units) / of
}

/** What the market pays an account goes by its own call alone. */
const isOwn = (given: unknown, reader: Reader | undefined): boolean => !reader || address(given) === reader.account

/** Works of a bid; for a set of works its root. */
function bidOn({ salt, buyAsset }: Key): Works {
  const works = worksOf(buyAsset, 0n)
  if (termsOf(salt) !== ORDER_TERMS.CRITERIA) return works
  const root = toHex(buyAsset.tokenId, { size: 32 })
  return { ...works, ids: root === ANY_ID ? 'any' : { root } }
}

/** Another receiver of a fill than its sender. */
function receiverOf(given: unknown, reader: Reader | undefined): Address | undefined {
  const receiver = address(given)
  return receiver === ZERO_ADDRESS || receiver === reader?.account ? undefined : receiver
}

type Accepted = { readonly order: Order; readonly amount: bigint; readonly leastProceeds: bigint; readonly tokenId?: bigint }

type AcceptedLine = Required<Accepted> & { readonly leastAmount: bigint }

/** What one bid or offer takes and pays. */
function saleOf({ order, amount, leastProceeds, tokenId }: Accepted): Sale | undefined {
  const { salt, sellAsset, buyAsset } = order.key
  if (!isMoney(sellAsset) || isMoney(buyAsset)) return undefined
  const token = address(sellAsset.token)
  const isOfSet = termsOf(salt) === ORDER_TERMS.CRITERIA
  if (isOfSet !== (tokenId !== undefined)) return undefined
  return {
    works: worksOf(isOfSet ? { ...buyAsset, tokenId: tokenId ?? 0n } : buyAsset, shareOf(order.buying, amount, order.selling)),
    price: { token, amount },
    receives: { token, amount: leastProceeds },
  }
}

type Filled = { readonly order: Order; readonly buyerFee: bigint; readonly amount: bigint }

/** A bid filled so names no least proceeds: no act of the market sends that. */
function boughtOf({ order, buyerFee, amount }: Filled): Bought | undefined {
  const { sellAsset, buyAsset } = order.key
  // The coin is the zero address, and no token is.
  if (isMoney(sellAsset) || !isMoney(buyAsset) || (buyAsset.assetType === ASSET_TYPE.COIN) !== (address(buyAsset.token) === ZERO_ADDRESS))
    return undefined
  const price = shareOf(order.buying, amount, order.selling)
  return { works: worksOf(sellAsset, amount), pays: { token: address(buyAsset.token), amount: price + feeOf(price, buyerFee) } }
}

const coinOf = (buys: readonly Bought[]): bigint =>
  buys.reduce((sum, { pays: { token, amount } }) => (token === ZERO_ADDRESS ? sum + amount : sum), 0n)

function readExchange(name: string, args: Args, { value }: SentCall, reader: Reader | undefined): SentEffect | undefined {
  if (name === 'exchange' || name === 'acceptBid') {
    const [order, , fee, , amount, receiver] = args as unknown as [Order, unknown, bigint, unknown, bigint, string]
    const to = receiverOf(receiver, reader)
    if (name === 'acceptBid') {
      const sale = value === 0n && saleOf({ order, amount, leastProceeds: args[6] as bigint })
      return sale ? { is: 'sell', ...sale, to } : undefined
    }
    const bought = boughtOf({ order, buyerFee: fee, amount })
    return bought && value === coinOf([bought]) ? { is: 'buy', ...bought, to } : undefined
  }
  if (name === 'sweep' || name === 'sweepWith') {
    const [fills, extras] = args as unknown as [readonly Filled[], readonly { readonly leastAmount: bigint }[]]
    // The sentence speaks of whole lines, so partial ones are refused.
    if (name === 'sweepWith' && extras.some(({ leastAmount }) => leastAmount !== 0n)) return undefined
    const buys = fills.flatMap((fill) => boughtOf(fill) ?? [])
    const [first] = buys
    if (!first || buys.length !== fills.length || value !== coinOf(buys)) return undefined
    const { token } = first.pays
    const isOfOne = buys.every(({ pays }) => pays.token === token)
    // Fewer than the caller asks for revert all: no act of the market sends that.
    if (!isOfOne || args.at(-1) !== 1n) return undefined
    const amount = buys.reduce((sum, { pays }) => sum + pays.amount, 0n)
    return { is: 'buyMany', buys, pays: { token, amount }, to: receiverOf(args.at(-2), reader) }
  }
  if (value !== 0n) return undefined
  if (name === 'acceptCriteriaBid') {
    const [order, , , , amount, receiver, leastProceeds, tokenId] = args as unknown as [Order, 0, 0, 0, bigint, string, bigint, bigint]
    const sale = saleOf({ order, amount, leastProceeds, tokenId })
    return sale && { is: 'sell', ...sale, to: receiverOf(receiver, reader) }
  }
  if (name === 'acceptBids') {
    const [bids, receiver, least] = args as unknown as [readonly AcceptedLine[], string, bigint]
    // The sentence speaks of whole lines, so partial ones are refused.
    if (bids.some(({ leastAmount }) => leastAmount !== 0n)) return undefined
    const sales = bids.flatMap(({ tokenId, ...bid }) => {
      const isOfSet = termsOf(bid.order.key.salt) === ORDER_TERMS.CRITERIA
      return saleOf(isOfSet ? { ...bid, tokenId } : bid) ?? []
    })
    if (sales.length !== bids.length) return undefined
    return { is: 'sellMany', sales, least, to: receiverOf(receiver, reader) }
  }
  if (name === 'endEverything') return { is: 'endEverything' }
  if (name === 'cancelMany') return { is: 'cancelMany', numbers: numbersOf(args[0] as readonly bigint[], args[1] as readonly bigint[]) }
  if (name === 'withdraw') return { is: 'claim', token: ZERO_ADDRESS, to: undefined }
  if (name === 'cancel') {
    const key = args[0] as Key
    return isMoney(key.sellAsset)
      ? { is: 'cancel', of: 'bid', works: bidOn(key) }
      : { is: 'cancel', of: 'listing', works: worksOf(key.sellAsset, 0n) }
  }
  if (name === 'claim' && isOwn(args[0], reader)) return { is: 'claim', token: ZERO_ADDRESS, to: receiverOf(args[1], reader) }
  return undefined
}

/** The numbers that are set in words of 256 bits. */
function numbersOf(words: readonly bigint[], masks: readonly bigint[]): bigint[] {
  if (words.length !== masks.length) throw unreadable()
  return words.flatMap((word, at) =>
    Array.from({ length: 256 }, (_, bit) => BigInt(bit)).flatMap((bit) => (((masks[at] ?? 0n) >> bit) & 1n ? [word * 256n + bit] : [])),
  )
}

function readAuction(name: string, args: Args, { value }: SentCall): SentEffect | undefined {
  if (value !== 0n) return undefined
  if (name === 'exchange' || name === 'acceptBid') {
    const [order, , amount, , , buyerFee, , winner] = args as unknown as [Order, unknown, bigint, unknown, unknown, bigint, unknown, string]
    const { owner, sellAsset, buyAsset } = order.key
    const price = { token: address(buyAsset.token), amount }
    const both = { owner: address(owner), winner: address(winner) }
    const least = name === 'acceptBid' ? { token: price.token, amount: args[8] as bigint } : undefined
    return { is: 'settle', works: worksOf(sellAsset, order.selling), price, buyerFee: Number(buyerFee), least, ...both }
  }
  if (name === 'cancel') return { is: 'cancel', of: 'auction', works: worksOf((args[0] as Key).sellAsset, 0n) }
  if (name === 'voidBids') return { is: 'cancelBids', auction: args[0] as Hex, upTo: args[1] as bigint }
  return undefined
}

function readBox(name: string, args: Args, { value }: SentCall, reader: Reader | undefined): SentEffect | undefined {
  if (name === 'open') {
    const [box, boxes] = args
    // The long form carries a whole series; its signed fee differs from the standing one.
    if (typeof box === 'string') return { is: 'openBoxes', box: box as Hex, boxes: boxes as bigint, pays: value }
    // No act of the market opens a box for another account.
    if (receiverOf(args[5], reader)) return undefined
    return { is: 'openBoxes', box: '0x', boxes: args[4] as bigint, pays: value }
  }
  if (value !== 0n) return undefined
  if (name === 'refund') return { is: 'refundBox', box: args[0] as Hex }
  if (name === 'withdraw') return { is: 'claim', token: ZERO_ADDRESS, to: undefined }
  if (name === 'collect' && isOwn(args[3], reader)) {
    const [box, kind, count] = args as unknown as [Hex, bigint, bigint]
    return { is: 'collectPrizes', box, kind, count, to: receiverOf(args[4], reader) }
  }
  if (name === 'claim' && isOwn(args[0], reader)) return { is: 'claim', token: ZERO_ADDRESS, to: receiverOf(args[1], reader) }
  if (name === 'claimTokens' && isOwn(args[1], reader)) return { is: 'claim', token: address(args[0]), to: receiverOf(args[2], reader) }
  return undefined
}

function readFactory(name: string, args: Args, { value }: SentCall): SentEffect | undefined {
  if (value !== 0n || (name !== 'create721' && name !== 'create1155')) return undefined
  const [called, symbol, signer, , prefix] = args as readonly string[]
  // With another, this market would find no picture and no text of a work.
  if (called === undefined || symbol === undefined || prefix !== BASE_URI) return undefined
  return { is: 'createCollection', name: called, symbol, signer: address(signer), isOfMany: name === 'create1155' }
}

type Transfer = {
  readonly token: string
  readonly tokenId: bigint
  readonly assetType: number
  readonly amount: bigint
  readonly to: string
}

function readTransfers(name: string, args: Args, { value }: SentCall): SentEffect | undefined {
  if (value !== 0n || name !== 'transferMany') return undefined
  const transfers = (args[0] as readonly Transfer[]).map(({ token, tokenId, assetType, amount, to }) => {
    if (amount === 0n || (assetType !== ASSET_TYPE.ERC1155 && (assetType !== ASSET_TYPE.ERC721 || amount !== 1n))) throw unreadable()
    return { works: worksOf({ token, tokenId, assetType }, amount), to: address(to) }
  })
  return transfers.length === 0 ? undefined : { is: 'transferMany', transfers }
}

/** A call of a token or collection by its name and the types of its arguments, which its selector has. */
function readOther(name: string, args: Args, { to, value }: SentCall, reader: Reader | undefined): SentEffect | undefined {
  if (name === 'deposit') return { is: 'wrap', token: to, amount: value }
  if (value !== 0n) return undefined
  const work = (id: unknown, units: bigint): Works => ({ collection: to, ids: id as bigint, units })
  switch (name) {
    case 'withdraw':
      return { is: 'unwrap', token: to, amount: args[0] as bigint }
    case 'approve': {
      const amount = args[1] as bigint
      return { is: 'allow', token: to, spender: address(args[0]), amount: amount === MAX_UINT256 ? 'unlimited' : amount }
    }
    case 'setApprovalForAll':
      return { is: 'approve', collection: to, operator: address(args[0]), isApproved: args[1] === true }
    case 'safeTransferFrom':
      // Bytes would instruct a receiving contract.
      if (!isOwn(args[0], reader) || (args.length > 3 && args.at(-1) !== '0x')) return undefined
      return { is: 'transfer', works: work(args[2], args.length === 5 ? (args[3] as bigint) : 1n), to: address(args[1]) }
    case 'burn':
      if (args.length === 3 && !isOwn(args[0], reader)) return undefined
      return { is: 'burn', works: args.length === 3 ? work(args[1], args[2] as bigint) : work(args[0], 1n) }
    case 'mint': {
      const fees = args[4] as readonly { readonly recipient: string; readonly value: bigint }[]
      // The sentence speaks of the maker's own royalty.
      if (!fees.every(({ recipient }) => isOwn(recipient, reader))) return undefined
      const royalty = fees.reduce((sum, { value: bps }) => sum + bps, 0n)
      return { is: 'mint', works: work(args[0], args.length === 7 ? (args[5] as bigint) : 1n), royalty: Number(royalty) }
    }
    case 'addSigner':
      return { is: 'addSigner', collection: to, signer: address(args[0]) }
    case 'setContractURI':
      return { is: 'describe', collection: to }
    case 'freezeTokenURIPrefix':
      return { is: 'freeze', collection: to }
    default:
      return undefined
  }
}

const READERS: Readonly<Record<Place, Read>> = {
  exchange: readExchange,
  auction: readAuction,
  box: readBox,
  factory: readFactory,
  transfers: readTransfers,
  other: readOther,
}
