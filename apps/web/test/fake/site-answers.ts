import { CHAIN } from '../addresses.ts'
import type { MarketState } from './market-state.ts'
import { pageOf } from './page-of.ts'

export function answerSite(market: MarketState): void {
  market
    .answer('config.fetch', ({ chainId = CHAIN }) => {
      const found = market.config.networks.find((one) => one.chainId === chainId) ?? market.config.network
      return { ...market.config, now: market.now, network: { ...found, network: found.name, blockTime: 2 } }
    })
    .answer('config.gasTracker', () => ({ low: 10n ** 9n, medium: 10n ** 9n, high: 10n ** 9n, lastBlock: 1n }))
    .answer('category.list', () => [
      { id: 1n, name: 'eastern', children: [] },
      { id: 2n, name: 'western', children: [] },
    ])
    .answer('paytoken.list', ({ chainId }) => market.payTokens.filter((token) => chainId === undefined || token.chainId === chainId))
    .answer('rates.list', () => market.rates)
    .answer('blind.paytoken.list', () => ({ list: [] }))
    .answer('announcement.list', () => [])
    .answer('auction.newlist', ({ page, limit }) => pageOf([], { page, limit }))
    .answer('blind.box.list', ({ page, limit }) => pageOf([], { page, limit }))
    .answer('blind.box.kept', () => ({ list: [], credits: [] }))
    .answer('blind.owner.draws', () => ({ series: 0, draws: 0, missed: 0 }))
    .answer('notices.count', () => ({ total: market.unread, unread: market.unread }))
    .answer('notices.list', (at) => pageOf([], at))
    .answer('ty.listset', () => [])
    .answer('operator.me', () => ({ role: '' }))
}
