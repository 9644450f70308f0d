import { act } from '@testing-library/react'
import { vi } from 'vitest'

/** There is no layout in happy-dom: a place is seen at once, unless `hold` keeps it. Ends of lists are list-end.ts's. */
function observerThat(hold?: Set<() => void>) {
  return class {
    readonly #see: () => void
    constructor(call: IntersectionObserverCallback) {
      // What watches asks for no more of an observer.
      this.#see = () => call([{ isIntersecting: true } as IntersectionObserverEntry], this as unknown as IntersectionObserver)
    }
    observe(target: Element): void {
      if (target.matches('.list-end')) return
      if (hold) hold.add(this.#see)
      else this.#see()
    }
    unobserve(): void {}
    disconnect(): void {
      hold?.delete(this.#see)
    }
  }
}

export const SeesAll = observerThat()

/** What is below the window: nothing of it is seen before the test says so. Goes before `openPage`. */
export function watchSight(): { comesIntoSight: () => void } {
  const waiting = new Set<() => void>()
  vi.stubGlobal('IntersectionObserver', observerThat(waiting))
  return {
    comesIntoSight: () =>
      act(() => {
        for (const see of [...waiting]) see()
      }),
  }
}
