import type { Address } from '@plinth/protocol'
import { queryClient } from '../../lib/api.ts'
import type { Balances } from '../../lib/session.ts'
import { payTokensQuery } from '../../lib/site.ts'
import { loadWallet } from '../../wallet/load.ts'

/** The coin and every pay token of the wallet's chain. A token that does not answer is left out, not counted as zero. */
export async function readBalances(chainId: number, account: Address): Promise<Balances> {
  const [wallet, payTokens] = await Promise.all([loadWallet(), queryClient.ensureQueryData(payTokensQuery(chainId))])
  const tokens = payTokens.filter((token) => token.isErc20 && token.chainId === chainId)
  const [coin, ...amounts] = await Promise.all([
    wallet.balance(chainId, account),
    ...tokens.map(({ address }) => wallet.tokenBalance(chainId, address, account).catch(() => undefined)),
  ])
  const known = tokens.flatMap(({ address }, index) => (amounts[index] === undefined ? [] : [[address, amounts[index]] as const]))
  return { coin, tokens: Object.fromEntries(known) }
}

/** Wei per gas on the wallet's chain, as a transaction would pay now. */
export async function readGasPrice(chainId: number): Promise<bigint> {
  return (await loadWallet()).gasPrice(chainId)
}
