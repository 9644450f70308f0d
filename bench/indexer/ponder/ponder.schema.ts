import { onchainTable } from 'ponder'

export const token = onchainTable('token', (t) => ({ id: t.bigint().primaryKey(), owner: t.hex().notNull() }))

export const account = onchainTable('account', (t) => ({ address: t.hex().primaryKey(), balance: t.integer().notNull() }))

export const transferEvent = onchainTable('transfer_event', (t) => ({
  id: t.text().primaryKey(),
  token: t.bigint().notNull(),
  from: t.hex().notNull(),
  to: t.hex().notNull(),
  timestamp: t.bigint().notNull(),
}))
