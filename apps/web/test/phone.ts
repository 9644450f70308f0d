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

/** The page has so many pixels of width, as queries of a least or most width know it. Goes before `openPage`. */
export function setWidth(width: number): void {
  vi.stubGlobal('matchMedia', (query: string) => {
    const [, bound, pixels] = /^\((min|max)-width: (\d+)px\)$/.exec(query) ?? []
    return {
      matches: bound !== undefined && (bound === 'min' ? width >= Number(pixels) : width <= Number(pixels)),
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }
  })
}
