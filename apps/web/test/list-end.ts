import { act } from '@testing-library/react'
import { vi } from 'vitest'

/** There is no layout in happy-dom: a test says when the end of a list comes near. Goes before `openPage`. */
export function watchListEnds(): { readonly isWatched: boolean; comesNear: () => void } {
  const watching = new Set<() => void>()
  class Observer {
    readonly #call: () => void
    constructor(call: IntersectionObserverCallback) {
      // What is watched asks for no more of an observer.
      this.#call = () => call([{ isIntersecting: true } as IntersectionObserverEntry], this as unknown as IntersectionObserver)
    }
    observe(target: Element): void {
      if (target.matches('.list-end')) watching.add(this.#call)
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
    comesNear: () =>
      act(() => {
        void [...watching].at(-1)?.()
      }),
  }
}
