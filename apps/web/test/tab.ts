import { vi } from 'vitest'

let tabs = 0
const { locks } = navigator
const { BroadcastChannel } = globalThis

/** Pages opened before this one hold their locks and channels for ever: this one has its own, as in another browser. */
export function ownTab(): void {
  const tab = ++tabs
  if (locks) {
    const request = (name: string, ...more: [never]) => locks.request(`${tab} ${name}`, ...more)
    Object.defineProperty(navigator, 'locks', { value: { request, query: () => locks.query() }, configurable: true })
  }
  vi.stubGlobal(
    'BroadcastChannel',
    class extends BroadcastChannel {
      constructor(name: string) {
        super(`${tab} ${name}`)
      }
    },
  )
}
