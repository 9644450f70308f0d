export const COLLECTION_TABS = ['items', 'activity', 'analytics', 'holders', 'about'] as const
export type CollectionTab = (typeof COLLECTION_TABS)[number]

/** What tabs were called before this page had more of them; links to them still open (COLP-07). */
const FORMER: Readonly<Record<string, { tab: CollectionTab; onlyOnSale: boolean }>> = {
  sale: { tab: 'items', onlyOnSale: true },
  collectibles: { tab: 'items', onlyOnSale: false },
}

/** The tab of an address, and whether its items are only those on sale. */
export function readTab(params: URLSearchParams): { tab: CollectionTab; onlyOnSale: boolean } {
  const said = params.get('tab') ?? ''
  const onlyOnSale = params.get('statuses')?.split(',').includes('onSale') ?? false
  return FORMER[said] ?? { tab: COLLECTION_TABS.find((tab) => tab === said) ?? 'items', onlyOnSale }
}

/** The address of a tab: the items keep no filter of theirs on another one. */
export function withTab(params: URLSearchParams, tab: CollectionTab): URLSearchParams {
  const next = new URLSearchParams([...params].filter(([name]) => name === 'chain'))
  next.set('tab', tab)
  return next
}

/** The items, all or those on sale. */
export function withStatus(params: URLSearchParams, onlyOnSale: boolean): URLSearchParams {
  const next = withTab(params, 'items')
  if (onlyOnSale) next.set('statuses', 'onSale')
  return next
}
