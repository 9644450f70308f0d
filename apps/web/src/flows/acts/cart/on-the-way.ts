import type { Address } from '@plinth/protocol'
import type { TransactionEntry } from '../../transactions/transaction-record.ts'
import { listTransactions } from '../../transactions/transactions.ts'

type SaleKey = { readonly collection: string; readonly tokenId: bigint; readonly seller: string }

/** A sale of a work as the record of a transaction has it: no salt, since a seller may have listed again. */
const saleText = ({ collection, tokenId, seller }: SaleKey): string => `${collection}:${tokenId}:${seller}`

/** Names the sales that a transaction buys, so that a reload or another tab finds it. */
export const subjectOf = (lines: readonly SaleKey[]): string => lines.map(saleText).toSorted().join(' ')

export const hasSale = ({ subject = '' }: Pick<TransactionEntry, 'subject'>, sale: SaleKey): boolean =>
  subject.split(' ').includes(saleText(sale))

/** All recorded purchases of an account on one network: asked for, sent, or in a block. */
export const listPurchasesOfCart = (account: Address, chainId: number): readonly TransactionEntry[] =>
  listTransactions().filter((entry) => entry.act === 'buyMany' && entry.account === account && entry.chainId === chainId)

export const isUnderWay = ({ status, minedIn }: TransactionEntry): boolean =>
  status === 'asking' || (status === 'pending' && minedIn === undefined)

type Settled = SaleKey & {
  /** Unix milliseconds of this browser: when the line came into the cart. */
  readonly at: number
  /** The transaction that did not bring it. */
  readonly failedIn: string | undefined
}

/** A purchase that was sent after the line came into the cart, and that has neither brought it nor failed to. */
export const isUnsettled = (entry: TransactionEntry, line: Settled): boolean =>
  entry.hash !== undefined && entry.status !== 'failed' && hasSale(entry, line) && entry.sentAt >= line.at && line.failedIn !== entry.hash

/** A block that took the purchase does not settle the line: its page reads the logs first. */
export const isOnTheWay = (entry: TransactionEntry, line: Settled): boolean =>
  (isUnderWay(entry) && hasSale(entry, line)) || isUnsettled(entry, line)
