import type { SweepPage } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { buyMany, type Connection, perform } from '@plinth/sdk'
import type { Hex } from 'viem'

/** The cheapest works of a collection for coin or a token, as many as `budget` base units pay with all fees. */
export function floorOf({ market }: Connection, collection: Address, payToken: Address, budget: bigint): Promise<SweepPage> {
  const { chainId, api } = market
  const collections = [{ chainId, address: collection }]
  return api.sweep.candidates({ collections, payToken: { chainId, address: payToken }, budget })
}

/** Buys the found lines in one transaction, except dearer and missing ones. */
export async function sweepUp({ market, signer }: Connection, page: SweepPage, payToken: Address): Promise<Hex | undefined> {
  const lines = page.list.flatMap(({ line, sale }) =>
    sale ? [{ ...line, shown: { unitPrice: sale.unitPrice, buyerFeeBps: BigInt(sale.buyerFee) } }] : [],
  )
  const { pay } = await perform(buyMany(market, { lines, payToken }), signer)
  return pay
}
