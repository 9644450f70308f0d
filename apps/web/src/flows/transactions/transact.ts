import { AppError, type ErrorCode } from '@plinth/api'
import type { ContractCall } from '@plinth/sdk'
import { failureOf } from '../../wallet/errors.ts'
import { showAsked } from '../engine/asked.ts'
import { type Chain, requireSameAccount } from '../engine/context.ts'
import type { Progress } from '../engine/engine.ts'
import { followTransaction, isOver, resumeTransactions } from './follow.ts'
import type { FollowedTx } from './followed-tx.ts'
import { adoptPendingTx, entryOf, isAwaitingWallet, sentAs, whileAwaitingWallet } from './pending-tx.ts'
import type { TransactionEntry } from './transaction-record.ts'
import { addTransaction, findSame, forgetTransaction, type NewEntry } from './transactions.ts'

/** `subject`: the target of the act where that is no item, so that the same act is not requested twice. */
export type About = Pick<TransactionEntry, 'act' | 'title' | 'item'> & { subject?: string }

/**
 * One transaction from the dry run to its block. The dry run comes before the wallet opens, so that a certain failure costs
 * nothing; a transaction that was overtaken on its way reports the reason.
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
  const doing: NewEntry = { ...about, chainId, account }
  const known =
    progress.resume === undefined
      ? await findOut(chain, doing)
      : await entryOf(wallet, { ...doing, hash: progress.resume as FollowedTx['hash'] })
  const out = known ?? (await send(chain, full, doing))
  progress.sent(out.hash)
  try {
    await followTransaction(out, progress.sent)
  } catch (error) {
    const { code } = failureOf(error)
    if (isOver(code)) progress.over()
    if (full && code === 'TX_REVERTED') await wallet.dryRun(full)
    throw error
  }
}

/**
 * The same act, on its way from another tab, another page or an earlier opening of the dialog. A request by a closed page is
 * looked for on the chain; where it is not found, the wallet may be asked again.
 */
async function findOut({ wallet }: Chain, doing: NewEntry): Promise<FollowedTx | undefined> {
  const same = findSame({ ...doing, subject: doing.subject })
  if (!same) return undefined
  if (same.hash !== undefined) return { ...same, hash: same.hash }
  if (await isAwaitingWallet(same.id)) throw new AppError('WALLET_BUSY')
  const found = await adoptPendingTx(wallet, same)
  if (!found) forgetTransaction(same.id)
  return found
}

async function send(chain: Chain, call: ContractCall | undefined, doing: NewEntry): Promise<FollowedTx> {
  if (!call) throw new AppError('ORDER_NOT_FOUND')
  const { wallet, account, chainId } = chain
  if (findSame({ ...doing, subject: doing.subject })) throw new AppError('WALLET_BUSY')
  requireSameAccount(chain)
  showAsked(chain, { kind: 'transaction', call })
  await wallet.dryRun(call)
  requireSameAccount(chain)
  // Written before the wallet opens: a page that is closed while it asks finds the transaction by this.
  const pending = await wallet.prepare(call)
  if (findSame({ ...doing, subject: doing.subject })) throw new AppError('WALLET_BUSY')
  const id = addTransaction({ ...doing, sent: sentAs(pending) })
  const hash = await whileAwaitingWallet(id, () => wallet.send(call)).catch(async (error: unknown) => {
    // A wallet that failed may have sent it all the same.
    const isRefused = REFUSED.includes(failureOf(error).code)
    const found = isRefused ? undefined : await wallet.findSent(chainId, account, pending).catch(() => SILENT)
    if (found === SILENT) {
      // A page that is left loses the wallet's answer and the chain's alike: the record stays, and is looked for.
      resumeTransactions()
      throw error
    }
    if (found) return found.hash
    forgetTransaction(id)
    throw error
  })
  return entryOf(wallet, { ...doing, id, hash })
}

const SILENT = 'silent' as const

/** Nothing has left the wallet. */
const REFUSED: readonly ErrorCode[] = ['USER_REJECTED', 'WALLET_BUSY', 'WALLET_WRONG_CHAIN', 'NOT_ENOUGH_FUNDS', 'UNSUPPORTED']
