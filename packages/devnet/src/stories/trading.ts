import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '@plinth/api'
import {
  ACTION_TYPE,
  type Address,
  ASSET_TYPE,
  ORDER_TYPE,
  type Order,
  orderDomain,
  orderTypedData,
  parseSignature,
  parseUnits,
  payAmount,
  privateSaleTypedData,
  TOKEN_STANDARD,
  toExchangeOrder,
  unitPriceOf,
  ZERO_ADDRESS,
} from '@plinth/protocol'
import { collection721Abi, exchangeAbi, wrappedCoinAbi } from '@plinth/protocol/abi'
import type { Item } from './making.ts'
import { mined, type Person } from './person.ts'
import type { CatalogueItem } from './works.ts'

export interface Terms {
  /** 1 where it is left out. */
  quantity?: bigint
  /** The chain's coin where it is left out. */
  payToken?: CatalogueItem['payToken']
  /** Unix seconds; the market's own where it is left out. */
  validUntil?: number
  /** Of the sale whose price is changed. */
  salt?: bigint
  /** The only account that can buy it; default: any. */
  taker?: Address
}

const COIN_DECIMALS = 18
const BEHIND_TRIES = 240
const BEHIND_WAIT_MS = 500
const DOLLAR_DECIMALS = 6

/** Approves the collection once, signs the sale, and submits it to the market. `price` is per item. */
export async function listItem(person: Person, item: Item, price: string, terms: Terms = {}): Promise<void> {
  await approveCollection(person, item.collection)
  await signSale(person, item, price, terms)
}

/** Signs the sale of an item that is approved already. */
export async function signSale(
  person: Person,
  item: Item,
  price: string,
  { quantity = 1n, payToken, validUntil, salt, taker }: Terms = {},
): Promise<void> {
  const { api, wallet, chain, address } = person
  const { chainId } = chain.chain
  const { wrappedCoin, dollar, exchange } = chain.contracts
  const sides = {
    maker: address,
    sellToken: item.collection,
    sellTokenId: item.tokenId,
    sellType: item.standard === TOKEN_STANDARD.ERC1155 ? ASSET_TYPE.ERC1155 : ASSET_TYPE.ERC721,
    selling: quantity,
    buyToken: payToken === undefined ? ZERO_ADDRESS : payToken === 'dollar' ? dollar : wrappedCoin,
    buyTokenId: 0n,
    buyType: payToken === undefined ? ASSET_TYPE.COIN : ASSET_TYPE.ERC20,
    buying: parseUnits(price, payToken === 'dollar' ? DOLLAR_DECIMALS : COIN_DECIMALS) * quantity,
  }
  const type = salt === undefined ? ACTION_TYPE.SALE : ACTION_TYPE.EDIT_SALE
  const given = { ...(validUntil && { validUntil }), ...(salt !== undefined && { salt }) }
  const reserved = taker && { taker }
  const prepared = await api.order.prepare({ ...sides, ...given, ...reserved, type, chainId })
  const order = orderOf({ ...sides, salt: prepared.salt, sellerFee: prepared.sellerFee })
  const domain = orderDomain(chainId, exchange)
  const signature = await (taker
    ? wallet.signTypedData(privateSaleTypedData({ order, taker }, domain))
    : wallet.signTypedData(orderTypedData(order, domain)))
  await api.order.add({ ...sides, ...reserved, salt: prepared.salt, type, digest: prepared.digest, signature, chainId })
}

/** Changes the price of what the account has on sale for the chain's coin. */
export async function repriceItem(person: Person, item: Item, price: string): Promise<void> {
  const { api, chain, address } = person
  const slot = { collection: item.collection, tokenId: item.tokenId, owner: address, type: ORDER_TYPE.SALE, chainId: chain.chain.chainId }
  const { salt } = await api.order.get(slot)
  await signSale(person, item, price, { salt })
}

export async function approveCollection(person: Person, collection: Address): Promise<void> {
  const { wallet, chain, address } = person
  // both standards know these two functions
  const call = { address: collection, abi: collection721Abi } as const
  const isApproved = await wallet.readContract({
    ...call,
    functionName: 'isApprovedForAll',
    args: [address, chain.contracts.transferProxy],
  })
  if (isApproved) return
  await mined(
    person,
    await wallet.writeContract({ ...call, functionName: 'setApprovalForAll', args: [chain.contracts.transferProxy, true] }),
  )
}

/** Buys what `owner` has on sale, with the operator's fee signature. */
export async function buyItem(person: Person, item: Item, owner: Address, quantity = 1n): Promise<void> {
  const { api, wallet, chain } = person
  const { chainId } = chain.chain
  const { collection, tokenId } = item
  const row = await api.order.get({ collection, tokenId, owner, type: ORDER_TYPE.SALE, chainId })
  const asked = { collection, tokenId, owner, type: ORDER_TYPE.SALE, salt: row.salt, quantity, chainId }
  const fee = await untilMarketHasRead(() => api.order.buyerFee(asked))
  const order = orderOf(row)
  const due = payAmount(unitPriceOf(order), quantity, BigInt(fee.buyerFee))
  const isCoin = row.buyToken === ZERO_ADDRESS
  if (!isCoin) await approveMoney(person, row.buyToken, due)
  const hash = await wallet.writeContract({
    address: chain.contracts.exchange,
    abi: exchangeAbi,
    functionName: 'exchange',
    args: [
      toExchangeOrder(order),
      parseSignature(row.signature),
      BigInt(fee.buyerFee),
      { v: Number(fee.v), r: fee.r, s: fee.s },
      quantity,
      ZERO_ADDRESS,
    ],
    value: isCoin ? due : 0n,
  })
  await mined(person, hash)
}

/** Sells to `bidder`'s bid, with the operator's fee signature. */
export async function acceptBid(person: Person, item: Item, bidder: Address, quantity = 1n): Promise<void> {
  const { api, wallet, chain } = person
  const slot = { collection: item.collection, tokenId: item.tokenId, owner: bidder, type: ORDER_TYPE.BID, chainId: chain.chain.chainId }
  const row = await untilMarketHasRead(() => api.order.get(slot))
  const fee = await untilMarketHasRead(() => api.order.buyerFee({ ...slot, salt: row.salt, quantity }))
  const order = orderOf(row)
  const hash = await wallet.writeContract({
    address: chain.contracts.exchange,
    abi: exchangeAbi,
    functionName: 'exchange',
    args: [
      toExchangeOrder(order),
      parseSignature(row.signature),
      BigInt(fee.buyerFee),
      { v: Number(fee.v), r: fee.r, s: fee.s },
      unitPriceOf(order) * quantity,
      ZERO_ADDRESS,
    ],
  })
  await mined(person, hash)
}

/** `salt` of the bid to raise. */
type BidTerms = Terms & { salt?: bigint }

/** Bids a unit price, in wrapped coin or dollars, and approves the market for all of it. */
export async function bidFor(person: Person, item: Item, price: string, terms: BidTerms = {}): Promise<void> {
  const { api, wallet, chain, address } = person
  const { chainId } = chain.chain
  const { wrappedCoin, dollar, exchange } = chain.contracts
  const { quantity = 1n, payToken = 'wrapped', validUntil, salt } = terms
  const unit = parseUnits(price, payToken === 'dollar' ? DOLLAR_DECIMALS : COIN_DECIMALS)
  const sides = {
    maker: address,
    sellToken: payToken === 'dollar' ? dollar : wrappedCoin,
    sellTokenId: 0n,
    sellType: ASSET_TYPE.ERC20,
    selling: unit * quantity,
    buyToken: item.collection,
    buyTokenId: item.tokenId,
    buyType: item.standard === TOKEN_STANDARD.ERC1155 ? ASSET_TYPE.ERC1155 : ASSET_TYPE.ERC721,
    buying: quantity,
  }
  const type = salt === undefined ? ACTION_TYPE.BID : ACTION_TYPE.EDIT_BID
  const window = { ...(validUntil ? { validUntil } : {}), ...(salt === undefined ? {} : { salt }) }
  const prepared = await api.order.prepare({ ...sides, ...window, type, chainId })
  const { committed } = await api.paytoken.committed({ token: sides.sellToken, chainId })
  await approveMoney(person, sides.sellToken, payAmount(unit, quantity, BigInt(prepared.buyerFee)) + committed)
  const order = orderOf({ ...sides, salt: prepared.salt, sellerFee: prepared.sellerFee })
  const signature = await wallet.signTypedData(orderTypedData(order, orderDomain(chainId, exchange)))
  await api.order.add({ ...sides, salt: prepared.salt, type, digest: prepared.digest, signature, chainId })
}

/** All accounts trade in parallel in a story, so the market may lag some blocks: retries until it has caught up. */
export async function untilMarketHasRead<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await ask()
    } catch (error) {
      if (tries === BEHIND_TRIES || !(error instanceof ApiError && error.code === 'MARKET_BEHIND')) throw error
      await sleep(BEHIND_WAIT_MS)
    }
  }
}

/** Exactly what this payment needs. */
export async function approveMoney(person: Person, token: Address, amount: bigint): Promise<void> {
  const { wallet, chain } = person
  const call = { address: token, abi: wrappedCoinAbi, functionName: 'approve' } as const
  await mined(person, await wallet.writeContract({ ...call, args: [chain.contracts.transferProxy, amount] }))
}

type Sides = {
  maker: Address
  sellToken: Address
  sellTokenId: bigint
  sellType: number
  selling: bigint
  buyToken: Address
  buyTokenId: bigint
  buyType: number
  buying: bigint
  salt: bigint
  sellerFee: number
}

function orderOf(row: Sides): Order {
  return {
    owner: row.maker,
    salt: row.salt,
    sellAsset: { token: row.sellToken, tokenId: row.sellTokenId, assetType: assetTypeIn(row.sellType) },
    buyAsset: { token: row.buyToken, tokenId: row.buyTokenId, assetType: assetTypeIn(row.buyType) },
    selling: row.selling,
    buying: row.buying,
    sellerFee: BigInt(row.sellerFee),
  }
}

export function assetTypeIn(code: number): Order['sellAsset']['assetType'] {
  const found = Object.values(ASSET_TYPE).find((type) => type === code)
  if (found === undefined) throw new Error(`no asset type ${code}`)
  return found
}
