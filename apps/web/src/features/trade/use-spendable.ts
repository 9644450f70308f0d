import { type Address, allowanceNeed, TIMERS_MS, ZERO_ADDRESS } from '@plinth/protocol'
import { allowanceOf, TOKEN_ABI } from '@plinth/sdk'
import { useQuery } from '@tanstack/react-query'
import { openChain } from '../../flows/engine/context.ts'
import { api, queryOf } from '../../lib/api.ts'
import { useSession } from '../../lib/session.ts'

export type Spendable = {
  /** Of the pay token, on the item's chain; undefined until read. */
  balance: bigint | undefined
  /** What the market has to be allowed: the payment and what open bids can still draw. */
  need: bigint
  /** Of that, for open bids. */
  committed: bigint
  /** Undefined until known; a coin needs no leave. */
  isAllowed: boolean | undefined
  /** What it says will still move what stands below it: a press there could miss. Over once it can't be read. */
  isReading: boolean
}

/** What the viewer has in a pay token, and whether the market may take what this payment needs (decision 22). */
export function useSpendable({
  chainId,
  token,
  payment,
  exceptSalt,
  at,
}: {
  chainId: number
  token: Address
  payment: bigint
  /** Of the bid that takes another's place. */
  exceptSalt?: bigint | undefined
  /** The contract that is paid, where it is not the present exchange. */
  at?: Address | undefined
}): Spendable {
  const { address, status } = useSession()
  const isToken = token !== ZERO_ADDRESS
  const { data: funds, isLoading: isReadingFunds } = useQuery({
    queryKey: ['wallet.spendable', chainId, token, at, address],
    queryFn: async () => {
      const chain = await openChain(chainId, at)
      const { wallet, account } = chain
      if (!isToken) return { balance: await wallet.balance(chainId, account), allowed: 0n }
      const balanceOf = { chainId, address: token, abi: TOKEN_ABI, functionName: 'balanceOf', args: [account] }
      const [balance, allowed] = await Promise.all([wallet.read<bigint>(balanceOf), allowanceOf(chain, token)])
      return { balance, allowed }
    },
    enabled: address !== undefined,
    refetchInterval: TIMERS_MS.heartbeat,
    staleTime: 0,
    retry: false,
  })
  const { data: bids, isLoading: isReadingBids } = useQuery({
    ...queryOf(api.paytoken.committed, { token, chainId, exceptSalt }),
    enabled: isToken && status === 'loggedIn',
    staleTime: 0,
  })
  const committed = bids?.committed ?? 0n
  const need = allowanceNeed(payment, committed)
  const isKnown = funds !== undefined && bids !== undefined
  return {
    balance: funds?.balance,
    need,
    committed,
    isAllowed: !isToken ? true : isKnown ? funds.allowed >= need : undefined,
    isReading: isReadingFunds || isReadingBids,
  }
}
