import { AppError } from '@plinth/api'
import { failureOf } from '../wallet/errors.ts'
import type { ContractCall } from '../wallet/types.ts'
import { type Chain, requireSameAccount } from './context.ts'
import type { Progress } from './engine.ts'
import { followTransaction, isOver } from './follow.ts'
import { addToTray, findPending, type TrayEntry } from './tray.ts'

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
  const hash = (progress.resume as TrayEntry['hash'] | undefined) ?? findSent(account, about) ?? (await send(chain, full, about))
  progress.sent(hash)
  try {
    await followTransaction({ hash, chainId, account, act: about.act, item: about.item })
  } catch (error) {
    const { code } = failureOf(error)
    if (isOver(code)) progress.over()
    if (full && code === 'TX_REVERTED') await wallet.dryRun(full)
    throw error
  }
}

/** The same act, on its way from another tab or an earlier opening of the dialog. */
function findSent(account: Chain['account'], { act, item }: About): TrayEntry['hash'] | undefined {
  return item && findPending(act, account, { ...item, tokenId: BigInt(item.tokenId) })?.hash
}

/** Acts the wallet is being asked about. A dialog that was closed meanwhile must not ask again. */
const asking = new Set<string>()

async function send(chain: Chain, call: ContractCall | undefined, about: About): Promise<TrayEntry['hash']> {
  if (!call) throw new AppError('ORDER_NOT_FOUND')
  const { wallet, account, chainId } = chain
  const key = [about.act, account, chainId, about.item?.collection, about.item?.tokenId ?? about.title].join()
  if (asking.has(key)) throw new AppError('WALLET_BUSY')
  asking.add(key)
  try {
    requireSameAccount(chain)
    await wallet.dryRun(call)
    requireSameAccount(chain)
    const hash = await wallet.send(call)
    addToTray({ ...about, hash, chainId, account })
    return hash
  } finally {
    asking.delete(key)
  }
}
