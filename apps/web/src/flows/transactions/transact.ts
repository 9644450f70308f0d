import { AppError, type ErrorCode } from '@plinth/api'
import type { ContractCall } from '@plinth/sdk'
import { type Hex, toHex } from 'viem'
import { queryClient } from '../../lib/api.ts'
import { failureOf } from '../../wallet/errors.ts'
import type { Wallet } from '../../wallet/types.ts'
import { showAsked } from '../engine/asked.ts'
import { type Chain, requireSameAccount } from '../engine/context.ts'
import type { Progress } from '../engine/engine.ts'
import { followTransaction, isOver, resumeTransactions } from './follow.ts'
import type { FollowedTx } from './followed-tx.ts'
import { adoptPendingTx, entryOf, isAwaitingWallet, sentAs, whileAwaitingWallet } from './pending-tx.ts'
import type { TransactionEntry } from './transaction-record.ts'
import { addTransaction, findSame, findTransaction, forgetTransaction, type NewEntry, updateTransaction } from './transactions.ts'

/** `subject`: the target of the act where that is no item, so that the same act is not requested twice. */
export type About = Pick<TransactionEntry, 'act' | 'title' | 'item'> & { subject?: string }

type Call = Omit<ContractCall, 'chainId'>

/**
 * One transaction from the dry run to its block. The dry run comes before the wallet opens, so that a certain failure costs
 * nothing; a transaction that was overtaken on its way reports the reason. `call` is undefined only where a transaction of an
 * earlier page is taken up again.
 */
export function transact(chain: Chain, call: Call | undefined, about: About, progress: Progress): Promise<void> {
  const full = call && { ...call, chainId: chain.chainId }
  return carryOut(chain, full && [full], full ? [full] : [], about, progress)
}

export const BATCH_QUERY = 'wallet.batch'

/** Whether several calls can be one transaction (EIP-5792). */
export const canBatch = ({ wallet, chainId }: Chain): Promise<boolean> => wallet.canBatch(chainId)

/**
 * As `transact`, for calls of which all happen or none: one question of the wallet, one transaction. `tried` are dry-run before;
 * a call that needs an earlier one of the batch can't be. Only where `canBatch`.
 */
export async function sendBatch(
  chain: Chain,
  calls: readonly Call[] | undefined,
  about: About,
  progress: Progress,
  tried: readonly Call[] = calls ?? [],
): Promise<void> {
  const full = (call: Call): ContractCall => ({ ...call, chainId: chain.chainId })
  try {
    await carryOut(chain, calls?.map(full), tried.map(full), about, progress)
  } catch (error) {
    // The wallet may have found out that it can't, or its owner does not want it to.
    void queryClient.invalidateQueries({ queryKey: [BATCH_QUERY] })
    throw error
  }
}

async function carryOut(
  chain: Chain,
  calls: readonly ContractCall[] | undefined,
  tried: readonly ContractCall[],
  about: About,
  progress: Progress,
): Promise<void> {
  const { wallet, account, chainId } = chain
  const doing: NewEntry = { ...about, chainId, account }
  const known =
    progress.resume === undefined
      ? await findOut(chain, doing)
      : await entryOf(wallet, { ...doing, hash: progress.resume as FollowedTx['hash'] })
  const out = known ?? (await send(chain, calls ?? [], tried, doing))
  progress.sent(out.hash)
  try {
    await followTransaction(out, progress.sent)
  } catch (error) {
    const { code } = failureOf(error)
    if (isOver(code)) progress.over()
    if (code === 'TX_REVERTED') await tryAll(wallet, tried)
    throw error
  }
}

/** One after the other: the reason of the first that fails is the one to show. */
async function tryAll(wallet: Wallet, calls: readonly ContractCall[]): Promise<void> {
  for (const call of calls) await wallet.dryRun(call)
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

async function send(chain: Chain, calls: readonly ContractCall[], tried: readonly ContractCall[], doing: NewEntry): Promise<FollowedTx> {
  const [first, ...others] = calls
  if (!first) throw new AppError('ORDER_NOT_FOUND')
  const { wallet } = chain
  requireFree(doing)
  requireSameAccount(chain)
  showAsked(chain, ...calls.map((call) => ({ kind: 'transaction' as const, call })))
  await tryAll(wallet, tried)
  requireSameAccount(chain)
  // Written before the wallet opens: a page that is closed while it asks finds the transaction by this.
  const batch = others.length > 0 ? toHex(crypto.getRandomValues(new Uint8Array(32))) : undefined
  const sent = batch === undefined ? sentAs(await wallet.prepare(first)) : undefined
  requireFree(doing)
  const id = addTransaction({ ...doing, sent, batch })
  const ask = async (): Promise<Hex> => {
    if (batch === undefined) return whileAwaitingWallet(id, () => wallet.send(first))
    // The wallet may give the batch another name.
    const name = await whileAwaitingWallet(id, () => wallet.sendBatch(calls, batch))
    updateTransaction(id, { batch: name })
    return hashOfBatch(wallet, name)
  }
  const hash = await ask().catch(async (error: unknown) => {
    // A wallet that failed may have sent it all the same.
    const { code } = failureOf(error)
    const entry = findTransaction(id)
    const isRefused = REFUSED.includes(code) || isOver(code)
    const found = isRefused || !entry ? undefined : await adoptPendingTx(wallet, entry).catch(() => SILENT)
    if (found === SILENT) {
      // A page that is left loses the wallet's answer and the chain's alike: the record stays, and is looked for.
      resumeTransactions()
      throw error
    }
    if (found) return found.hash
    forgetTransaction(id)
    if (code === 'TX_REVERTED') await tryAll(wallet, tried)
    throw error
  })
  return entryOf(wallet, { ...doing, id, hash })
}

function requireFree(doing: NewEntry): void {
  if (findSame({ ...doing, subject: doing.subject })) throw new AppError('WALLET_BUSY')
}

async function hashOfBatch(wallet: Wallet, name: string): Promise<Hex> {
  const found = await wallet.findBatch(name)
  if (found.at === 'sent') return found.hash
  throw new AppError(found.at === 'reverted' ? 'TX_REVERTED' : 'TX_DROPPED')
}

const SILENT = 'silent' as const

/** Nothing has left the wallet. */
const REFUSED: readonly ErrorCode[] = ['USER_REJECTED', 'WALLET_BUSY', 'WALLET_WRONG_CHAIN', 'NOT_ENOUGH_FUNDS', 'UNSUPPORTED']
