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

type Serve = (url: string | URL | Request, init?: RequestInit) => Promise<Response>
type Later = (run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => ReturnType<typeof setTimeout>

/**
 * What a page does later, and what it asks for, ends with its tab: a page that is opened after it, in this file or in the next of
 * the same worker, must not see it. The returned function closes the tab.
 */
export function openTab(serve: Serve): () => void {
  let isClosed = false
  const waiting = new Set<ReturnType<typeof setTimeout>>()
  const keeping =
    (later: Later): Later =>
    (run, ms, ...args) => {
      const timer = later(run, ms, ...args)
      waiting.add(timer)
      return timer
    }
  vi.stubGlobal('setTimeout', keeping(globalThis.setTimeout as Later))
  vi.stubGlobal('setInterval', keeping(globalThis.setInterval as Later))
  vi.stubGlobal('fetch', async (url: string | URL | Request, init?: RequestInit) => {
    const answer = await serve(url, init)
    return isClosed ? new Promise(() => undefined) : answer
  })
  return () => {
    isClosed = true
    for (const timer of waiting) clearTimeout(timer)
  }
}
