import type { Hash, PublicActions, TransactionReceipt } from 'viem'

/**
 * Waits for the block of a transaction that nobody replaces. The search for a replacement would pass over the block that
 * comes meanwhile, and a chain that makes blocks only when it is asked to may make no other.
 */
export function receiptOf(client: Pick<PublicActions, 'waitForTransactionReceipt'>, hash: Hash): Promise<TransactionReceipt> {
  return client.waitForTransactionReceipt({ hash, checkReplacement: false })
}
