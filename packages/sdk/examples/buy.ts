import type { ItemRecord, OrderRecord } from '@plinth/api'
import { buy, type Connection, perform } from '@plinth/sdk'
import type { Hex } from 'viem'

/** Buys one piece of a sale, if what is sent with it stays at or below `most` base units of the coin. */
export async function buyUpTo({ market, signer }: Connection, item: ItemRecord, sale: OrderRecord, most: bigint): Promise<Hex | undefined> {
  const act = buy(market, {
    collection: item.collection,
    tokenId: item.tokenId,
    seller: sale.maker,
    amount: 1n,
    shown: { unitPrice: sale.unitPrice, salt: sale.salt, buyerFeeBps: market.config.buyerFee },
  })
  const { pay } = await perform(act, signer, {
    review: (request) => request.kind !== 'transaction' || (request.call.value ?? 0n) <= most,
  })
  return pay
}
