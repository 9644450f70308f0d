import type { Address } from '@plinth/protocol'
import { exchangeAbi } from '@plinth/protocol/abi'
import type { PublicClient } from 'viem'

/** Fees in bps. `feeEpoch` is the epoch that a valid fee signature of the operator must name. */
export type ChainFees = {
  readonly buyerFeeBps: bigint
  readonly minSellerFeeBps: bigint
  readonly feeEpoch: bigint
  /** unix seconds, 0 when nothing is paused */
  readonly pausedUntil: number
}

/** Bps of an order prepared now: as configured, but never below the exchange's minimum without the operator's signature. */
export function sellerFeeOf(config: { readonly sellerFeeBps: bigint }, { minSellerFeeBps }: Pick<ChainFees, 'minSellerFeeBps'>): bigint {
  return config.sellerFeeBps > minSellerFeeBps ? config.sellerFeeBps : minSellerFeeBps
}

export async function readFees(client: PublicClient, exchange: Address): Promise<ChainFees> {
  const read = (functionName: 'buyerFee' | 'minimumSellerFee' | 'feeEpoch' | 'pausedUntil') =>
    client.readContract({ address: exchange, abi: exchangeAbi, functionName })
  const [buyerFeeBps, minSellerFeeBps, feeEpoch, pausedUntil] = await Promise.all([
    read('buyerFee'),
    read('minimumSellerFee'),
    read('feeEpoch'),
    read('pausedUntil'),
  ])
  return { buyerFeeBps, minSellerFeeBps, feeEpoch, pausedUntil: Number(pausedUntil) }
}
