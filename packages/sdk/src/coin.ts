import type { Address } from '@plinth/protocol'
import { TOKEN_ABI } from './abi.ts'
import type { ContractCall, Market } from './market.ts'

/** Base units of a token that the account holds. */
export const balanceOf = ({ read, account, chainId }: Market, token: Address): Promise<bigint> =>
  read<bigint>({ chainId, address: token, abi: TOKEN_ABI, functionName: 'balanceOf', args: [account] })

/** Turns so much of the chain's coin into its wrapped token; `amount` in wei. */
export const wrapCall = ({ chainId }: Pick<Market, 'chainId'>, token: Address, amount: bigint): ContractCall => ({
  chainId,
  address: token,
  abi: TOKEN_ABI,
  functionName: 'deposit',
  args: [],
  value: amount,
})

export const unwrapCall = ({ chainId }: Pick<Market, 'chainId'>, token: Address, amount: bigint): ContractCall => ({
  chainId,
  address: token,
  abi: TOKEN_ABI,
  functionName: 'withdraw',
  args: [amount],
})
