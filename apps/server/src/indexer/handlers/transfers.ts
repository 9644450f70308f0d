import { HISTORY_TYPE, type TokenStandard, ZERO_ADDRESS } from '@plinth/protocol'
import type { Hex } from 'viem'
import type { BlockContext } from '../../state/block-context.ts'
import { type RawLog, sourceOf } from '../../state/chain/raw-log.ts'
import type { Transfer } from '../../state/items/holdings.ts'
import type { Fill } from '../../state/write-batch.ts'

/**
 * Applies the transfers of one log in its order; an ERC-1155 batch has several, even of the same item. Skips zero quantities: any
 * account can transfer zero of an item that does not exist.
 */
export async function applyTransfers(
  context: BlockContext,
  log: RawLog,
  standard: TokenStandard,
  transfers: readonly Transfer[],
): Promise<void> {
  for (const [part, transfer] of transfers.entries()) if (transfer.quantity > 0n) applyTransfer(context, { log, part }, standard, transfer)
}

/** The address in an indexed topic; the padding is ignored, as by the ABI decoder. */
export function addressIn(topic: Hex): Hex {
  return `0x${topic.slice(26)}`
}

type Place = { readonly log: RawLog; readonly part: number }

function applyTransfer(context: BlockContext, { log, part }: Place, standard: TokenStandard, transfer: Transfer): void {
  const isTrade = isPartOfFill(context, log, transfer)
  const { collection, tokenId, from, to } = transfer
  context.writes.transfer(standard, { ...transfer, log, part, at: context.block.timestamp, isTrade })
  // The lists that count the item depend on its supply.
  if (from === ZERO_ADDRESS || to === ZERO_ADDRESS) context.dirty.item(transfer)
  else context.dirty.transfer(transfer)
  for (const owner of [from, to]) if (owner !== ZERO_ADDRESS) context.dirty.holder({ collection, tokenId, owner })
  if (!isTrade) notify(context, { log, part }, transfer)
}

function notify(context: BlockContext, { log, part }: Place, transfer: Transfer): void {
  const { collection, tokenId, quantity } = transfer
  const isMint = transfer.from === ZERO_ADDRESS
  const isBurn = transfer.to === ZERO_ADDRESS
  context.writes.activities.push({
    chainId: context.chainId,
    collection,
    tokenId,
    type: isMint ? HISTORY_TYPE.MINT : isBurn ? HISTORY_TYPE.BURN : HISTORY_TYPE.TRANSFER,
    // A mint is shown as sent by its minter, so that the rule which hides the zero address can hold as written (decision 43).
    from: isMint ? transfer.to : transfer.from,
    to: isBurn ? undefined : transfer.to,
    version: 0,
    quantity,
    blockHash: log.blockHash,
    logIndex: log.index,
    part,
    txHash: log.txHash,
    createdAt: context.block.timestamp,
  })
  const source = sourceOf(context.chainId, log, part)
  const about = { chainId: context.chainId, source, txHash: log.txHash, at: context.block.timestamp, collection, tokenId, quantity }
  if (isMint) context.events.push({ kind: 'minted', ...about, minter: transfer.to })
  else if (isBurn) context.events.push({ kind: 'burnt', ...about, owner: transfer.from })
  else context.events.push({ kind: 'transferred', ...about, from: transfer.from, to: transfer.to })
}

/** Removes the history of a settlement mint's delivery as a transfer of its own: it is part of this fill. */
export function joinDelivery(context: BlockContext, fill: Fill): void {
  const transfer = context.writes.takeDelivery(fill)
  if (!transfer) return
  const { log, part } = transfer
  const { activities } = context.writes
  const at = activities.findIndex(
    (row) => row.txHash === log.txHash && row.logIndex === log.index && row.part === part && row.type === HISTORY_TYPE.TRANSFER,
  )
  if (at >= 0) activities.splice(at, 1)
  const source = sourceOf(context.chainId, log, part)
  const place = context.events.findIndex((event) => event.kind === 'transferred' && event.source === source)
  if (place >= 0) context.events.splice(place, 1)
}

/** The exchange logs a fill before the item's transfer: a transfer that fits a fill of the same transaction belongs to it. */
function isPartOfFill(context: BlockContext, log: RawLog, { collection, tokenId, from, to, quantity }: Transfer): boolean {
  return context.writes
    .fillsOf(log.txHash)
    .some(
      (fill) =>
        fill.index < log.index &&
        fill.collection === collection &&
        fill.tokenId === tokenId &&
        fill.items === quantity &&
        ((fill.maker === from && fill.receiver === to) || fill.maker === to),
    )
}
