import type { Address } from '@plinth/protocol'
import { exchangeAbi } from '@plinth/protocol/abi'
import type { PublicClient } from 'viem'

/** Fees in bps. `feeEpoch` is the epoch that a valid fee signature of the operator must name. */
export type ChainFees = {
  readonly buyerFeeBps: bigint
  readonly minSellerFeeBps: bigint
  /** What the owner has scheduled; undefined where nothing is. */
  readonly nextBuyerFeeBps: bigint | undefined
  readonly nextMinSellerFeeBps: bigint | undefined
  readonly feeEpoch: bigint
  /** unix seconds, 0 when nothing is paused */
  readonly pausedUntil: number
}

/** Bps of an order prepared now: as configured, but never below the exchange's minimum without the operator's signature. */
export function sellerFeeOf(config: { readonly sellerFeeBps: bigint }, { minSellerFeeBps }: Pick<ChainFees, 'minSellerFeeBps'>): bigint {
  return config.sellerFeeBps > minSellerFeeBps ? config.sellerFeeBps : minSellerFeeBps
}

/** The schedule first: a change that comes due in between is seen as scheduled or as done. */
export async function readFees(client: PublicClient, exchange: Address): Promise<ChainFees> {
  const readNext = async (functionName: 'nextBuyerFee' | 'nextMinimumSellerFee') => {
    const [fee, from] = await client.readContract({ address: exchange, abi: exchangeAbi, functionName })
    return from === 0n ? undefined : fee
  }
  const read = (functionName: 'buyerFee' | 'minimumSellerFee' | 'feeEpoch' | 'pausedUntil') =>
    client.readContract({ address: exchange, abi: exchangeAbi, functionName })
  const [nextBuyerFeeBps, nextMinSellerFeeBps] = await Promise.all([readNext('nextBuyerFee'), readNext('nextMinimumSellerFee')])
  const [buyerFeeBps, minSellerFeeBps, feeEpoch, pausedUntil] = await Promise.all([
    read('buyerFee'),
    read('minimumSellerFee'),
    read('feeEpoch'),
    read('pausedUntil'),
  ])
  return { buyerFeeBps, minSellerFeeBps, nextBuyerFeeBps, nextMinSellerFeeBps, feeEpoch, pausedUntil: Number(pausedUntil) }
}
