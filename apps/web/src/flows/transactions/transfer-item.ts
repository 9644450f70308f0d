import type { Address } from '@plinth/protocol'
import { type ContractCall, hasHappened } from '@plinth/sdk'
import { type Chain, untilIndexed } from '../engine/context.ts'
import type { Progress } from '../engine/engine.ts'
import { transact } from './transact.ts'
import type { TransactionAct } from './transaction-record.ts'

export type ItemTransfer = {
  act: TransactionAct
  collection: Address
  tokenId: bigint
  title: string
  /** Identifies a transfer of an item: the other account, and the quantity. */
  subject: string
}

/** One transaction that transfers an item, until the market has booked it. `call` is undefined only where it is already sent. */
export async function transferItem(
  chain: Chain,
  call: ContractCall | undefined,
  { act, collection, tokenId, title, subject }: ItemTransfer,
  progress: Progress,
): Promise<void> {
  let hash = progress.resume
  const sent = (next: string) => {
    hash = next
    progress.sent(next)
  }
  await transact(chain, call, { act, title, item: { collection, tokenId: tokenId.toString() }, subject }, { ...progress, sent })
  await untilIndexed(() => hasHappened(chain, { collection, tokenId }, hash))
}
