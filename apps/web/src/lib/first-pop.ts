type Listener = (event: PopStateEvent) => void

let listener: Listener | undefined

/** Calls `next` at each popstate before the router's own listener, which it may keep from running. */
export function listenFirst(next: Listener): void {
  listener = next
}

// Chromium calls the popstate listeners of a window in the order they were added, capture or not: this one is there before
// the router renders, and what it calls comes later.
globalThis.addEventListener?.('popstate', (event) => listener?.(event), { capture: true })
