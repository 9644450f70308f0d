import { AppError } from '@plinth/api'
import { ACTION_TYPE, digestByTerms, ORDER_TYPE, orderDomain, totalOf, unpackSalt } from '@plinth/protocol'
import type { Hex } from 'viem'
import type { Chain } from '../../chain/chain.ts'
import type { RequestContext } from '../../context.ts'
import { type Allotment, allotSalts } from '../../state/offers/salts.ts'
import { sellerFeeAt } from '../settings/service.ts'
import { dailyError, leftToday } from './daily.ts'
import { eachOf, type ManySale, type OfMany, type Outcome, openMany, sidesOfSale } from './many.ts'
import { checkPrepared, keptSalt, windowFrom } from './prepare.ts'
import { mostRoyalty } from './proof.ts'
import { type OrderSides, orderOf, shapeOf } from './shape.ts'

export type SaleToPrepare = ManySale & { readonly salt?: bigint; readonly validUntil?: number }

export type PreparedSale = {
  readonly salt: bigint
  readonly digest: Hex
  readonly sellerFee: number
  readonly validUntil: number
}

/** A sale that keeps its salt, or one that needs a new one. */
type Checked = { readonly sides: OrderSides } & (
  | { readonly kept: Allotment }
  | { readonly window: { readonly validUntil: number; readonly validFrom: number; readonly maxBuyerFeeBps: number } }
)

/** Checks each sale as order.prepare does, and allots the salts of all that are new at once. Stores nothing else. */
export async function prepareMany(context: RequestContext, input: OfMany<SaleToPrepare>) {
  const { maker, orders } = input
  const chain = await openMany(context, 'prepare', input)
  const fees = await chain.fees()
  const isFirst = firstsOf(orders)
  const checked = await eachOf(orders, (sale, at) => checkSale(context, chain, input, sale, isFirst(at)))
  const isNew = ({ value }: { readonly value: Checked }): boolean => 'window' in value
  const left = await leftToday(context.db, maker, chain.now())
  const wanted = checked.filter((outcome) => 'value' in outcome && isNew(outcome))
  const late = new Set(wanted.slice(Math.max(0, left)))
  const windows = wanted.flatMap((outcome) =>
    !late.has(outcome) && 'value' in outcome && 'window' in outcome.value ? [outcome.value.window] : [],
  )
  const who = { chainId: chain.id, exchange: chain.config.contracts.exchange, maker }
  const sellerFee = Number(await sellerFeeAt(context, fees))
  const allotted = (await allotSalts(context.db, who, windows, sellerFee, context.clock.now())).values()
  const outcomes: Outcome<PreparedSale>[] = checked.map((outcome) => {
    if ('refused' in outcome) return outcome
    if (late.has(outcome)) return { refused: dailyError() }
    const { value } = outcome
    const allotment = 'kept' in value ? value.kept : allotted.next().value
    if (!allotment) throw new Error('A salt is missing')
    return { value: preparedOf(chain, value.sides, allotment) }
  })
  return { chainId: chain.id, buyerFee: Number(fees.buyerFeeBps), outcomes }
}

/** Whether no earlier one of the sales is of the same item: an account has one sale of each. */
function firstsOf(orders: readonly ManySale[]): (at: number) => boolean {
  const firsts = new Map<string, number>()
  for (const [at, { collection, tokenId }] of orders.entries()) {
    const key = `${collection}:${tokenId}`
    if (!firsts.has(key)) firsts.set(key, at)
  }
  const places = new Set(firsts.values())
  return (at) => places.has(at)
}

async function checkSale(
  context: RequestContext,
  chain: Chain,
  { maker }: OfMany<SaleToPrepare>,
  sale: SaleToPrepare,
  isFirst: boolean,
): Promise<Checked> {
  const asked = sidesOfSale(maker, sale)
  const { salt, validUntil } = sale
  const shape = shapeOf(orderOf(asked, 0n, 0n))
  if (shape.side !== ORDER_TYPE.SALE) throw new AppError('ORDER_SHAPE')
  if (!isFirst) throw new AppError('ORDER_EXISTS')
  const type = salt === undefined ? ACTION_TYPE.SALE : ACTION_TYPE.EDIT_SALE
  const input = { ...asked, type, ...(salt === undefined ? {} : { salt }) }
  const { sides, edited } = await checkPrepared(context, chain, input, shape)
  if (salt === undefined) {
    const window = windowFrom(validUntil === undefined ? {} : { validUntil }, chain.now())
    return { sides, window: { validUntil: window.validUntil, validFrom: 0, maxBuyerFeeBps: await mostRoyalty(chain, maker, shape) } }
  }
  if (!edited) throw new AppError('ORDER_NOT_FOUND')
  const isRenewed = edited.hasLeft || !edited.isProven
  const [before, after] = [edited.total, totalOf(orderOf(sides, 0n, 0n))]
  if (after > before || (after === before && !isRenewed)) throw new AppError('PRICE_NOT_LOWER')
  return { sides, kept: await keptSalt(context, chain, maker, salt) }
}

function preparedOf(chain: Chain, sides: OrderSides, { salt, sellerFee }: Allotment): PreparedSale {
  const order = orderOf(sides, salt, BigInt(sellerFee))
  const digest = digestByTerms(order, orderDomain(chain.id, chain.config.contracts.exchange))
  return { salt, digest, sellerFee, validUntil: unpackSalt(salt).validUntil }
}
