import { listenFirst } from './first-pop.ts'

/**
 * An overlay of a page, such as a dialog or a menu, has an entry of the history, so that Back closes it and the page stays. The
 * router must not see these entries: they carry the address, key and index of their page. It writes to the history by itself, so
 * `pushState` and `replaceState` are replaced where an entry of a layer is shown.
 */

type Written = { state: unknown; url: string | URL | null | undefined; isNew: boolean }
type Entry = { idx?: number; layers?: number } | null

/**
 * React closes what it is asked to within these turns of the event loop, 300 ms in all; what is open after them stays open. Turns,
 * since a slow phone may draw a page for longer than the whole time.
 */
const CLOSING_TURNS = 10
const TURN_MS = 30

const native = { push: history.pushState.bind(history), replace: history.replaceState.bind(history) }
const layersOf = (state: unknown): number => (state as Entry)?.layers ?? 0
const pageOf = (state: unknown): number | undefined => (state as Entry)?.idx

/** Closes each open layer, the lowest first. */
const open: (() => void)[] = []
/** Layers below and at the entry that is shown. */
let depth = layersOf(history.state)
let page = pageOf(history.state)
/** A step back of our own is under way: it takes some milliseconds. */
let isReturning = false
/** What the router wrote over the entry of a layer: the page's own entry takes it over. */
let written: Written | undefined
let settling: ReturnType<typeof setTimeout> | undefined

/** Something opens over the page; answers what to call when it has closed. */
export function enter(close: () => void): () => void {
  const own = () => close()
  open.push(own)
  settleSoon()
  return () => {
    open.splice(open.indexOf(own), 1)
    settleSoon()
  }
}

/** One layer may follow another in the same moment: it takes over the entry. A layer that closes gets its whole time. */
function settleSoon(turns = 0): void {
  if (settling !== undefined && turns === 0) return
  clearTimeout(settling)
  settleAfter(turns)
}

function settleAfter(turns: number): void {
  settling = turns === 0 ? setTimeout(settle) : setTimeout(settleAfter, TURN_MS, turns - 1)
}

/** As many entries as there are layers. */
function settle(): void {
  clearTimeout(settling)
  settling = undefined
  if (isReturning || open.length === depth) return
  if (open.length < depth) {
    isReturning = true
    history.go(open.length - depth)
    return
  }
  while (depth < open.length) native.push({ ...history.state, layers: ++depth }, '')
}

history.pushState = (state: unknown, _unused: string, url?: string | URL | null) => {
  page = pageOf(state)
  if (depth === 0) return native.push(state, '', url)
  // The next page takes the place of the layer from which it was opened.
  native.replace(state, '', url)
  depth = 0
  written = isReturning ? { state, url, isNew: true } : undefined
}

history.replaceState = (state: unknown, _unused: string, url?: string | URL | null) => {
  native.replace(depth > 0 ? { ...(state as object), layers: depth } : state, '', url)
  if (depth > 0 || written) written = { state, url, isNew: written?.isNew ?? false }
}

function takeOver(): void {
  if (!written) return
  const { state, url, isNew } = written
  native[isNew ? 'push' : 'replace'](state, '', url)
  page = pageOf(state)
  written = undefined
}

listenFirst((event) => {
  const was = depth
  const isSamePage = pageOf(event.state) === page
  depth = layersOf(event.state)
  if (isReturning) {
    isReturning = false
    event.stopImmediatePropagation()
    takeOver()
    return settleSoon()
  }
  page = pageOf(event.state)
  if (was === 0 && depth === 0) return
  if (isSamePage) {
    event.stopImmediatePropagation()
    if (depth === 0) takeOver()
  }
  // The layer of this entry has closed: Forward goes past it where something follows, else the page stays.
  if (depth > open.length) return isSamePage && canGoForward() ? history.forward() : settle()
  for (const close of open.slice(depth).reverse()) close()
  settleSoon(CLOSING_TURNS)
})

/** Known to browsers with the Navigation API. */
const canGoForward = (): boolean => (globalThis as { navigation?: { canGoForward: boolean } }).navigation?.canGoForward ?? false

// A reload forgets what was open, and the history does not.
settleSoon()
