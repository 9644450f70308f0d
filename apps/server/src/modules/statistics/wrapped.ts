import { toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import { exchangeAbi } from '@plinth/protocol/abi'
import type { Chain } from '../../chain/chain.ts'
import { everyOne } from '../../chain/editions.ts'
import { isRevert } from '../../chain/revert.ts'
import type { Context } from '../../context.ts'
import { transact } from '../../db/database.ts'
import { noteWrappedCoin } from '../../state/statistics/moneys.ts'

/**
 * Asks the exchanges which token wraps the chain's coin; run whenever indexing of the chain begins. Those of the first edition have
 * none.
 */
export async function ensureWrappedCoins({ db, log }: Pick<Context, 'db' | 'log'>, chain: Chain): Promise<void> {
  for (const address of everyOne(chain.config.contracts, 'exchange')) {
    try {
      const wrapped = toAddress(await chain.read((node) => node.readContract({ address, abi: exchangeAbi, functionName: 'wrappedCoin' })))
      if (wrapped !== ZERO_ADDRESS) await transact(db, (tx) => noteWrappedCoin(tx, chain.id, wrapped))
    } catch (error) {
      if (!isRevert(error)) log.warn('wrapped coin not read', { chainId: chain.id, error })
    }
  }
}
