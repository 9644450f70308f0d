export const ACCOUNT_TABS = ['sale', 'collectibles', 'created', 'liked'] as const
export type AccountTab = (typeof ACCOUNT_TABS)[number]

export type AccountView = {
  tab: AccountTab
  chainId: number
  category: bigint | undefined /** where the list begins, from 1 */
  page: number
}

const ALL = -1

/** The view lives in the address: ?tab=, ?chain=, ?category=, ?page=. Anything malformed counts as absent. */
export function readView(params: URLSearchParams): AccountView {
  const chain = params.get('chain') ?? ''
  const category = params.get('category') ?? ''
  const page = params.get('page') ?? ''
  return {
    tab: ACCOUNT_TABS.find((tab) => tab === params.get('tab')) ?? 'sale',
    chainId: /^\d{1,15}$/.test(chain) ? Number(chain) : ALL,
    category: /^\d{1,18}$/.test(category) ? BigInt(category) : undefined,
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  }
}

export function writeView({ tab, chainId, category, page }: AccountView): URLSearchParams {
  const params = new URLSearchParams({ tab })
  if (chainId !== ALL) params.set('chain', String(chainId))
  if (category !== undefined) params.set('category', category.toString())
  if (page > 1) params.set('page', String(page))
  return params
}

/** Another tab, category or network is another list: it begins at page 1 (ACC-13). */
export const turnView = (view: AccountView, change: Partial<Omit<AccountView, 'page'>>): AccountView => ({ ...view, ...change, page: 1 })

export const isNarrowed = ({ chainId, category }: AccountView): boolean => chainId !== ALL || category !== undefined

export const widened = (view: AccountView): AccountView => turnView(view, { chainId: ALL, category: undefined })

/** Pages a reader can jump to, ascending: the ends and the neighbours of the current page; 0 marks a gap. */
export function pagesAround(page: number, pages: number): number[] {
  const wanted = [1, page - 1, page, page + 1, pages].filter((each) => each >= 1 && each <= pages)
  const shown = [...new Set(wanted)].toSorted((a, b) => a - b)
  return shown.flatMap((each, index) => {
    const missing = each - (shown[index - 1] ?? 0) - 1
    return missing === 0 ? [each] : missing === 1 ? [each - 1, each] : [0, each]
  })
}
