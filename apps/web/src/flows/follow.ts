import { AppError, type ErrorCode } from '@plinth/api'
import { AUCTION_STATUS, ORDER_TYPE } from '@plinth/protocol'
import { api, queryClient } from '../lib/api.ts'
import { failureOf } from '../wallet/errors.ts'
import type { Receipt } from '../wallet/types.ts'
import { hasHappened, isGone, untilIndexed } from './context.ts'
import { awaitIntent } from './intent.ts'
import { afterPurchase, keepPurchases, removePurchase } from './purchases.ts'
import { changeInTray, findInTray, forgetInTray, listTray } from './tray.ts'
import type { TrayEntry } from './tray-record.ts'
import { awaitBlock, untilFinal } from './watching.ts'

/** What is out: it has a hash and a place in the tray. */
export type Out = Pick<TrayEntry, 'id' | 'chainId' | 'account' | 'act' | 'item' | 'sent'> & { hash: NonNullable<TrayEntry['hash']> }

const INTENT_MS = 3_000
const followed = new Map<string, Promise<Receipt>>()

/**
 * Waits for a sent transaction, writes its end into the tray and does what its act asks for, once, whoever waits.
 * Throws TX_REVERTED, TX_DROPPED, TX_CANCELLED or TX_REPLACED.
 */
export function followTransaction(out: Out, onHash?: (hash: string) => void): Promise<Receipt> {
  const known = followed.get(out.id)
  if (known) return known
  const end = follow(out, onHash)
  followed.set(out.id, end)
  // A wait that was cut short may be taken up again.
  end.catch(() => followed.delete(out.id))
  return end
}

async function follow(out: Out, onHash?: (hash: string) => void): Promise<Receipt> {
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
      changeInTray(out.id, { status: 'failed', code, isStuck: false })
      // The chain may have taken back the block in which it was bought.
      if (out.act === 'buy' && out.item) removePurchase(out.item)
    }
    if (code === 'TX_REVERTED') void keepTrue(out)
    throw error
  } finally {
    // Pages read anew beside the flow: a slow server does not hold it up.
    void queryClient.invalidateQueries({ refetchType: 'active' })
  }
}

/** It is known to have moved nothing: the same act needs another transaction. */
export const isOver = (code: ErrorCode): boolean =>
  code === 'TX_REVERTED' || code === 'TX_DROPPED' || code === 'TX_REPLACED' || code === 'TX_CANCELLED'

/** The chain is ahead of the market by a moment: what the pages show is asked for again when the market has read the block. */
async function settleOnceIndexed(out: Out): Promise<void> {
  // Time up, or no answer: the chain has spoken all the same.
  await untilIndexed(() => isIndexed(out)).catch(() => undefined)
  if (out.act === 'buy' && out.item) removePurchase(out.item)
  changeInTray(out.id, { status: 'done' })
  await queryClient.invalidateQueries({ refetchType: 'active' })
  await keepTrue(out)
}

const kept = new Set<string>()

/** Until no chain of blocks can take it back. One that comes out of its block again is on its way again. */
async function keepTrue(out: Out): Promise<void> {
  if (kept.has(out.id)) return
  kept.add(out.id)
  const isFinal = await untilFinal(out).finally(() => kept.delete(out.id))
  if (isFinal) return
  followed.delete(out.id)
  void queryClient.invalidateQueries({ refetchType: 'active' })
  await followTransaction(out).catch(() => undefined)
}

/** Acts that move the item. */
const MOVES: readonly Out['act'][] = ['buy', 'mint', 'acceptBid', 'acceptAuction', 'buyAuction', 'transfer', 'burn']

async function isIndexed({ act, item, account, chainId, hash }: Out): Promise<boolean> {
  if (!item) return true
  const ref = { collection: item.collection, tokenId: BigInt(item.tokenId), chainId }
  // Not by what is held: of an edition one may have held some before.
  if (MOVES.includes(act)) return hasHappened(ref, hash)
  if (act === 'cancelAuction') return api.auction.get({ ...ref, owner: account }).then(({ status }) => status === AUCTION_STATUS.FINISHED)
  if (act !== 'cancelSale' && act !== 'cancelBid') return true
  const type = act === 'cancelSale' ? ORDER_TYPE.SALE : ORDER_TYPE.BID
  return api.order.get({ ...ref, owner: account, type }).then(() => false, isGone)
}

/** Takes up what an earlier page or another tab has asked for, sent, or seen in a block that is not final yet. */
export function resumeTray(): void {
  keepPurchases(listTray().flatMap(({ act, status, item }) => (act === 'buy' && status === 'pending' && item ? [item] : [])))
  for (const entry of listTray()) {
    if (entry.status === 'asking') void resumeAsking(entry)
    else if (entry.hash === undefined) continue
    else if (entry.status === 'pending') followTransaction({ ...entry, hash: entry.hash }).catch(() => undefined)
    else if (entry.minedIn !== undefined && !entry.isFinal && !followed.has(entry.id)) void keepTrue({ ...entry, hash: entry.hash })
  }
}

const awaited = new Set<string>()

async function resumeAsking({ id }: TrayEntry): Promise<void> {
  if (awaited.has(id)) return
  awaited.add(id)
  const out = await awaitIntent(id, INTENT_MS).finally(() => awaited.delete(id))
  if (out) await followTransaction(out).catch(() => undefined)
  // Nobody answered the wallet's window: it was never sent.
  else if (findInTray(id)?.status === 'asking') forgetInTray(id)
}
