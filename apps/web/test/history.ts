import { vi } from 'vitest'

/**
 * Modules of a page listen for steps through the history and replace its functions, and a page opened later must not see them.
 * A module may still be on its way when its page closes: the watch never ends.
 */

const listeners: [EventListenerOrEventListenerObject, AddEventListenerOptions | boolean | undefined][] = []
const add = window.addEventListener.bind(window)
window.addEventListener = (type: string, listener: EventListenerOrEventListenerObject, options?: AddEventListenerOptions | boolean) => {
  if (type === 'popstate') listeners.push([listener, options])
  add(type, listener, options)
}

/** What stood over the page has an entry of the history, and takes it back when it goes with its page. */
export async function layersLeft(): Promise<void> {
  await vi.waitUntil(() => !history.state?.layers, { timeout: 2_000, interval: 5 })
}

export function forgetHistory(): void {
  for (const [listener, options] of listeners.splice(0)) window.removeEventListener('popstate', listener, options)
  // Own properties of the object were put there by the page.
  Reflect.deleteProperty(history, 'pushState')
  Reflect.deleteProperty(history, 'replaceState')
}
