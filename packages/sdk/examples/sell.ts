import type { ItemRecord, OrderRecord } from '@plinth/api'
import { ORDER_TYPE, ZERO_ADDRESS } from '@plinth/protocol'
import { type Connection, cancel, list, perform } from '@plinth/sdk'

const WEEK_S = 7 * 86_400

const saleOf = ({ market }: Connection, item: ItemRecord): Promise<OrderRecord> =>
  market.api.order.get({
    chainId: market.chainId,
    collection: item.collection,
    tokenId: item.tokenId,
    owner: market.account,
    type: ORDER_TYPE.SALE,
  })

/** Puts one piece on sale for the chain's coin and answers the sale. `price` in wei. */
export async function sell(connection: Connection, item: ItemRecord, price: bigint): Promise<OrderRecord> {
  const { market, signer } = connection
  const act = list(market, {
    collection: item.collection,
    tokenId: item.tokenId,
    standard: item.standard,
    quantity: 1n,
    unitPrice: price,
    payToken: { address: ZERO_ADDRESS },
    validUntil: market.config.now + WEEK_S,
    sellerFeeBps: market.config.sellerFee,
  })
  await perform(act, signer)
  return saleOf(connection, item)
}

/** Lowers the price of an open sale; its number, and so its place, stays. */
export async function lowerPrice(connection: Connection, item: ItemRecord, price: bigint): Promise<OrderRecord> {
  const { market, signer } = connection
  const sale = await saleOf(connection, item)
  const act = list(market, {
    collection: item.collection,
    tokenId: item.tokenId,
    standard: item.standard,
    quantity: sale.selling,
    unitPrice: price,
    payToken: { address: sale.buyToken },
    validUntil: sale.validUntil,
    sellerFeeBps: BigInt(sale.sellerFee),
    salt: sale.salt,
  })
  await perform(act, signer)
  return saleOf(connection, item)
}

/** Ends an open sale on the chain. */
export async function endSale({ market, signer }: Connection, item: ItemRecord): Promise<void> {
  await perform(cancel(market, item), signer)
}
