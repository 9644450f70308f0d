import type { ItemRecord, OrderRecord } from '@plinth/api'
import { type Address, ORDER_TYPE } from '@plinth/protocol'
import { accept, bid, type Connection, cancel, perform } from '@plinth/sdk'

const DAY_S = 86_400

const bidOf = ({ market }: Connection, item: ItemRecord): Promise<OrderRecord> =>
  market.api.order.get({
    chainId: market.chainId,
    collection: item.collection,
    tokenId: item.tokenId,
    owner: market.account,
    type: ORDER_TYPE.BID,
  })

/** Bids for one piece in wrapped coin, and wraps what is missing of it. `price` in wei. */
export async function bidFor(connection: Connection, item: ItemRecord, wrapped: Address, price: bigint): Promise<OrderRecord> {
  const { market, signer } = connection
  const act = bid(market, {
    collection: item.collection,
    tokenId: item.tokenId,
    standard: item.standard,
    quantity: 1n,
    unitPrice: price,
    payToken: { address: wrapped },
    maxBuyerFeeBps: market.config.buyerFee,
    sellerFeeBps: market.config.sellerFee,
    validUntil: market.config.now + DAY_S,
    salt: undefined,
    wrap: price * 2n,
  })
  await perform(act, signer)
  return bidOf(connection, item)
}

/** Raises an open bid. */
export async function raise(connection: Connection, item: ItemRecord, price: bigint): Promise<OrderRecord> {
  const { market, signer } = connection
  const open = await bidOf(connection, item)
  const act = bid(market, {
    collection: item.collection,
    tokenId: item.tokenId,
    standard: item.standard,
    quantity: open.buying,
    unitPrice: price,
    payToken: { address: open.sellToken },
    maxBuyerFeeBps: market.config.buyerFee,
    sellerFeeBps: BigInt(open.sellerFee),
    validUntil: open.validUntil,
    salt: open.salt,
    wrap: price * 2n,
  })
  await perform(act, signer)
  return bidOf(connection, item)
}

/** Ends an open bid on the chain. */
export async function endBid({ market, signer }: Connection, item: ItemRecord): Promise<void> {
  await perform(cancel(market, item, ORDER_TYPE.BID), signer)
}

/** Sells one piece to a bid, for `least` base units after fee and royalty or not at all. */
export async function sellTo({ market, signer }: Connection, item: ItemRecord, shown: OrderRecord, least: bigint): Promise<void> {
  const { collection, tokenId } = item
  await perform(accept(market, { collection, tokenId, quantity: 1n, shown, receives: least }), signer)
}
