import type { Config, FloorPrice, HistoryRecord, PayToken } from '@plinth/api'
import { type Address, HISTORY_TYPE, type PriceMarks, parseUnits, ZERO_ADDRESS } from '@plinth/protocol'
import { queryOptions } from '@tanstack/react-query'
import { api, queryClient } from '../../lib/api.ts'
import { payTokensQuery } from '../../lib/site.ts'
import { isWrappedCoin } from '../../lib/wrapped-coin.ts'

/** An item, or one about to be made: that one has no number and no sales yet, and has a collection once one is chosen. */
export type Priced = { readonly chainId: number; readonly collection: Address | undefined; readonly tokenId?: bigint | undefined }
type Market = Pick<Config, 'contract'> & { network: Pick<Config['network'], 'symbol'> }
export type PricedIn = Pick<PayToken, 'address' | 'symbol' | 'decimals'>

/** What one of the item cost before, in the money of this price and in no other. */
export const marksQuery = ({ chainId, collection, tokenId }: Priced, token: PricedIn, config: Market) =>
  queryOptions({
    queryKey: ['trade.marks', chainId, collection, tokenId, token.address],
    queryFn: async (): Promise<PriceMarks & { money: readonly Address[] }> => {
      const [history, floors, tokens] = await Promise.all([
        collection && tokenId !== undefined ? api.nft.history({ collection, tokenId, chainId }) : [],
        collection ? floorsOf(chainId, collection, config) : [],
        queryClient.ensureQueryData(payTokensQuery(chainId)),
      ])
      const money = moneyLike(token, tokens, config.network.symbol)
      return { lastSale: lastSaleIn(history, money), floor: floorIn(floors, money), money }
    },
    retry: false,
  })

/** In collections open to every maker (the market's own, and those its operator added) the floor says nothing about this item. */
async function floorsOf(chainId: number, collection: Address, { contract }: Market): Promise<readonly FloorPrice[]> {
  if (collection === contract.official721 || collection === contract.official1155) return []
  const [floors, official] = await Promise.all([api.contract.floor({ collection, chainId }), api.contract.list({ chainId })])
  return official.some(({ address }) => address === collection) ? [] : floors
}

/** Tokens whose prices compare unit for unit: a chain's coin and its wrapped twin, which bids are in; any other with itself alone. */
export function moneyLike(token: PricedIn, tokens: readonly PricedIn[], coin: string): readonly Address[] {
  if (token.address !== ZERO_ADDRESS && !isWrappedCoin(token, coin)) return [token.address]
  return [ZERO_ADDRESS, token.address, ...tokens.filter((other) => isWrappedCoin(other, coin)).map(({ address }) => address)]
}

/** Newest first, as the market lists it. A sale that the published rule leaves out is no mark. */
export function lastSaleIn(history: readonly HistoryRecord[], money: readonly string[]): bigint | undefined {
  const sale = history.find(
    ({ type, content, isLeftOut }) =>
      (type === HISTORY_TYPE.BUY || type === HISTORY_TYPE.ACCEPT) && !isLeftOut && content && money.includes(content.payTokenAddress),
  )
  return sale?.content && parseUnits(sale.content.unitPrice, sale.content.payTokenDecimals)
}

function floorIn(floors: readonly FloorPrice[], money: readonly Address[]): bigint | undefined {
  const prices = floors.flatMap(({ payToken, unitPrice }) => (money.includes(payToken) ? [unitPrice] : []))
  return prices.reduce<bigint | undefined>((least, price) => (least === undefined || price < least ? price : least), undefined)
}
