import { useEffect, useLayoutEffect, useRef } from 'react'
import { type Location, useLocation, useNavigationType } from 'react-router'
import { scrollKey } from '../lib/scroll-key.ts'
import { readStored, SESSION, writeStored } from '../lib/storage.ts'

/** A list that is still loading is given this long to grow back to where it was left. */
const GROW_MS = 3_000
const positions = new Map<string, number>(read())

/**
 * Back and forward return to where a page was left, a new page starts at its top or at its #mark (decision 39). Filters and
 * tabs replace their own address and stay where they are.
 */
export function useScrollMemory(): void {
  const location = useLocation()
  const type = useNavigationType()
  const shown = useRef<Location>(undefined)
  useEffect(keepPositions, [])
  useLayoutEffect(() => {
    const before = shown.current
    if (before === location) return undefined
    shown.current = location
    const key = scrollKey(location)
    current = key
    const left = positions.get(key)
    if (type === 'POP' && left !== undefined) return scrollBack(left)
    if (type === 'REPLACE' && before?.pathname === location.pathname) return undefined
    const mark = location.hash === '' ? null : document.getElementById(decodeURIComponent(location.hash.slice(1)))
    if (mark) mark.scrollIntoView()
    else scrollTo(0, 0)
    return undefined
  }, [location, type])
}

/** The entry of the history that is on screen. */
let current = ''

function keepPositions(): () => void {
  history.scrollRestoration = 'manual'
  const keep = () => void positions.set(current, scrollY)
  const write = () => writeStored(SESSION.scroll, JSON.stringify([...positions].slice(-50)))
  addEventListener('scroll', keep, { passive: true })
  addEventListener('pagehide', write)
  return () => {
    removeEventListener('scroll', keep)
    removeEventListener('pagehide', write)
  }
}

/** Scrolls at once where the page is long enough; else as it grows, until the visitor scrolls. */
function scrollBack(top: number): (() => void) | undefined {
  scrollTo(0, top)
  if (Math.abs(scrollY - top) < 1) return
  const growing = new ResizeObserver(() => {
    scrollTo(0, top)
    if (Math.abs(scrollY - top) < 1) stop()
  })
  const timer = setTimeout(() => stop(), GROW_MS)
  const stop = () => {
    clearTimeout(timer)
    growing.disconnect()
    for (const type of HANDS) removeEventListener(type, stop)
  }
  growing.observe(document.body)
  for (const type of HANDS) addEventListener(type, stop, { passive: true, once: true })
  return stop
}

const HANDS = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const

function read(): [string, number][] {
  try {
    return JSON.parse(readStored(SESSION.scroll) ?? '[]')
  } catch {
    return []
  }
}
