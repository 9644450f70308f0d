import type { Hash, PublicActions, TransactionReceipt } from 'viem'

/**
 * Waits for the receipt of a transaction that is never replaced. viem's search for a replacement may miss the block
 * that is mined in the meantime, and a chain that mines on demand may mine no other.
 */
export function receiptOf(client: Pick<PublicActions, 'waitForTransactionReceipt'>, hash: Hash): Promise<TransactionReceipt> {
  return client.waitForTransactionReceipt({ hash, checkReplacement: false })
}
