import { AppError } from '@plinth/api'
import { loadWallet } from '../../wallet/load.ts'
import type { Receipt, SentTx, TxStatus, Wallet } from '../../wallet/types.ts'
import type { FollowedTx } from './followed-tx.ts'
import { pendingTxOf, sentAs } from './pending-tx.ts'
import { findTransaction, updateTransaction } from './transactions.ts'

const POLL_MS = 1_000
const FINAL_POLL_MS = 4_000
/** Looks without finding the transaction before it counts as forgotten. */
const LOST_AFTER = 30
/** Blocks that go by before a waiting transaction counts as stuck. */
const STUCK_AFTER = 10n
/** Blocks over one before nothing is expected to take it back. */
const FINAL_DEPTH = 12n

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Waits for the block; short outages are ignored. A transaction unknown to the chain was sped up, cancelled or replaced in the
 * wallet by another with its nonce, or dropped. The result is stored among the transactions, for every tab and every reload.
 */
export async function awaitBlock(out: FollowedTx): Promise<Receipt> {
  const wallet = await loadWallet()
  let firstHead: bigint | undefined
  for (let unknown = 0; unknown < LOST_AFTER; await pause(POLL_MS)) {
    const sent = await sentOf(wallet, out)
    const seen: TxStatus = sent ? await wallet.getTxStatus(out.chainId, sent) : { at: 'unknown' }
    unknown = seen.at === 'unknown' ? unknown + 1 : 0
    if (seen.at === 'cancelled') throw new AppError('TX_CANCELLED')
    if (seen.at === 'replaced') throw new AppError('TX_REPLACED')
    if (seen.at === 'waiting') {
      firstHead ??= sent?.block ?? seen.head
      updateTransaction(out.id, { isStuck: seen.head - firstHead >= STUCK_AFTER })
    }
    if (seen.at !== 'mined') continue
    updateTransaction(out.id, { hash: seen.hash, minedIn: seen.blockHash, isStuck: false })
    return seen
  }
  throw new AppError('TX_DROPPED')
}

/** True once its block is deep enough; false when the chain has dropped that block, and the list of transactions says pending again. */
export async function untilFinal(out: FollowedTx): Promise<boolean> {
  const wallet = await loadWallet()
  for (;;) {
    const entry = findTransaction(out.id)
    if (!entry?.minedIn || entry.hash === undefined || !entry.sent) return true
    const seen = await wallet.getTxStatus(out.chainId, sentFrom({ ...out, hash: entry.hash, sent: entry.sent }, entry.sent))
    if (seen.at === 'mined' && seen.blockHash !== entry.minedIn) updateTransaction(out.id, { minedIn: seen.blockHash })
    if (seen.at === 'mined' && seen.depth >= FINAL_DEPTH) {
      updateTransaction(out.id, { isFinal: true })
      return true
    }
    if (seen.at !== 'mined' && seen.at !== 'silent') {
      updateTransaction(out.id, { status: 'pending', code: undefined, minedIn: undefined })
      return false
    }
    await pause(FINAL_POLL_MS)
  }
}

/** What is searched for: known since the wallet was asked, or learnt from the network once it knows the hash. */
async function sentOf(wallet: Wallet, out: FollowedTx): Promise<SentTx | undefined> {
  const known = findTransaction(out.id)?.sent ?? out.sent
  if (known) return sentFrom(out, known)
  const found = await wallet.findByHash(out.chainId, out.hash)
  if (found) updateTransaction(out.id, { sent: sentAs(found) })
  return found
}

const sentFrom = ({ account, hash }: FollowedTx, known: NonNullable<FollowedTx['sent']>): SentTx => ({
  ...pendingTxOf(known),
  from: account,
  hash,
})
