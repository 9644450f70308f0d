import { AppError, type ErrorCode } from '@plinth/api'
import { ORDER_TYPE } from '@plinth/protocol'
import { api, queryClient } from '../lib/api.ts'
import { failureOf } from '../wallet/errors.ts'
import { loadWallet } from '../wallet/load.ts'
import type { Receipt } from '../wallet/types.ts'
import { isGone, isHeldBy, untilIndexed } from './context.ts'
import { afterPurchase, removePurchase } from './purchases.ts'
import { listTray, settleInTray, type TrayEntry } from './tray.ts'

type Sent = Pick<TrayEntry, 'hash' | 'chainId' | 'account' | 'act' | 'item'>
const followed = new Map<string, Promise<Receipt>>()

/**
 * Waits for a sent transaction, writes its end into the tray and does what its act asks for, once, whoever waits.
 * Throws TX_REVERTED or TX_DROPPED.
 */
export function followTransaction(sent: Sent): Promise<Receipt> {
  const known = followed.get(sent.hash)
  if (known) return known
  const end = follow(sent)
  followed.set(sent.hash, end)
  // A wait that was cut short may be taken up again.
  end.catch(() => followed.delete(sent.hash))
  return end
}

async function follow(sent: Sent): Promise<Receipt> {
  try {
    const receipt = await (await loadWallet()).receipt(sent.chainId, sent.hash)
    if (!receipt.isSuccess) throw new AppError('TX_REVERTED')
    if (sent.act === 'buy' && sent.item) await afterPurchase(sent.item, sent.chainId, sent.hash)
    void settleOnceIndexed(sent)
    return receipt
  } catch (error) {
    const { code } = failureOf(error)
    if (isOver(code)) settleInTray(sent.hash, 'failed', code)
    throw error
  } finally {
    // Pages read anew beside the flow: a slow server does not hold it up.
    void queryClient.invalidateQueries({ refetchType: 'active' })
  }
}

/** It is known to have moved nothing: the same act needs another transaction. */
export const isOver = (code: ErrorCode): boolean => code === 'TX_REVERTED' || code === 'TX_DROPPED' || code === 'TX_REPLACED'

/** The chain is ahead of the market by a moment: what the pages show is asked for again when the market has read the block. */
async function settleOnceIndexed(sent: Sent): Promise<void> {
  // Time up, or no answer: the chain has spoken all the same.
  await untilIndexed(() => isIndexed(sent)).catch(() => undefined)
  if (sent.act === 'buy' && sent.item) removePurchase(sent.item)
  settleInTray(sent.hash, 'done')
  await queryClient.invalidateQueries({ refetchType: 'active' })
}

async function isIndexed({ act, item, account, chainId }: Sent): Promise<boolean> {
  if (!item) return true
  const ref = { collection: item.collection, tokenId: BigInt(item.tokenId), chainId }
  if (act === 'buy' || act === 'mint') return isHeldBy(ref, account)
  if (act !== 'cancelSale') return true
  return api.order.get({ ...ref, owner: account, type: ORDER_TYPE.SALE }).then(() => false, isGone)
}

/** Takes up what an earlier page or another tab has sent. */
export function resumeTray(): void {
  for (const entry of listTray()) if (entry.status === 'pending') followTransaction(entry).catch(() => undefined)
}
