import { vi } from 'vitest'
import { NARROW } from '../src/features/items/narrow.ts'
import { PHONE } from '../src/lib/media-query.ts'

/** The page is as narrow as a phone; happy-dom's is as wide as a desk. Goes before `openPage`. */
export function narrowWindow(): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === PHONE || query === NARROW,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
}
