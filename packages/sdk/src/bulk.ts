import { AppError, type Client, type ErrorCode, MOST_ORDERS_AT_ONCE } from '@plinth/api'
import {
  assetTypeOf,
  type BulkLeaf,
  bulkDigest,
  bulkLeaves,
  bulkTypedData,
  MAX_FEE_BPS,
  MOST_BULK_ORDERS,
  moneyOf,
  ORDER_TERMS,
  type Order,
  orderDigest,
  orderDomain,
  orderTypedData,
  standardOf,
  termsOf,
} from '@plinth/protocol'
import type { Hex } from 'viem'
import type { Market } from './market.ts'
import { requireAsked } from './prepare-order.ts'
import type { SignatureRequest } from './requests.ts'
import type { SaleTerms } from './sale.ts'

/** A market whose acts may be of many orders at once. */
export type BulkMarket = Market & { readonly bulk: Pick<Client['order'], 'preparemany' | 'submitmany'> }

/** Why one of many was refused; the text is that of the server, in the language of the client. */
export type Refusal = { readonly code: ErrorCode; readonly text?: string }

/** By line; undefined of one that is not refused. */
export type LineOutcomes = readonly (Refusal | undefined)[]

export type PreparedMany = {
  /** One signature for all that were not refused; undefined where none is left. */
  readonly request: SignatureRequest | undefined
  /** Final once the request is submitted. */
  readonly outcomes: () => LineOutcomes
}

type Line = { readonly at: number; readonly order: Order; readonly digest: Hex }

/**
 * Has the server allot the numbers of these sales, and prepares one signature for all of them, of the caller's own terms: of a line
 * with a salt it lowers the price of that open sale. Throws ORDER_MISMATCH where an answer of the server differs from the terms.
 * Where the connection fails during `submit`, the same signature may be submitted again.
 */
export async function prepareMany(market: BulkMarket, lines: readonly SaleTerms[]): Promise<PreparedMany> {
  if (lines.length > MOST_BULK_ORDERS) throw new AppError('ORDER_SHAPE')
  const refusals: (Refusal | undefined)[] = lines.map(() => undefined)
  const ready: Line[] = []
  for (const [from, batch] of batchesOf(lines)) {
    const { orders } = await market.bulk.preparemany({ ...partiesOf(market), orders: batch.map(askedOf) })
    if (orders.length !== batch.length) throw new AppError('ORDER_MISMATCH')
    for (const [place, { code, text = '', ...prepared }] of orders.entries()) {
      const [at, terms] = [from + place, batch[place]]
      if (code !== undefined) refusals[at] = { code, text }
      else if (terms) ready.push(lineOf(market, { at, terms, prepared }))
    }
  }
  if (new Set(ready.map(({ order }) => order.salt)).size !== ready.length) throw new AppError('ORDER_MISMATCH')
  const refuse = (at: number, refusal: Refusal): void => {
    refusals[at] = refusal
  }
  return { request: requestOf(market, { lines, ready, refuse }), outcomes: () => [...refusals] }
}

const partiesOf = ({ account: maker, chainId }: Market) => ({ maker, chainId })

/** A sale as the calls for many name it. */
function saleOf({ collection, tokenId, standard, quantity, unitPrice, payToken }: SaleTerms) {
  return { collection, tokenId, assetType: assetTypeOf(standardOf(standard)), quantity, unitPrice, payToken: payToken.address }
}

function askedOf(terms: SaleTerms) {
  if (terms.taker !== undefined || terms.isMintedBySale) throw new AppError('ORDER_SHAPE')
  return { ...saleOf(terms), ...(terms.salt === undefined ? { validUntil: terms.validUntil } : { salt: terms.salt }) }
}

type Answered = { readonly salt?: bigint; readonly sellerFee?: number; readonly digest?: Hex }

/** The typed data is built here from the maker's own terms; the server only adds the number. */
function lineOf({ account, chainId, config }: Market, { at, terms, prepared }: { at: number; terms: SaleTerms; prepared: Answered }): Line {
  const { salt, sellerFee, digest: given } = prepared
  if (salt === undefined || sellerFee === undefined) throw new AppError('ORDER_MISMATCH')
  const { collection: token, tokenId, assetType, quantity, unitPrice, payToken } = saleOf(terms)
  // In a sale these bits are the royalty that the collection asks for, which the market fills in.
  requireAsked({ salt: terms.salt, validUntil: terms.validUntil, maxBuyerFeeBps: BigInt(MAX_FEE_BPS) }, salt)
  const order: Order = {
    owner: account,
    salt,
    sellAsset: { token, tokenId, assetType },
    buyAsset: moneyOf(payToken),
    selling: quantity,
    buying: unitPrice * quantity,
    sellerFee: BigInt(sellerFee),
  }
  const digest = orderDigest(order, orderDomain(chainId, config.contract.exchange))
  if (termsOf(salt) !== ORDER_TERMS.PLAIN || digest !== given || order.sellerFee > terms.sellerFeeBps) throw new AppError('ORDER_MISMATCH')
  return { at, order, digest }
}

type Ready = {
  readonly lines: readonly SaleTerms[]
  readonly ready: readonly Line[]
  readonly refuse: (at: number, refusal: Refusal) => void
}

function requestOf(market: BulkMarket, { lines, ready, refuse }: Ready): SignatureRequest | undefined {
  const [first, second] = ready
  const domain = orderDomain(market.chainId, market.config.contract.exchange)
  if (!first) return undefined
  const orders = ready.map(({ order }) => order)
  // A tree has two leaves: an order alone is signed as it is.
  const leaves = second ? bulkLeaves(orders) : [ALONE]
  let stored = 0
  const submit = async (signature: Hex): Promise<void> => {
    // Batches that were answered are not sent again.
    for (const [from, batch] of batchesOf(ready)) {
      if (from < stored) continue
      const sent = batch.map(({ at, order, digest }, place) => {
        const [terms, leaf] = [lines[at], leaves[from + place]]
        if (!terms || !leaf) throw new AppError('ORDER_MISMATCH')
        return { ...saleOf(terms), salt: order.salt, digest, ...leaf }
      })
      const { orders: answers } = await market.bulk.submitmany({ ...partiesOf(market), signature, orders: sent })
      if (answers.length !== batch.length) throw new AppError('ORDER_MISMATCH')
      for (const [place, { code, text = '' }] of answers.entries()) {
        const line = batch[place]
        if (code !== undefined && line) refuse(line.at, { code, text })
      }
      stored = from + batch.length
    }
  }
  return second
    ? { kind: 'signature', typedData: bulkTypedData(orders, domain), digest: bulkDigest(orders, domain), submit }
    : { kind: 'signature', typedData: orderTypedData(first.order, domain), digest: first.digest, submit }
}

const ALONE: BulkLeaf = { index: 0, proof: '0x' }

/** Keeps the form below the server's limit, however long its numbers are. */
const SENT_AT_ONCE = MOST_ORDERS_AT_ONCE / 2

function* batchesOf<T>(list: readonly T[]): Generator<[from: number, batch: readonly T[]]> {
  for (let from = 0; from < list.length; from += SENT_AT_ONCE) yield [from, list.slice(from, from + SENT_AT_ONCE)]
}
