import { type Address, allowanceNeed, MAX_UINT256 } from '@plinth/protocol'
import { ALLOWANCE_ABI, COLLECTION_ABI, TOKEN_ABI } from './abi.ts'
import { isRevert } from './errors.ts'
import type { ContractCall, Market } from './market.ts'

/** Whether the market may already move this account's items of the collection (document B §4). */
export function isApproved({ read, account, chainId, config }: Market, collection: Address): Promise<boolean> {
  const args = [account, config.contract.transferProxy]
  return read<boolean>({ chainId, address: collection, abi: COLLECTION_ABI, functionName: 'isApprovedForAll', args })
}

/** Lets the market move this account's items of the collection. */
export function approveCall({ chainId, config }: Market, collection: Address): ContractCall {
  const args = [config.contract.transferProxy, true]
  return { chainId, address: collection, abi: COLLECTION_ABI, functionName: 'setApprovalForAll', args }
}

export type Spending = {
  token: Address
  /** Of this act, fees included, in base units. */
  payment: bigint
  /** 2^256-1 instead of exactly what is needed. */
  isUnlimited: boolean
  /** Of the bid that this one replaces. */
  exceptSalt?: bigint | undefined
}

/** What this payment and the account's open bids in the token can draw together, in base units (decision 22). */
export async function needOf(
  { api, chainId }: Pick<Market, 'api' | 'chainId'>,
  { token, payment, exceptSalt }: Omit<Spending, 'isUnlimited'>,
): Promise<bigint> {
  const { committed } = await api.paytoken.committed({ token, chainId, exceptSalt })
  return allowanceNeed(payment, committed)
}

/** What the market may take of the token now, in base units. */
export function allowanceOf({ read, account, chainId, config }: Market, token: Address): Promise<bigint> {
  const args = [account, config.contract.transferProxy]
  return read<bigint>({ chainId, address: token, abi: TOKEN_ABI, functionName: 'allowance', args })
}

export async function isAllowed(market: Market, spending: Spending): Promise<boolean> {
  const [allowed, need] = await Promise.all([allowanceOf(market, spending.token), needOf(market, spending)])
  return allowed >= need
}

/** Exactly the need, unless the account chose otherwise. */
export const amountToAllow = async (market: Market, spending: Spending): Promise<bigint> =>
  spending.isUnlimited ? MAX_UINT256 : needOf(market, spending)

export function allowCall({ chainId, config }: Market, token: Address, amount: bigint): ContractCall {
  return { chainId, address: token, abi: ALLOWANCE_ABI, functionName: 'approve', args: [config.contract.transferProxy, amount] }
}

/** Some tokens change an allowance only from zero (USDT): theirs is reset first. */
export async function mustResetAllowance(market: Market, token: Address, amount: bigint): Promise<boolean> {
  if ((await allowanceOf(market, token)) === 0n) return false
  return market.simulate(allowCall(market, token, amount)).then(
    () => false,
    (error: unknown) => isRevert(error) || Promise.reject(error),
  )
}
