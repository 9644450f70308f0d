import type { Address } from '@plinth/protocol'
import { allowCall, leftAllowance } from '@plinth/sdk'
import { openChain } from '../../engine/context.ts'
import type { Flow } from '../../engine/engine.ts'
import { transact } from '../../transactions/transact.ts'

export type SetNeedContext = { chainId: number; token: Address; symbol: string; need: bigint }

export const readLeftAllowance = async (chainId: number, token: Address) => leftAllowance(await openChain(chainId), token)

/** Sets the allowance of a token to the need of the account's open bids. */
export const setNeedFlow: Flow<SetNeedContext> = {
  steps: [
    {
      key: 'allow',
      run: async ({ chainId, token, symbol, need }, progress) => {
        const chain = await openChain(chainId)
        const act = need === 0n ? ('takeBack' as const) : ('allow' as const)
        await transact(chain, allowCall(chain, token, need), { act, title: symbol, item: undefined, subject: `${token} ${need}` }, progress)
      },
    },
  ],
}
