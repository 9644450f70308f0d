type Mark = { opened?: string }

/**
 * Under which name a page's scroll position is kept. The first entry of a history has no key of its own: every address
 * typed into a tab would share one. It gets a mark that a reload finds again and a newly typed address does not.
 */
export function scrollKey({ key }: { key: string }): string {
  return key === 'default' ? FIRST : key
}

const FIRST = markEntry()

function markEntry(): string {
  const state: Mark | null = history.state
  const opened = state?.opened ?? `opened ${performance.timeOrigin}`
  history.replaceState({ ...state, opened }, '')
  return opened
}
