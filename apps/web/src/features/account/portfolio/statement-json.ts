import type { PortfolioTrade } from '@plinth/api'
import { formatUnits } from '@plinth/protocol'
import { portfolioApi } from '../../../lib/portfolio-api.ts'
import { inScope, type Period } from './portfolio-query.ts'

const LIMIT = 100

/** Every trade of the year, page by page. */
export async function allTrades({ year, timeZone, ...scope }: Period): Promise<PortfolioTrade[]> {
  const input = { year, timeZone, limit: LIMIT, ...inScope(scope) }
  const trades: PortfolioTrade[] = []
  for (let cursor: string | undefined; ; ) {
    const { list, next } = await portfolioApi.trades(cursor === undefined ? input : { ...input, cursor })
    trades.push(...list)
    if (next === undefined) return trades
    cursor = next
  }
}

const WORTH_DECIMALS = 8
const COIN_DECIMALS = 18

/** Amounts are decimal texts with a point, so that no program loses a digit. */
export function tradesJson(trades: readonly PortfolioTrade[], { year, timeZone }: Pick<Period, 'year' | 'timeZone'>): string {
  return JSON.stringify(
    {
      year,
      timeZone,
      trades: trades.map(({ payToken, tokenId, units, price, buyerFee, sellerFee, royalty, dividends, total, gas, worth, at, ...rest }) => {
        const amount = (value: bigint) => formatUnits(value, payToken.decimals)
        return Object.assign({}, rest, {
          at: new Date(at * 1_000).toISOString(),
          tokenId: tokenId.toString(),
          units: units.toString(),
          money: payToken.symbol,
          moneyAddress: payToken.address,
          price: amount(price),
          buyerFee: amount(buyerFee),
          sellerFee: amount(sellerFee),
          royalty: amount(royalty),
          dividends: amount(dividends),
          total: amount(total),
          gas: gas === undefined ? undefined : formatUnits(gas, COIN_DECIMALS),
          worth: worth === undefined ? undefined : formatUnits(worth, WORTH_DECIMALS),
        })
      }),
    },
    undefined,
    2,
  )
}
