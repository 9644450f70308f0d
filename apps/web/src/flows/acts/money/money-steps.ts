import type { PayToken } from '@plinth/api'
import { isAllowed } from '@plinth/sdk'
import type { Chain } from '../../engine/context.ts'
import type { Step } from '../../engine/engine.ts'
import { allow, type Spending } from './allowance.ts'
import { isWrapped, wrapMissing } from './wrap.ts'

type Bidding = {
  readonly payToken: Pick<PayToken, 'address' | 'symbol'>
  /** All that the bid can draw, buyer fee included. */
  readonly draw: bigint
  /** What has to be there at once, where that is less. */
  readonly funded?: bigint
  readonly isUnlimited: boolean
  /** Of the chain's coin, the most that is wrapped first; 0 where nothing has to be. */
  readonly wrap: bigint
}

/** What comes before any bid: wrap what is missing of the coin, allow what all open bids and this one can draw (decision 22). */
export function moneySteps<C extends Bidding>(
  chainOf: (context: C) => Promise<Chain>,
  /** Of the bid that this one takes the place of: it draws nothing any more. */
  replacedOf: (context: C) => bigint | undefined,
): Step<C>[] {
  const wantingOf = ({ payToken, draw, funded, wrap }: C) => ({ token: payToken, balance: funded ?? draw, agreed: wrap })
  const spendingOf = (context: C): Spending => {
    const { payToken, draw, isUnlimited } = context
    return { token: payToken.address, symbol: payToken.symbol, payment: draw, isUnlimited, exceptSalt: replacedOf(context) }
  }
  return [
    {
      key: 'wrap',
      isDone: async (context) => context.wrap === 0n || isWrapped(await chainOf(context), wantingOf(context)),
      run: async (context, progress) => wrapMissing(await chainOf(context), wantingOf(context), progress),
    },
    {
      key: 'allow',
      isDone: async (context) => isAllowed(await chainOf(context), spendingOf(context)),
      run: async (context, progress) => allow(await chainOf(context), spendingOf(context), progress),
    },
  ]
}
