import { lazy } from 'react'
import { useTransactions } from '../../flows/transactions/transactions.ts'
import { allTexts } from '../../i18n/index.ts'
import { LazyBoundary } from '../../kit/LazyBoundary.tsx'
import { inTime } from '../../lib/chunk.ts'

const Transactions = lazy(
  inTime(async () => {
    const [{ Transactions: list }] = await Promise.all([import('./Transactions.tsx'), allTexts()])
    return { default: list }
  }),
)

/** The list of transactions, fetched once there is one. */
export function TransactionsSlot() {
  const entries = useTransactions()
  return entries.length === 0 ? null : (
    <LazyBoundary>
      <Transactions />
    </LazyBoundary>
  )
}
