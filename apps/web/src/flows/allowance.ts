import { AppError } from '@plinth/api'
import { type Address, allowanceNeed, MAX_UINT256 } from '@plinth/protocol'
import { api } from '../lib/api.ts'
import { isRevert } from '../wallet/errors.ts'
import { ALLOWANCE_ABI, TOKEN_ABI } from './abi.ts'
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
  /** Of the bid that this one replaces. */
  exceptSalt?: bigint | undefined
}

/** What this payment and the account's open bids in the token can draw together (decision 22). */
export async function needOf(chainId: number, { token, payment, exceptSalt }: Omit<Spending, 'symbol' | 'isUnlimited'>): Promise<bigint> {
  const { committed } = await api.paytoken.committed({ token, chainId, exceptSalt })
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

/**
 * Exactly the need, unless the user chose otherwise. Some tokens change an allowance only from zero (USDT): theirs is reset
 * first. Throws ALLOWANCE_LOW when the wallet made it less.
 */
export async function allow(chain: Chain, spending: Spending, progress: Progress): Promise<void> {
  const amount = spending.isUnlimited ? MAX_UINT256 : await needOf(chain.chainId, spending)
  if (progress.resume === undefined && (await mustTakeBack(chain, spending, amount))) await takeBack(chain, spending, progress)
  await approve(chain, spending, amount, progress)
  if (await isAllowed(chain, spending)) return
  // The sent approval is mined and was not enough: another has to follow.
  progress.over()
  throw new AppError('ALLOWANCE_LOW')
}

async function mustTakeBack(chain: Chain, { token }: Spending, amount: bigint): Promise<boolean> {
  if ((await allowanceOf(chain, token)) === 0n) return false
  return chain.wallet.dryRun({ ...approveCall(chain, token, amount), chainId: chain.chainId }).then(
    () => false,
    (error: unknown) => isRevert(error) || Promise.reject(error),
  )
}

/** Not the step's own transaction: after it there is another to send, and a later try finds it among the transactions. */
async function takeBack(chain: Chain, spending: Spending, progress: Progress): Promise<void> {
  await approve(chain, spending, 0n, progress).finally(progress.over)
}

function approve(chain: Chain, { token, symbol }: Spending, amount: bigint, progress: Progress): Promise<void> {
  const act = amount === 0n ? ('takeBack' as const) : ('allow' as const)
  const about = { act, title: symbol, item: undefined, subject: `${token} ${amount}` }
  return transact(chain, approveCall(chain, token, amount), about, progress)
}

const approveCall = ({ config }: Chain, token: Address, amount: bigint) => ({
  address: token,
  abi: ALLOWANCE_ABI,
  functionName: 'approve',
  args: [config.contract.transferProxy, amount],
})
