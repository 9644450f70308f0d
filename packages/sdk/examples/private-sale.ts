import type { ItemRecord, PrivateSaleRecord } from '@plinth/api'
import { type Address, ZERO_ADDRESS } from '@plinth/protocol'
import { buyPrivately, type Connection, cancelPrivate, fetchPrivateSale, list, perform } from '@plinth/sdk'
import type { Hex } from 'viem'

const WEEK_S = 7 * 86_400

/** Puts one piece on sale for one account alone, for the chain's coin. `price` in wei. */
export async function sellTo(connection: Connection, item: ItemRecord, taker: Address, price: bigint): Promise<PrivateSaleRecord> {
  const { market, signer } = connection
  const { collection, tokenId, standard } = item
  const act = list(market, {
    collection,
    tokenId,
    standard,
    quantity: 1n,
    unitPrice: price,
    payToken: { address: ZERO_ADDRESS },
    validUntil: market.config.now + WEEK_S,
    sellerFeeBps: market.config.sellerFee,
    taker,
  })
  await perform(act, signer)
  return fetchPrivateSale(market, { collection, tokenId, seller: market.account })
}

/** Buys what another account reserved for this one. */
export async function buyReserved(connection: Connection, item: ItemRecord, seller: Address): Promise<Hex | undefined> {
  const { market, signer } = connection
  const { collection, tokenId } = item
  const { unitPrice, salt } = await fetchPrivateSale(market, { collection, tokenId, seller })
  const shown = { unitPrice, salt, buyerFeeBps: market.config.buyerFee }
  const { pay } = await perform(buyPrivately(market, { collection, tokenId, seller, amount: 1n, shown }), signer)
  return pay
}

/** Ends an open private sale on the chain. */
export async function endReserved({ market, signer }: Connection, item: ItemRecord): Promise<void> {
  await perform(cancelPrivate(market, item), signer)
}
