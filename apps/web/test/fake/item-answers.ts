import type { MarketState } from './market-state.ts'
import { pageOf } from './page-of.ts'

export function answerItems(market: MarketState): void {
  const onSale = () => market.items.filter(({ isOnSale }) => isOnSale)
  market
    .answer('nft.detail', (of) => market.itemOf(of))
    .answer('nft.owners', (of) => ({ list: market.itemOf(of)?.holdings ?? [] }))
    .answer('nft.history', () => [])
    .answer('nft.bids', () => [])
    .answer('nft.attributes', () => ({ total: 0, list: [] }))
    .answer('statistics.rarity', () => ({ total: 0, attributes: [] }))
    .answer('statistics.similar', () => [])
    .answer('statistics.activity', () => ({ list: [] }))
    .answer('statistics.chart', () => ({ step: 3_600, points: [], floors: [] }))
    .answer('statistics.collection', () => ({ isPending: false, items: 1, units: 1n, owners: 1, listed: 0, floors: [], periods: [] }))
    .answer('nft.getroyalties', ({ items }) =>
      Object.fromEntries(items.map(({ collection, tokenId }) => [`${collection}:${tokenId}`, '[]'])),
    )
    .answer('nft.list', (at) => pageOf(market.items, at))
    .answer('home.list', (at) => pageOf(onSale(), at))
    .answer('home.indexlist', (at) => pageOf(onSale(), at))
    .answer('home.search', ({ search = '', ...at }) =>
      pageOf(
        market.items.filter(({ metadata }) => search !== '' && metadata.includes(search)),
        at,
      ),
    )
    .answer('home.searchuser', ({ search = '', ...at }) =>
      pageOf(
        market.users.filter(({ nickname }) => search !== '' && nickname.includes(search)),
        at,
      ),
    )
    .answer('home.searchcontract', ({ search = '', ...at }) =>
      pageOf(
        market.collections.filter(({ name }) => search !== '' && name.includes(search)),
        at,
      ),
    )
    .answer('contract.listall', ({ page, limit }) => pageOf(market.collections, { page, limit }))
    .answer('statistics.collection', (asked) => {
      const items = market.items.filter(({ collection }) => collection === asked.collection)
      const sales = items.flatMap(({ listings }) => listings)
      const [least] = sales.toSorted((a, b) => Number(a.buying - b.buying))
      const floors = least
        ? [{ money: least.payToken.address, payToken: least.payToken.address, unitPrice: least.buying / least.selling, isThin: true }]
        : []
      return { isPending: false, items: items.length, units: BigInt(items.length), owners: 1, listed: sales.length, floors, periods: [] }
    })
    .answer('statistics.people', () => ({ list: [] }))
    .answer('contract.list', () => market.collections.filter(({ isOfficial }) => isOfficial))
    .answer('contract.info', ({ collection }) => market.collections.find(({ address }) => address === collection) ?? {})
    .answer('contract.stat', (asked) => {
      const of = market.items.filter(({ collection }) => collection === asked.collection)
      return { onSale: of.filter(({ isOnSale }) => isOnSale).length, items: of.length }
    })
    .answer('contract.floor', () => [])
    .answer('contract.listitems', ({ collection, onlyOnSale = false, ...at }) =>
      pageOf(
        market.items.filter((item) => item.collection === collection && (item.isOnSale || !onlyOnSale)),
        at,
      ),
    )
}
