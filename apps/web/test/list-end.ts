import { act } from '@testing-library/react'
import { vi } from 'vitest'

/** There is no layout in happy-dom: a test says when the end of a list comes near. Goes before `openPage`. */
export function watchListEnds(): { readonly isWatched: boolean; readonly nearPx: number; comesNear: () => void } {
  const watching = new Set<() => void>()
  let nearPx = 0
  class Observer {
    readonly #call: () => void
    readonly #nearPx: number
    constructor(call: IntersectionObserverCallback, { rootMargin = '' }: IntersectionObserverInit = {}) {
      this.#nearPx = Number.parseInt(rootMargin.split(' ')[2] ?? '', 10)
      // What is watched asks for no more of an observer.
      this.#call = () => call([{ isIntersecting: true } as IntersectionObserverEntry], this as unknown as IntersectionObserver)
    }
    observe(target: Element): void {
      if (!target.matches('.list-end')) return
      watching.add(this.#call)
      nearPx = this.#nearPx
    }
    unobserve(): void {}
    disconnect(): void {
      watching.delete(this.#call)
    }
  }
  vi.stubGlobal('IntersectionObserver', Observer)
  return {
    get isWatched() {
      return watching.size > 0
    },
    /** How far below the window the end counts as near. */
    get nearPx() {
      return nearPx
    },
    comesNear: () =>
      act(() => {
        void [...watching].at(-1)?.()
      }),
  }
}
