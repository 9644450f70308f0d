import { causesOf } from '@plinth/sdk'
import { failureOf } from '../../wallet/errors.ts'
import { loadWallet } from '../../wallet/load.ts'
import type { PendingTx, SentTx, Wallet } from '../../wallet/types.ts'
import type { FollowedTx } from './followed-tx.ts'
import type { TransactionEntry, TransactionSent } from './transaction-record.ts'
import { addTransaction, findTransaction, listTransactions, type NewEntry, updateTransaction } from './transactions.ts'

/** A wallet window without an answer for this long will not be answered. */
const ASKING_MS = 10 * 60_000

export const sentAs = ({ to, dataHash, value, nonce, block }: PendingTx): TransactionSent => ({
  to,
  dataHash,
  nonce,
  value: value.toString(),
  block: block.toString(),
})

export const pendingTxOf = ({ to, dataHash, value, nonce, block }: TransactionSent): PendingTx => ({
  to,
  dataHash,
  nonce,
  value: BigInt(value),
  block: BigInt(block),
})

/** Stores the hash among the transactions, and with it the nonce that identifies the transaction once its hash is unknown. */
export async function entryOf(wallet: Wallet, doing: NewEntry & { id?: string; hash: FollowedTx['hash'] }): Promise<FollowedTx> {
  const { hash, chainId } = doing
  const known = doing.id === undefined ? listTransactions().find((entry) => entry.hash === hash) : findTransaction(doing.id)
  const id = known?.id ?? addTransaction({ ...doing, hash })
  updateTransaction(id, { hash, ...(known?.status === 'asking' ? { status: 'pending' } : {}) })
  const found = await wallet.findByHash(chainId, hash)
  // The search begins where the record was stored, which may be before the block that took it.
  if (found) updateTransaction(id, { sent: { ...sentAs(found), block: known?.sent?.block ?? found.block.toString() } })
  const entry = findTransaction(id)
  return { ...doing, id, hash, sent: entry?.sent ?? known?.sent }
}

const awaitingWallet = new Set<string>()

/** Known to this page, and to the others by a lock that ends with it: is a page still waiting for the wallet's answer? */
export async function whileAwaitingWallet<T>(id: string, ask: () => Promise<T>): Promise<T> {
  awaitingWallet.add(id)
  try {
    // Browsers have locks only in a secure context (HTTPS or localhost).
    return await (navigator.locks ? navigator.locks.request(lockOf(id), ask) : ask())
  } finally {
    awaitingWallet.delete(id)
  }
}

export async function isAwaitingWallet(id: string): Promise<boolean> {
  if (awaitingWallet.has(id)) return true
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  return held.some(({ name }) => name === lockOf(id))
}

const lockOf = (id: string) => `plinth.asking.${id}`

/** The transaction that a forgotten question became; undefined while there is none. Throws where the chain does not answer. */
export async function adoptPendingTx(wallet: Wallet, entry: TransactionEntry): Promise<FollowedTx | undefined> {
  if (entry.batch !== undefined) {
    const found = await wallet.findBatch(entry.batch)
    return found.at === 'sent' ? entryOf(wallet, { ...entry, hash: found.hash }) : undefined
  }
  if (!entry.sent) return undefined
  const found: SentTx | undefined = await wallet.findSent(entry.chainId, entry.account, pendingTxOf(entry.sent))
  return found && entryOf(wallet, { ...entry, hash: found.hash })
}

const SILENT = 'silent' as const
/** Between two looks once the wallet has had its time. */
const RARELY_MS = 60_000

/** No node will find it: the market has left its chain, or its blocks are kept no more. Of anything else, silence. */
function absentOrSilent(error: unknown): undefined | typeof SILENT {
  if (failureOf(error).code === 'CHAIN_UNKNOWN') return undefined
  return causesOf(error).some(({ name }) => name === 'BlockNotFoundError') ? undefined : SILENT
}

/** Looks for the transaction as long as the wallet's window may be open; after that it counts as never sent. */
export async function awaitPendingTx(id: string, everyMs: number): Promise<FollowedTx | undefined> {
  const wallet = await loadWallet()
  for (let entry = findTransaction(id); entry?.status === 'asking'; entry = findTransaction(id)) {
    const found = await adoptPendingTx(wallet, entry).catch(absentOrSilent)
    if (found !== SILENT && found) return found
    const isLate = Date.now() - entry.sentAt > ASKING_MS
    // Silence proves nothing: what was sent long ago is found once the chain answers.
    if (found !== SILENT && isLate) return undefined
    await new Promise((resolve) => setTimeout(resolve, isLate ? RARELY_MS : everyMs))
  }
  return undefined
}
