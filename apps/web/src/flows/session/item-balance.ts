import { type Address, itemKey } from '@plinth/protocol'
import { queryOptions } from '@tanstack/react-query'
import { loadWallet } from '../../wallet/load.ts'

type Item = { chainId: number; collection: Address; tokenId: bigint }

/** How many of an item the chain says that an account holds, kept by `address:tokenId` (document A §3). */
export function itemBalanceQuery({ chainId, collection, tokenId }: Item, account: Address | undefined) {
  return queryOptions({
    queryKey: ['wallet.items', chainId, account, itemKey(collection, tokenId)],
    queryFn: async () => (account ? (await loadWallet()).itemBalance(chainId, { collection, tokenId }, account) : 0n),
    enabled: account !== undefined,
    staleTime: 0,
    retry: false,
  })
}
