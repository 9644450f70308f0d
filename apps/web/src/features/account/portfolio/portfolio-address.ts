import type { PortfolioSort } from '@plinth/api'
import { type Address, ALL_CHAINS, isAddress } from '@plinth/protocol'

export const PORTFOLIO_TABS = ['items', 'listings', 'offers', 'received', 'auctions', 'approvals', 'activity', 'statements'] as const
export type PortfolioTab = (typeof PORTFOLIO_TABS)[number]
export const PORTFOLIO_PATH = '/items?tab=items'

const SORTS = [
  'received',
  'name',
  'held',
  'paid',
  'bought',
  'lastSale',
  'floor',
  'offer',
  'rarity',
  'listed',
  'change',
] as const satisfies readonly PortfolioSort[]

/** What is chosen in the ledger. Its address holds all of it; what is not chosen is not written. */
export type LedgerView = {
  chainId: number
  /** One of the account’s wallets; undefined for all. */
  wallet: Address | undefined
  collection: Address | undefined
  isListed: boolean | undefined
  hasOffer: boolean | undefined
  words: string
  isHidden: boolean
  isGrouped: boolean
  sort: PortfolioSort
  isAscending: boolean
}

/** Names and ranks begin with the least, everything else with the most. */
export const isRising = (sort: PortfolioSort): boolean => sort === 'name' || sort === 'rarity'

/** The tab of the ledger that an address names; another one is the gallery's. */
export const readPortfolioTab = (params: URLSearchParams): PortfolioTab | undefined =>
  PORTFOLIO_TABS.find((tab) => tab === params.get('tab'))

/** Approvals have a path of their own: they are read without the server. */
export const tabPath = (tab: PortfolioTab, wallet?: Address): string =>
  tab === 'approvals' ? '/items/approvals' : `/items?tab=${tab}${wallet ? `&wallet=${wallet}` : ''}`

const LONGEST_WORDS = 100
const flagOf = (text: string | null): boolean | undefined => (text === 'yes' ? true : text === 'no' ? false : undefined)

export function readLedger(params: URLSearchParams): LedgerView {
  const sort = SORTS.find((one) => one === params.get('sort')) ?? 'received'
  const order = params.get('order')
  return {
    chainId: readChain(params),
    wallet: readWallet(params),
    collection: readAddress(params, 'collection'),
    isListed: flagOf(params.get('listed')),
    hasOffer: flagOf(params.get('offer')),
    words: (params.get('words') ?? '').trim().slice(0, LONGEST_WORDS),
    isHidden: params.get('hidden') === 'yes',
    isGrouped: params.get('group') === 'collection',
    sort,
    isAscending: order === 'asc' ? true : order === 'desc' ? false : isRising(sort),
  }
}

export function writeLedger(view: LedgerView): URLSearchParams {
  const { chainId, wallet, collection, isListed, hasOffer, words, isHidden, isGrouped, sort, isAscending } = view
  const params = new URLSearchParams({ tab: 'items' })
  const put = (name: string, value: string | undefined | false) => value && params.set(name, value)
  put('chain', chainId !== ALL_CHAINS && String(chainId))
  put('wallet', wallet)
  put('collection', collection)
  put('listed', isListed === undefined ? undefined : isListed ? 'yes' : 'no')
  put('offer', hasOffer === undefined ? undefined : hasOffer ? 'yes' : 'no')
  put('words', words)
  put('hidden', isHidden && 'yes')
  put('group', isGrouped && 'collection')
  put('sort', sort !== 'received' && sort)
  put('order', isAscending !== isRising(sort) && (isAscending ? 'asc' : 'desc'))
  return params
}

function readAddress(params: URLSearchParams, name: string): Address | undefined {
  const text = (params.get(name) ?? '').toLowerCase()
  return isAddress(text) ? text : undefined
}

export const readWallet = (params: URLSearchParams): Address | undefined => readAddress(params, 'wallet')

export function readChain(params: URLSearchParams): number {
  const chain = params.get('chain') ?? ''
  return /^\d{1,15}$/.test(chain) ? Number(chain) : ALL_CHAINS
}

/** How many filters hide works; the hidden ones are another list. */
export const countFilters = ({ collection, isListed, hasOffer, words }: LedgerView): number =>
  [collection !== undefined, isListed !== undefined, hasOffer !== undefined, words !== ''].filter(Boolean).length

/** Shows everything of the same list. */
export const widenedLedger = (view: LedgerView): LedgerView =>
  Object.assign({}, view, { collection: undefined, isListed: undefined, hasOffer: undefined, words: '' })
