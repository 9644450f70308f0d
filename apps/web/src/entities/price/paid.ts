import { feeOf } from '@plinth/protocol'
import { useNetwork } from '../../lib/site.ts'

/** What a buyer pays for a price of a network, its fee included. */
export function usePaid(chainId: number): (price: bigint) => bigint {
  const { buyerFee = 0 } = useNetwork(chainId) ?? {}
  return (price) => price + feeOf(price, BigInt(buyerFee))
}
