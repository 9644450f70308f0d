import type { ActivityRecord, ItemRecord } from '@plinth/api'
import { type Address, formatUnits, ORDER_TERMS, parseUnits, termsOf, ZERO_ADDRESS } from '@plinth/protocol'
import type { HistoryRow } from '../history-view.ts'
import { openBids } from '../item-role.ts'

/** What happened at a price: sold, sold to an offer, put on sale, or a sale of another work of the collection. */
export type PriceKind = 'sale' | 'offer' | 'listing' | 'collection'
export type PricePoint = {
  id: string
  at: number
  kind: PriceKind
  /** Of one, to its last digit. */
  price: string
  /** Rounded for the drawing. */
  value: number
  /** Of another work. */
  name?: string
}

/** One axis has one money: the chain's coin with its wrapped coin, or a token. `addresses` are those of its pay tokens. */
export type ChartMoney = { symbol: string; symbols: readonly string[]; decimals: number; addresses: readonly Address[] }

type Token = { readonly address: Address; readonly symbol: string; readonly decimals: number }
const COIN_DECIMALS = 18

/** The money of the newest sale, or else of the newest listing; the coin where there is neither. */
export function chartMoney(rows: readonly HistoryRow[], coin: string, tokens: readonly Token[]): ChartMoney {
  const newest = (rows.find(({ sold }) => sold)?.sold ?? rows.find(({ asked }) => asked)?.asked)?.symbol
  const wrapped = tokens.filter(({ symbol, decimals }) => symbol === `W${coin}` && decimals === COIN_DECIMALS)
  const ofCoin = [coin, ...wrapped.map(({ symbol }) => symbol)]
  const token = newest === undefined || ofCoin.includes(newest) ? undefined : tokens.find(({ symbol }) => symbol === newest)
  if (token) return { symbol: token.symbol, symbols: [token.symbol], decimals: token.decimals, addresses: [token.address] }
  return {
    symbol: coin,
    symbols: ofCoin,
    decimals: COIN_DECIMALS,
    addresses: [ZERO_ADDRESS, ...wrapped.map(({ address }) => address)],
  }
}

/** The work's own sales and listings in a money, oldest first. */
export function ownPoints(rows: readonly HistoryRow[], { symbols }: ChartMoney): PricePoint[] {
  const points = rows.flatMap(({ id, at, sold, asked, isAccepted }): PricePoint[] => {
    const priced = sold ?? asked
    if (!priced || !symbols.includes(priced.symbol)) return []
    const kind = asked ? 'listing' : isAccepted ? 'offer' : 'sale'
    return [{ id, at, kind, price: priced.unitPrice, value: Number(priced.unitPrice) }]
  })
  return points.sort((one, other) => one.at - other.at)
}

/** Sales of the collection's other works in a money, oldest first; without those that the published rule leaves out. */
export function otherPoints(sales: readonly ActivityRecord[], { decimals, addresses }: ChartMoney, tokenId: bigint): PricePoint[] {
  return sales
    .flatMap(({ id, at, payToken, unitPrice, isLeftOut, name, ...sale }): PricePoint[] => {
      if (isLeftOut || sale.tokenId === tokenId || payToken === undefined || unitPrice === undefined) return []
      if (!addresses.includes(payToken)) return []
      const price = formatUnits(unitPrice, decimals)
      return [{ id: `other ${id}`, at, kind: 'collection', price, value: Number(price), name: name || `#${sale.tokenId}` }]
    })
    .sort((one, other) => one.at - other.at)
}

export type Standing = { listed: string | undefined; offered: string | undefined }

/** What it is on sale for, and the top offer for it, in a money. */
export function standing(item: ItemRecord, { symbols, decimals }: ChartMoney): Standing {
  const inMoney = <T extends { payTokenSymbol: string }>(orders: readonly T[]) =>
    orders.filter(({ payTokenSymbol }) => symbols.includes(payTokenSymbol))
  const sales = inMoney(item.listings).filter(({ isExpired, salt }) => !isExpired && termsOf(salt) === ORDER_TERMS.PLAIN)
  const bids = inMoney(openBids(item)).filter(({ isExpired, isFundable }) => !isExpired && isFundable)
  const sorted = (orders: readonly { unitPrice: string }[]) =>
    orders.map(({ unitPrice }) => unitPrice).sort((one, other) => (parseUnits(one, decimals) < parseUnits(other, decimals) ? -1 : 1))
  return { listed: sorted(sales)[0], offered: sorted(bids).at(-1) }
}
