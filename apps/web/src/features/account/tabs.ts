export const ACCOUNT_TABS = ['sale', 'collectibles', 'created', 'liked'] as const
export type AccountTab = (typeof ACCOUNT_TABS)[number]

export type AccountView = { tab: AccountTab; chainId: number; category: bigint | undefined }

/** The view lives in the address: ?tab=, ?chain=, ?category=. Anything malformed counts as absent. */
export function readView(params: URLSearchParams): AccountView {
  const chain = params.get('chain') ?? ''
  const category = params.get('category') ?? ''
  return {
    tab: ACCOUNT_TABS.find((tab) => tab === params.get('tab')) ?? 'sale',
    chainId: /^\d{1,15}$/.test(chain) ? Number(chain) : -1,
    category: /^\d{1,18}$/.test(category) ? BigInt(category) : undefined,
  }
}

export function writeView(view: AccountView): URLSearchParams {
  const params = new URLSearchParams({ tab: view.tab })
  if (view.chainId !== -1) params.set('chain', String(view.chainId))
  if (view.category !== undefined) params.set('category', view.category.toString())
  return params
}
