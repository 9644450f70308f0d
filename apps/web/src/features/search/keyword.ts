/** Where the results of a search are shown; a tab that has some when none is named. */
export const searchPath = (keyword: string, tab?: SearchTab): string => {
  const params = new URLSearchParams({ keyword: keyword.trim() })
  if (tab !== undefined) params.set('tab', tab)
  return `/search?${params}`
}

export const SEARCH_TABS = ['works', 'people', 'collections'] as const
export type SearchTab = (typeof SEARCH_TABS)[number]

/** What the server takes at most. */
const LONGEST = 200

/** Without a tab the reader has not chosen one. */
export function readSearch(params: URLSearchParams): { keyword: string; tab: SearchTab | undefined } {
  return {
    keyword: (params.get('keyword') ?? '').trim().slice(0, LONGEST),
    tab: SEARCH_TABS.find((tab) => tab === params.get('tab')),
  }
}
