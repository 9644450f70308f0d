import type { Config, HistoryRecord, ItemRecord } from '@plinth/api'
import { type Address, HISTORY_TYPE, type PriceMarks, parseUnits } from '@plinth/protocol'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

type Priced = Pick<ItemRecord, 'chainId' | 'collection' | 'tokenId'>
type Market = Pick<Config, 'contract'>

/** What one of the item cost before, in this pay token and in no other: prices of two tokens can't be compared. */
export const marksQuery = ({ chainId, collection, tokenId }: Priced, token: Address, config: Market) =>
  queryOptions({
    queryKey: ['trade.marks', chainId, collection, tokenId, token],
    queryFn: async (): Promise<PriceMarks> => {
      const [history, floors] = await Promise.all([
        api.nft.history({ collection, tokenId, chainId }),
        isShared(collection, config) ? [] : api.contract.floor({ collection, chainId }),
      ])
      return { lastSale: lastSaleIn(history, token), floor: floors.find(({ payToken }) => payToken === token)?.unitPrice }
    },
    retry: false,
  })

/** Where everybody mints, the cheapest of all works says nothing about this one. */
const isShared = (collection: Address, { contract }: Market): boolean =>
  collection === contract.official721 || collection === contract.official1155

/** Newest first, as the market tells it. */
export function lastSaleIn(history: readonly HistoryRecord[], token: Address): bigint | undefined {
  const sale = history.find(
    ({ type, content }) => (type === HISTORY_TYPE.BUY || type === HISTORY_TYPE.ACCEPT) && content?.payTokenAddress === token,
  )
  return sale?.content && parseUnits(sale.content.unitPrice, sale.content.payTokenDecimals)
}
