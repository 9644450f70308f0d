import type { OrderRecord } from '@plinth/api'
import { ASSET_TYPE, feeOf, leastUnitPrice, parseUnits } from '@plinth/protocol'
import { bidLeft } from '../../entities/bid.ts'
import type { TextKey } from '../../i18n/translate.ts'
import { amountError, quantityError, type SaleErrors, type SaleForm, typedQuantity, validUntilOf } from './sale-form.ts'

export type BidFacts = {
  /** Of an edition, all that others hold. */
  most: bigint
  decimals: number
  /** The open bid that is raised. */
  bid: Pick<OrderRecord, 'selling' | 'buying' | 'filled'> | undefined
  /** Unix seconds of the chain. */
  now: number
}

/** Validation errors of this bid, by field (document B §5). Only the price of an open bid can change. */
export function findBidErrors(form: SaleForm, { most, decimals, bid, now }: BidFacts): SaleErrors {
  const price = bidPriceError(form.price, decimals)
  if (bid) {
    const isHigher = price === undefined && parseUnits(form.price, decimals) > bid.selling / bid.buying
    return price ? { price } : isHigher ? {} : { price: 'form.lessPrice' }
  }
  const quantity = quantityError(form.quantity, most)
  const until = validUntilOf(form, now)
  return {
    ...(price ? { price } : {}),
    ...(quantity ? { quantity } : {}),
    ...(until === undefined || until <= now ? { life: 'trade.badTime' as const } : {}),
  }
}

const LEAST = leastUnitPrice({ assetType: ASSET_TYPE.ERC20 })

function bidPriceError(text: string, decimals: number): TextKey | undefined {
  return amountError(text, decimals) ?? (parseUnits(text, decimals) < LEAST ? 'form.lowPrice' : undefined)
}

/** In base units of the pay token. */
export type BidFigures = {
  unitPrice: bigint
  /** Of the whole order, as it is signed. */
  quantity: bigint
  /** Not accepted yet. */
  left: bigint
  price: bigint
  fee: bigint
  /** Price and fee of what is left: what leaves its maker at most. */
  draw: bigint
}

export function bidFigures(
  form: Pick<SaleForm, 'price' | 'quantity'>,
  { decimals, feeBps, bid }: Pick<BidFacts, 'decimals' | 'bid'> & { feeBps: bigint },
): BidFigures {
  const unitPrice = amountError(form.price, decimals) ? 0n : parseUnits(form.price, decimals)
  const typed = typedQuantity(form.quantity)
  const quantity = bid?.buying ?? typed
  const left = bid ? bidLeft(bid) : typed
  const price = unitPrice * left
  const fee = feeOf(price, feeBps)
  return { unitPrice, quantity, left, price, fee, draw: price + fee }
}

/** What leaves the maker of an open bid when all that is left of it is accepted now. */
export function drawOf(bid: Pick<OrderRecord, 'selling' | 'buying' | 'filled'>, feeBps: bigint): bigint {
  const price = (bid.selling / bid.buying) * bidLeft(bid)
  return price + feeOf(price, feeBps)
}

/** Balance beyond what the other open bids, and this one as stored and as typed, can draw. */
export function idleBeside({ balance, committed, draws }: { balance: bigint; committed: bigint; draws: readonly bigint[] }): bigint {
  const needed = draws.reduce((most, draw) => (draw > most ? draw : most), 0n) + committed
  return balance > needed ? balance - needed : 0n
}

type Funds = {
  /** Of the pay token, and of the chain's coin; undefined until read. */
  balance: bigint | undefined
  coin: bigint | undefined
  isWrapped: boolean
  draw: bigint
}

/** What is wrapped first, and whether even that does not suffice. Something of the coin has to be left for the network. */
export function fundingOf({ balance, coin, isWrapped, draw }: Funds): { wrap: bigint; isShort: boolean } {
  if (balance === undefined || balance >= draw) return { wrap: 0n, isShort: false }
  const missing = draw - balance
  if (!isWrapped || (coin !== undefined && coin <= missing)) return { wrap: 0n, isShort: true }
  return { wrap: coin === undefined ? 0n : missing, isShort: false }
}
