/** Where the results of a search are shown; the tab of items when none is named. */
export const searchPath = (keyword: string, tab?: SearchTab): string => {
  const params = new URLSearchParams({ keyword: keyword.trim() })
  if (tab !== undefined && tab !== 'works') params.set('tab', tab)
  return `/search?${params}`
}

export const SEARCH_TABS = ['works', 'people', 'collections'] as const
export type SearchTab = (typeof SEARCH_TABS)[number]

/** What the server takes at most. */
const LONGEST = 200

export function readSearch(params: URLSearchParams): { keyword: string; tab: SearchTab } {
  return {
    keyword: (params.get('keyword') ?? '').trim().slice(0, LONGEST),
    tab: SEARCH_TABS.find((tab) => tab === params.get('tab')) ?? 'works',
  }
}

/** The parts of a name, those that were looked for marked; case does not count. */
export function marked(name: string, keyword: string): { text: string; isHit: boolean }[] {
  const needle = keyword.trim().toLocaleLowerCase()
  // A letter whose other case is longer would shift the places.
  const hay = name.toLocaleLowerCase()
  const at = needle === '' || hay.length !== name.length ? -1 : hay.indexOf(needle)
  if (at < 0) return [{ text: name, isHit: false }]
  const end = at + needle.length
  const parts = [
    { text: name.slice(0, at), isHit: false },
    { text: name.slice(at, end), isHit: true },
    { text: name.slice(end), isHit: false },
  ]
  return parts.filter(({ text }) => text !== '')
}
