import { setTimeout as sleep } from 'node:timers/promises'
import { type Hash, type PublicActions, type TransactionReceipt, TransactionReceiptNotFoundError } from 'viem'

const POLL_MS = 50
const LIMIT_MS = 180_000

/**
 * Polls for the receipt of a transaction. viem's `waitForTransactionReceipt` looks again at a new block only. A chain that
 * mines on demand may tell the block before its receipts, and mine no other.
 */
export async function receiptOf(client: Pick<PublicActions, 'getTransactionReceipt'>, hash: Hash): Promise<TransactionReceipt> {
  for (const until = performance.now() + LIMIT_MS; ; await sleep(POLL_MS)) {
    try {
      return await client.getTransactionReceipt({ hash })
    } catch (error) {
      if (!(error instanceof TransactionReceiptNotFoundError) || performance.now() > until) throw error
    }
  }
}
