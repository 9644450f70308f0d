import { AppError } from '@plinth/api'
import { allowCall, amountToAllow, type ContractCall, isAllowed, mustResetAllowance, type Spending as Spent } from '@plinth/sdk'
import type { Chain } from '../../engine/context.ts'
import type { Progress } from '../../engine/engine.ts'
import { transact } from '../../transactions/transact.ts'

export type Spending = Spent & { symbol: string }

/**
 * Exactly the need, unless the user chose otherwise. Some tokens change an allowance only from zero (USDT): theirs is reset
 * first. Throws ALLOWANCE_LOW when the wallet made it less.
 */
export async function allow(chain: Chain, spending: Spending, progress: Progress): Promise<void> {
  const amount = await amountToAllow(chain, spending)
  if (progress.resume === undefined && (await mustResetAllowance(chain, spending.token, amount))) await takeBack(chain, spending, progress)
  await approve(chain, spending, amount, progress)
  if (await isAllowed(chain, spending)) return
  // The sent approval is mined and was not enough: another has to follow.
  progress.over()
  throw new AppError('ALLOWANCE_LOW')
}

/** The same as calls of a batch; none where it is allowed already. */
export async function allowCalls(chain: Chain, spending: Spending): Promise<ContractCall[]> {
  if (await isAllowed(chain, spending)) return []
  const amount = await amountToAllow(chain, spending)
  const amounts = (await mustResetAllowance(chain, spending.token, amount)) ? [0n, amount] : [amount]
  return amounts.map((each) => allowCall(chain, spending.token, each))
}

/** Not the step's own transaction: after it there is another to send, and a later try finds it among the transactions. */
async function takeBack(chain: Chain, spending: Spending, progress: Progress): Promise<void> {
  await approve(chain, spending, 0n, progress).finally(progress.over)
}

function approve(chain: Chain, { token, symbol }: Spending, amount: bigint, progress: Progress): Promise<void> {
  const act = amount === 0n ? ('takeBack' as const) : ('allow' as const)
  const about = { act, title: symbol, item: undefined, subject: `${token} ${amount}` }
  return transact(chain, allowCall(chain, token, amount), about, progress)
}
