import { keyOf, queryClient } from '../../../../lib/api.ts'
import { portfolioApi } from '../../../../lib/portfolio-api.ts'

/** Other wallets count: all of the ledger is read again, the works from their beginning. */
export async function refreshPortfolio(): Promise<void> {
  const { summary, collections, listings, trades, wallets, items } = portfolioApi
  const names = [summary, collections, listings, trades, wallets].map((method) => keyOf(method as typeof summary))
  await Promise.all([
    ...names.map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    queryClient.resetQueries({ queryKey: keyOf(items) }),
  ])
}
