import { AppError } from '@plinth/api'
import { failureOf } from '../wallet/errors.ts'
import type { ContractCall } from '../wallet/types.ts'
import type { Chain } from './context.ts'
import type { Progress } from './engine.ts'
import { followTransaction } from './follow.ts'
import { addToTray, type TrayEntry } from './tray.ts'

export type About = Pick<TrayEntry, 'act' | 'title' | 'item'>

/**
 * One transaction from the dry run to its block. The dry run comes before the wallet opens, so that what must fail says so
 * for free; a transaction that was overtaken on its way says what stood against it.
 */
export async function transact(
  chain: Chain,
  /** Undefined only where a transaction of an earlier page is taken up again. */
  call: Omit<ContractCall, 'chainId'> | undefined,
  about: About,
  progress: Progress,
): Promise<void> {
  const { wallet, account, chainId } = chain
  const full = call && { ...call, chainId }
  let hash = progress.resume as TrayEntry['hash'] | undefined
  if (hash === undefined) {
    if (!full) throw new AppError('ORDER_NOT_FOUND')
    await wallet.dryRun(full)
    hash = await wallet.send(full)
    addToTray({ ...about, hash, chainId, account })
    progress.sent(hash)
  }
  try {
    await followTransaction({ hash, chainId, account, act: about.act, item: about.item })
  } catch (error) {
    if (full && failureOf(error).code === 'TX_REVERTED') await wallet.dryRun(full)
    throw error
  }
}
