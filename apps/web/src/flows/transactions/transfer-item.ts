import type { Address } from '@plinth/protocol'
import { type ContractCall, hasHappened } from '@plinth/sdk'
import { type Chain, untilIndexed } from '../engine/context.ts'
import type { Progress } from '../engine/engine.ts'
import { canBatch, sendBatch, transact } from './transact.ts'
import type { TransactionAct } from './transaction-record.ts'

export type ItemTransfer = {
  act: TransactionAct
  collection: Address
  tokenId: bigint
  title: string
  /** Identifies a transfer of an item: the other account, and the quantity. */
  subject: string
  /** Goes into the same transaction, where the wallet can do that. */
  also?: ContractCall | undefined
}

/**
 * One transaction that transfers an item, until the market has booked it. `call` is undefined only where it is already sent.
 * Answers whether `also` happened in it.
 */
export async function transferItem(
  chain: Chain,
  call: ContractCall | undefined,
  { act, collection, tokenId, title, subject, also }: ItemTransfer,
  progress: Progress,
): Promise<boolean> {
  let hash = progress.resume
  const sent = (next: string) => {
    hash = next
    progress.sent(next)
  }
  const about = { act, title, item: { collection, tokenId: tokenId.toString() }, subject }
  const batch = call && also && (await canBatch(chain)) ? [call, also] : undefined
  await (batch ? sendBatch(chain, batch, about, { ...progress, sent }) : transact(chain, call, about, { ...progress, sent }))
  await untilIndexed(() => hasHappened(chain, { collection, tokenId }, hash))
  return batch !== undefined
}
