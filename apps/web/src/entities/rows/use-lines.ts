import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'

export const ROW_PX = 48
export const PHONE_ROW_PX = 64
const HEAD_PX = 36
/** Until the window is measured. */
const FIRST_VIEW = { width: 1_024, height: 800 }

/** Where a key leads from a row. */
export function lineAt(key: string, at: number, count: number, areKeysOn: boolean): number | undefined {
  const PAGE = 10
  const by = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE, PageUp: -PAGE }[key] ?? (areKeysOn ? { j: 1, k: -1 }[key] : undefined)
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return by === undefined ? undefined : Math.min(count - 1, Math.max(0, at + by))
}

type Measures = {
  count: number
  /** Rows that are not read yet. */
  coming: number
  size: number
  list: string
  /** Height of the bar above the rows. */
  barPx: number
}

/** Which lines are drawn, and which one has the focus. */
export function useLines({ count, coming, size, list, barPx }: Measures) {
  const top = useRef<HTMLDivElement>(null)
  const [margin, setMargin] = useState(0)
  useLayoutEffect(() => {
    const at = top.current
    if (at) setMargin(Math.round(at.getBoundingClientRect().top + scrollY) + HEAD_PX)
  }, [])
  const virtual = useWindowVirtualizer({
    count: count + coming,
    estimateSize: () => size,
    overscan: 8,
    scrollMargin: margin,
    // A row is not left under the bar that sticks.
    scrollPaddingStart: barPx,
    initialRect: FIRST_VIEW,
  })
  const [place, setPlace] = useState({ list, index: 0 })
  const active = place.list === list ? Math.min(place.index, Math.max(0, count - 1)) : 0
  const isMoving = useRef(false)
  const note = useCallback((index: number) => setPlace({ list, index }), [list])
  const go = (index: number) => {
    isMoving.current = true
    virtual.scrollToIndex(index, { align: 'auto' })
    note(index)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the size is what was measured
  useEffect(() => virtual.measure(), [virtual, size])
  const items = virtual.getVirtualItems()
  // A scroll shows boxes at once, and rows are drawn between whatever the reader does; where a key leads, they are drawn at once.
  const range = useStableRange(items[0]?.index ?? 0, items.at(-1)?.index ?? 0)
  const drawn = useDeferredValue(range)
  const moved = useRef(range)
  // In the commit that takes the row before away: a key pressed in between would go to the page.
  useLayoutEffect(() => {
    if (!isMoving.current) return
    const row = top.current?.querySelector<HTMLElement>(`[data-index="${active}"]`)
    if (!row) return
    isMoving.current = false
    moved.current = range
    row.focus({ preventScroll: true })
  })
  return {
    top,
    active,
    note,
    go,
    isDrawn: (index: number) => isMoving.current || isWithin(drawn, index) || isWithin(moved.current, index),
    isStill: useDeferredValue(!virtual.isScrolling),
    height: virtual.getTotalSize(),
    visible: items.map((item) => ({ index: item.index, size: item.size, start: item.start - margin })),
  }
}

type Range = readonly [from: number, to: number]
const useStableRange = (from: number, to: number): Range => useMemo(() => [from, to] as const, [from, to])
const isWithin = ([from, to]: Range, index: number): boolean => index >= from && index <= to
