import { ZERO_ADDRESS } from '@plinth/protocol'
import { useQuery } from '@tanstack/react-query'
import { openChain } from '../../../flows/engine/context.ts'
import { useSession } from '../../../lib/session.ts'
import { type Spendable, useSpendable } from '../use-spendable.ts'
import type { Group } from './judge.ts'

/** Gas of a sweep and of each line, rounded up from docs/gas.md: different sellers and creators. The wallet's limit is higher. */
const GAS = { base: 60_000n, coin: 75_000n, erc20: 80_000n, allow: 50_000n }

export type GroupMoney = {
  readonly spendable: Spendable
  /** Network fee in wei; undefined until the gas price is read. */
  readonly fee: bigint | undefined
  /** The balance of the money afterwards; below zero the wallet is short. */
  readonly after: bigint | undefined
}

/** The network fee of one payment, and the balance after it (CART-04). */
export function useGroupMoney({ chainId, token }: Group, pays: bigint, lines: number): GroupMoney {
  const { address } = useSession()
  const spendable = useSpendable({ chainId, token, payment: pays })
  const { data: gasPrice } = useQuery({
    queryKey: ['wallet.gasPrice', chainId, address],
    queryFn: async () => (await openChain(chainId)).wallet.gasPrice(chainId),
    enabled: address !== undefined,
    retry: false,
  })
  const isCoin = token === ZERO_ADDRESS
  const gas = GAS.base + BigInt(lines) * (isCoin ? GAS.coin : GAS.erc20) + (spendable.isAllowed === false ? GAS.allow : 0n)
  const fee = gasPrice === undefined ? undefined : gas * gasPrice
  const { balance } = spendable
  const after = balance === undefined ? undefined : balance - pays - (isCoin ? (fee ?? 0n) : 0n)
  return { spendable, fee, after }
}
