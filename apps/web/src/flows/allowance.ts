import { AppError } from '@plinth/api'
import { type Address, allowanceNeed, MAX_UINT256 } from '@plinth/protocol'
import { api } from '../lib/api.ts'
import { TOKEN_ABI } from './abi.ts'
import type { Chain } from './context.ts'
import type { Progress } from './engine.ts'
import { transact } from './transact.ts'

export type Spending = {
  token: Address
  symbol: string
  /** Of this act, fees included, in base units. */
  payment: bigint
  /** 2^256-1 instead of exactly what is needed; the user's own choice. */
  isUnlimited: boolean
}

/** What this payment and the account's open bids in the token can draw together (decision 22). */
export async function needOf(chainId: number, { token, payment }: Pick<Spending, 'token' | 'payment'>): Promise<bigint> {
  const { committed } = await api.paytoken.committed({ token, chainId })
  return allowanceNeed(payment, committed)
}

/** What the market may take of the token now. */
export function allowanceOf({ wallet, account, chainId, config }: Chain, token: Address): Promise<bigint> {
  const args = [account, config.contract.transferProxy]
  return wallet.read<bigint>({ chainId, address: token, abi: TOKEN_ABI, functionName: 'allowance', args })
}

export async function isAllowed(chain: Chain, spending: Spending): Promise<boolean> {
  const [allowed, need] = await Promise.all([allowanceOf(chain, spending.token), needOf(chain.chainId, spending)])
  return allowed >= need
}

/** Exactly the need, unless the user chose otherwise. Throws ALLOWANCE_LOW when the wallet made it less. */
export async function allow(chain: Chain, spending: Spending, progress: Progress): Promise<void> {
  const { token, symbol, isUnlimited } = spending
  const amount = isUnlimited ? MAX_UINT256 : await needOf(chain.chainId, spending)
  const args = [chain.config.contract.transferProxy, amount]
  const about = { act: 'allow' as const, title: symbol, item: undefined, subject: `${token} ${amount}` }
  await transact(chain, { address: token, abi: TOKEN_ABI, functionName: 'approve', args }, about, progress)
  if (!(await isAllowed(chain, spending))) throw new AppError('ALLOWANCE_LOW')
}
