import { itemPath, itemsOnSale } from './demo-market.ts'
import type { Place } from './market.ts'
import { addressOf } from './money.ts'

/** Pages without header and footer. */
export const STANDALONE: readonly string[] = ['/connect', '/login', '/regist', '/setpwd', '/doc']

/** Pages for accounts with a wallet; a visitor is sent to connect. */
export const WALLET_ONLY: readonly string[] = [
  '/items',
  '/items/approvals',
  '/portfolio',
  '/items?tab=listings',
  '/items?tab=statements',
  '/message?tab=all',
  '/profile',
  '/create',
  '/create/erc721',
  '/create/erc1155',
  '/platnft/importnft',
  '/platnft/createcatenft',
]

/** Pages with header and footer, open to visitors, each with something of the demo to show. */
export async function openRoutes(market: Place): Promise<string[]> {
  const [item] = await itemsOnSale(market, 'Eve')
  const [category] = await market.api.category.list({})
  const [announcement] = await market.api.announcement.list({})
  const { list: boxes } = await market.api.blind['box.list']({ page: 1, limit: 20, chainId: -1 })
  const box = boxes.find(({ name }) => name === 'Postcards from the opening')
  if (!item || !category || !announcement || !box) throw new Error('the market is empty')
  return [
    '/',
    '/explore',
    '/auctions',
    '/rankings',
    '/rankings?by=people',
    '/blindbox',
    `/blindbox/detail/${box.id}?chain=${box.chainId}`,
    `/salelist/${category.id}`,
    '/search?keyword=moon',
    itemPath(item),
    `/collection/${item.collection}`,
    `/collection/${item.collection}?tab=activity`,
    `/collection/${item.collection}?tab=analytics`,
    `/collection/${item.collection}?tab=holders`,
    `/collection/${item.collection}?tab=about`,
    `/account/${addressOf('Bob')}`,
    '/noticeList',
    `/noticeDetail?announce=${encodeURIComponent(JSON.stringify({ lang: announcement.lang, tittle: announcement.title }))}`,
    '/404',
  ]
}
