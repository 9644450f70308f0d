import type { PortfolioSummary } from '@plinth/api'
import type { MarketState } from './market-state.ts'

/** Of an account without a work or a trade. */
export const aSummary = (over: Partial<PortfolioSummary> = {}): PortfolioSummary => ({
  moneys: [],
  worth: { currency: 'USD', spent: 0n, earned: 0n, royalties: 0n, fees: 0n, gas: 0n, cost: 0n, realised: 0n, without: 0 },
  works: 0,
  units: 0n,
  collections: 0,
  networks: 0,
  hidden: 0,
  gifts: 0,
  gasUnknown: 0,
  isComplete: true,
  ...over,
})

/** Nothing is held; a test of the ledger gives its own rows. */
export function answerPortfolio(market: MarketState): void {
  market
    .answer('portfolio.summary', () => aSummary())
    .answer('portfolio.value', () => ({ moneys: [], currency: 'USD', works: 0, without: 0 }))
    .answer('portfolio.collections', () => [])
    .answer('portfolio.items', () => ({ list: [], total: 0 }))
    .answer('portfolio.wallets', () => ({ wallets: [], seenBy: [] }))
}
