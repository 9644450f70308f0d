import type { TransactionEntry } from './transaction-record.ts'

/** A sent transaction: it has a hash and an entry among the transactions. */
export type FollowedTx = Pick<TransactionEntry, 'id' | 'chainId' | 'account' | 'act' | 'item' | 'sent'> &
  Partial<Pick<TransactionEntry, 'subject'>> & { hash: NonNullable<TransactionEntry['hash']> }
