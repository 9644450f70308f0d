import type { ItemRecord, OrderRecord } from '@plinth/api'
import { type Address, ZERO_ADDRESS } from '@plinth/protocol'
import {
  type Connection,
  editMany,
  endEverything,
  endMany,
  type LineOutcomes,
  listMany,
  perform,
  raiseMany,
  transferMany,
} from '@plinth/sdk'

const WEEK_S = 7 * 86_400

/** Puts single pieces on sale for the chain's coin by one signature. `price` in wei. Answers what became of each. */
export async function sellAll(connection: Connection, items: readonly ItemRecord[], price: bigint): Promise<LineOutcomes> {
  const { market, signer } = connection
  let outcomes: LineOutcomes = []
  const lines = items.map(({ collection, tokenId, standard }) => ({
    collection,
    tokenId,
    standard,
    quantity: 1n,
    unitPrice: price,
    payToken: { address: ZERO_ADDRESS },
    validUntil: market.config.now + WEEK_S,
    sellerFeeBps: market.config.sellerFee,
  }))
  const act = listMany(market, lines, (seen) => {
    outcomes = seen
  })
  await perform(act, signer)
  return outcomes
}

const repriced = (sale: OrderRecord, unitPrice: bigint) => ({
  collection: sale.sellToken,
  tokenId: sale.sellTokenId,
  // Codes of standards and of assets are the same.
  standard: sale.sellType,
  quantity: sale.selling,
  unitPrice,
  payToken: { address: sale.buyToken },
  validUntil: sale.validUntil,
  sellerFeeBps: BigInt(sale.sellerFee),
  salt: sale.salt,
})

/** Lowers the prices of open sales by one signature; each keeps its number. */
export async function lowerAll({ market, signer }: Connection, sales: readonly OrderRecord[], price: bigint): Promise<void> {
  const lines = sales.map((sale) => repriced(sale, price))
  await perform(editMany(market, lines), signer)
}

/** Raises the prices of open sales: one transaction ends them, then one signature lists them again. */
export async function raiseAll({ market, signer }: Connection, sales: readonly OrderRecord[], price: bigint): Promise<void> {
  const lines = sales.map((sale) => repriced(sale, price))
  await perform(raiseMany(market, lines), signer)
}

/** Ends open sales by one transaction. */
export async function endAll({ market, signer }: Connection, sales: readonly OrderRecord[]): Promise<void> {
  const orders = sales.map(({ sellToken, sellTokenId, salt }) => ({ collection: sellToken, tokenId: sellTokenId, salt }))
  await perform(endMany(market, orders), signer)
}

/** Gives single pieces away by one transaction: all of them, or none. */
export async function giveAll({ market, signer }: Connection, items: readonly ItemRecord[], to: Address): Promise<void> {
  const lines = items.map(({ collection, tokenId, standard }) => ({ collection, tokenId, standard, quantity: 1n, to }))
  await perform(transferMany(market, lines), signer)
}

/** Ends every sale, bid and offer that the account ever signed for the market's exchange, by one transaction. */
export async function takeEverythingBack({ market, signer }: Connection): Promise<void> {
  await perform(endEverything(market), signer)
}
