import { AppError, type PayToken } from '@plinth/api'
import { type BidTerms, prepareBid } from '@plinth/sdk'
import { failureOf } from '../../../wallet/errors.ts'
import { type Chain, openChain } from '../../engine/context.ts'
import type { Flow } from '../../engine/engine.ts'
import { signPrepared } from '../../engine/sign-prepared.ts'
import { moneySteps } from '../money/money-steps.ts'

export type BidContext = BidTerms & {
  chainId: number
  payToken: Pick<PayToken, 'address' | 'symbol'>
  /** All it can draw when it is accepted, buyer fee included. */
  draw: bigint
  isUnlimited: boolean
  /** Of the chain's coin, the most that is wrapped first; 0 where nothing has to be. */
  wrap: bigint
  chain?: Chain
}

const chainOf = async (context: BidContext): Promise<Chain> => {
  context.chain ??= await openChain(context.chainId)
  return context.chain
}

async function signBid(context: BidContext): Promise<void> {
  const chain = await chainOf(context)
  await signPrepared(chain, () => prepareBid(chain, context)).catch((error: unknown) => {
    // Accepted while it was being raised.
    if (context.salt !== undefined && failureOf(error).code === 'ORDER_FILLED') throw new AppError('ORDER_YOURS', {}, { cause: error })
    throw error
  })
}

/** Wrap what is missing of the coin, allow what all open bids and this one can draw, sign and store (document B §4, decision 22). */
export const bidFlow: Flow<BidContext> = {
  steps: [...moneySteps(chainOf, ({ salt }) => salt), { key: 'sign', run: signBid }],
}
