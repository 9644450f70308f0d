import { act } from '@testing-library/react'
import { vi } from 'vitest'

/** happy-dom has no layout: the end of a list comes near when the test says so, with the function that is answered. */
export function watchListEnds(): () => void {
  const ends = new Map<Element, () => void>()
  class Observer {
    readonly #call: IntersectionObserverCallback
    readonly #targets: Element[] = []
    constructor(call: IntersectionObserverCallback) {
      this.#call = call
    }
    observe(target: Element): void {
      this.#targets.push(target)
      const entry = { isIntersecting: true, target } as unknown as IntersectionObserverEntry
      if (target.matches('.list-end')) ends.set(target, () => this.#call([entry], this as unknown as IntersectionObserver))
    }
    unobserve(): void {}
    disconnect(): void {
      for (const target of this.#targets.splice(0)) ends.delete(target)
    }
  }
  vi.stubGlobal('IntersectionObserver', Observer)
  return () =>
    act(() => {
      for (const come of [...ends.values()]) come()
    })
}
