import type { Address } from '@plinth/protocol'
import { LOCAL, readStored, writeStored } from '../../lib/storage.ts'
import { useStored } from '../../lib/use-stored.ts'
import { boxOfEntry, parseTransactions, type TransactionAct, type TransactionEntry, traitsOf } from './transaction-record.ts'

type Hex = NonNullable<TransactionEntry['hash']>

const KEPT = 20
let read: { text: string | undefined; entries: readonly TransactionEntry[] } | undefined

/** Newest first. Read from storage each time, because other tabs write it too; the same list until it changes. */
export function listTransactions(): readonly TransactionEntry[] {
  const text = readStored(LOCAL.transactions)
  if (!read || read.text !== text) read = { text, entries: parseTransactions(text) }
  return read.entries
}

function save(next: readonly TransactionEntry[]): void {
  const kept = next.filter((entry, index) => index < KEPT || entry.status === 'asking' || entry.status === 'pending')
  writeStored(LOCAL.transactions, kept.length === 0 ? undefined : JSON.stringify(kept))
}

export type NewEntry = Pick<TransactionEntry, 'chainId' | 'account' | 'act' | 'title' | 'item'> &
  Partial<Pick<TransactionEntry, 'hash' | 'subject' | 'sent' | 'batch'>>

/** Before the wallet opens, without a hash; or with one, once it is out. Answers its id. */
export function addTransaction({ hash, subject, sent, batch, ...entry }: NewEntry): string {
  const id = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`
  const begun = { minedIn: undefined, isStuck: false, isFinal: false, code: undefined, sentAt: Date.now() }
  const added: TransactionEntry = { ...entry, ...begun, id, hash, subject, sent, batch, status: hash === undefined ? 'asking' : 'pending' }
  save([added, ...listTransactions().filter((other) => hash === undefined || other.hash !== hash)])
  return id
}

/** Does nothing if the record has been cleared; notifies only of changes. */
export function updateTransaction(id: string, change: Partial<Omit<TransactionEntry, 'id'>>): void {
  const before = listTransactions().find((entry) => entry.id === id)
  if (!before || Object.entries(change).every(([name, value]) => before[name as keyof TransactionEntry] === value)) return
  save(listTransactions().map((entry) => (entry.id === id ? { ...entry, ...change } : entry)))
}

export function forgetTransaction(id: string): void {
  save(listTransactions().filter((entry) => entry.id !== id))
}

export const findTransaction = (id: string): TransactionEntry | undefined => listTransactions().find((entry) => entry.id === id)

/** Of two chains, each may have a collection at that address. */
type ItemKey = { chainId: number; collection: Address; tokenId: bigint }

const isOf = (entry: TransactionEntry, act: TransactionAct, account: Address) => entry.act === act && entry.account === account
const isAbout = (entry: TransactionEntry, { chainId, collection, tokenId }: ItemKey) =>
  entry.chainId === chainId && entry.item?.collection === collection && entry.item.tokenId === tokenId.toString()

/** Pending transactions of one account's act on one item. */
export function findPending(act: TransactionAct, account: Address, item: ItemKey): (TransactionEntry & { hash: Hex }) | undefined {
  return listTransactions().find(
    (entry): entry is TransactionEntry & { hash: Hex } => isPending(entry) && isOf(entry, act, account) && isAbout(entry, item),
  )
}

/** Openings of a series that this account has sent and the market does not list yet. */
export function openingsOnTheWay(account: Address, boxId: bigint): readonly { hash: Hex; boxes: number }[] {
  return listTransactions().flatMap((entry) => {
    const about = boxOfEntry(entry)
    if (about?.id !== boxId || !isOf(entry, 'openBox', account) || entry.hash === undefined || entry.status !== 'pending') return []
    return [{ hash: entry.hash, boxes: about.what }]
  })
}

const isPending = (entry: TransactionEntry) => entry.status === 'pending' && entry.hash !== undefined && !isThrough(entry)

/** Its block has taken it, though the market has not read that block: a like request is a new one, not this one again. */
const isThrough = ({ act, minedIn }: TransactionEntry) => minedIn !== undefined && traitsOf(act).isRepeatable === true

export type Doing = Pick<TransactionEntry, 'chainId' | 'account' | 'act' | 'item' | 'subject'>

/** The same act on the same thing, asked for or on its way. */
export function findSame({ chainId, account, act, item, subject }: Doing): TransactionEntry | undefined {
  if (item === undefined && subject === undefined) return undefined
  return listTransactions().find(
    (entry) =>
      (entry.status === 'asking' || entry.status === 'pending') &&
      !isThrough(entry) &&
      isOf(entry, act, account) &&
      entry.chainId === chainId &&
      entry.subject === subject &&
      (item === undefined || isAbout(entry, { ...item, chainId, tokenId: BigInt(item.tokenId) })),
  )
}

/** Whether this account's purchase of the item has left this browser and did not fail. */
export function hasBought(account: Address, item: ItemKey): boolean {
  return listTransactions().some(
    (entry) => entry.hash !== undefined && entry.status !== 'failed' && isOf(entry, 'buy', account) && isAbout(entry, item),
  )
}

export const useTransactions = (): readonly TransactionEntry[] => useStored(LOCAL.transactions, listTransactions)
