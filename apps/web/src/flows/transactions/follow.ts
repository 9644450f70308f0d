import { AppError, type ErrorCode } from '@plinth/api'
import { AUCTION_STATUS, ORDER_TYPE } from '@plinth/protocol'
import { hasHappened, isGone } from '@plinth/sdk'
import { api, queryClient } from '../../lib/api.ts'
import { failureOf } from '../../wallet/errors.ts'
import type { Receipt } from '../../wallet/types.ts'
import { untilIndexed } from '../engine/context.ts'
import type { FollowedTx } from './followed-tx.ts'
import { awaitPendingTx } from './pending-tx.ts'
import { afterPurchase, keepPurchases, removePurchase } from './purchases.ts'
import { type TransactionEntry, traitsOf } from './transaction-record.ts'
import { findTransaction, forgetTransaction, listTransactions, updateTransaction } from './transactions.ts'
import { awaitBlock, untilFinal } from './watching.ts'

const INTENT_MS = 3_000
const followed = new Map<string, Promise<Receipt>>()

/**
 * Waits for a sent transaction, records its end among the transactions and runs its act's follow-up, once for all waiters. Throws
 * TX_REVERTED, TX_DROPPED, TX_CANCELLED or TX_REPLACED.
 */
export function followTransaction(out: FollowedTx, onHash?: (hash: string) => void): Promise<Receipt> {
  const known = followed.get(out.id)
  if (known)
    return known.then((receipt) => {
      // Another transaction of its number has taken its place.
      if (receipt.hash !== out.hash) onHash?.(receipt.hash)
      return receipt
    })
  const end = follow(out, onHash)
  followed.set(out.id, end)
  // A wait that was cut short may be taken up again.
  end.catch(() => followed.delete(out.id))
  return end
}

async function follow(out: FollowedTx, onHash?: (hash: string) => void): Promise<Receipt> {
  try {
    const receipt = await awaitBlock(out)
    if (receipt.hash !== out.hash) onHash?.(receipt.hash)
    if (!receipt.isSuccess) throw new AppError('TX_REVERTED')
    if (out.act === 'buy' && out.item) await afterPurchase(out.item, out.chainId, receipt.hash)
    void settleOnceIndexed({ ...out, hash: receipt.hash })
    return receipt
  } catch (error) {
    const { code } = failureOf(error)
    if (isOver(code)) {
      updateTransaction(out.id, { status: 'failed', code, isStuck: false })
      // A reorg may have removed the block of the purchase.
      if (out.act === 'buy' && out.item) removePurchase(out.item)
    }
    if (code === 'TX_REVERTED') void keepTrue(out)
    throw error
  } finally {
    // Pages refetch beside the flow: a slow server does not hold it up.
    void queryClient.invalidateQueries({ refetchType: 'active' })
  }
}

/** It is known to have moved nothing: the same act needs another transaction. */
export const isOver = (code: ErrorCode): boolean =>
  code === 'TX_REVERTED' || code === 'TX_DROPPED' || code === 'TX_REPLACED' || code === 'TX_CANCELLED'

/** The chain is slightly ahead of the market: the pages refetch when the market has read the block. */
async function settleOnceIndexed(out: FollowedTx): Promise<void> {
  // Time up, or no answer: the chain has decided all the same.
  await untilIndexed(() => isIndexed(out)).catch(() => undefined)
  if (out.act === 'buy' && out.item) removePurchase(out.item)
  updateTransaction(out.id, { status: 'done' })
  await queryClient.invalidateQueries({ refetchType: 'active' })
  await keepTrue(out)
}

const kept = new Set<string>()

/** Waits until no reorg can remove the block. A transaction that drops out of its block is pending again. */
async function keepTrue(out: FollowedTx): Promise<void> {
  if (kept.has(out.id)) return
  kept.add(out.id)
  const isFinal = await untilFinal(out).finally(() => kept.delete(out.id))
  if (isFinal) return
  followed.delete(out.id)
  void queryClient.invalidateQueries({ refetchType: 'active' })
  await followTransaction(out).catch(() => undefined)
}

async function isIndexed({ act, item, account, chainId, hash, subject }: FollowedTx): Promise<boolean> {
  if (!item) return true
  const ref = { collection: item.collection, tokenId: BigInt(item.tokenId), chainId }
  const { transfersItem, ends } = traitsOf(act)
  // Not by what is held: of an edition one may have held some before.
  if (transfersItem) return hasHappened({ api, chainId }, ref, hash)
  if (ends === undefined) return true
  if (ends === 'auction') return api.auction.get({ ...ref, owner: account }).then(({ status }) => status === AUCTION_STATUS.FINISHED)
  const type = ends === 'sale' ? ORDER_TYPE.SALE : ORDER_TYPE.BID
  // By its salt: another order may have taken its place.
  return api.order.get({ ...ref, owner: account, type }).then(({ salt }) => subject !== undefined && subject !== salt.toString(), isGone)
}

/** Resumes what an earlier page or another tab has asked for, sent, or seen in a block that is not final yet. */
export function resumeTransactions(): void {
  keepPurchases(listTransactions().flatMap(({ act, status, item }) => (act === 'buy' && status === 'pending' && item ? [item] : [])))
  for (const entry of listTransactions()) {
    if (entry.status === 'asking') void resumeAwaiting(entry)
    else if (entry.hash === undefined) continue
    else if (entry.status === 'pending') followTransaction({ ...entry, hash: entry.hash }).catch(() => undefined)
    else if (entry.minedIn !== undefined && !entry.isFinal && !followed.has(entry.id)) void keepTrue({ ...entry, hash: entry.hash })
  }
}

const awaited = new Set<string>()

async function resumeAwaiting({ id }: TransactionEntry): Promise<void> {
  if (awaited.has(id)) return
  awaited.add(id)
  const out = await awaitPendingTx(id, INTENT_MS).finally(() => awaited.delete(id))
  if (out) await followTransaction(out).catch(() => undefined)
  // The wallet's window got no answer: the transaction was never sent.
  else if (findTransaction(id)?.status === 'asking') forgetTransaction(id)
}
