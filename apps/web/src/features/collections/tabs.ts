export const COLLECTION_TABS = ['items', 'offers', 'activity', 'analytics', 'holders', 'about'] as const
export type CollectionTab = (typeof COLLECTION_TABS)[number]

export const readTab = (params: URLSearchParams): CollectionTab => COLLECTION_TABS.find((tab) => tab === params.get('tab')) ?? 'items'

/** The address of a tab: the items keep no filter of theirs on another one. */
export function withTab(params: URLSearchParams, tab: CollectionTab): URLSearchParams {
  const next = new URLSearchParams([...params].filter(([name]) => name === 'chain'))
  next.set('tab', tab)
  return next
}

/** What tabs were called before there were more of them; links to them open what they led to (COLP-07). */
export function fromFormer(params: URLSearchParams): URLSearchParams | undefined {
  const tab = params.get('tab')
  if (tab !== 'sale' && tab !== 'collectibles') return undefined
  const next = withTab(params, 'items')
  if (tab === 'sale') next.set('status', 'onSale')
  return next
}
