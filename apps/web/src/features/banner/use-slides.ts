import { TIMERS_MS } from '@plinth/protocol'
import { useEffect, useRef, useState } from 'react'

/**
 * A row that snaps from slide to slide, by finger, by the pager, or by itself every 6 s (HOME-01). It rests while hovered,
 * focused, paused or out of sight of a hidden tab, and never moves by itself where motion is unwelcome.
 */
export function useSlides(count: number, isStill: boolean) {
  const view = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(0)
  const [isHeld, setHeld] = useState(false)
  const [isPaused, setPaused] = useState(false)
  const show = (index: number) => {
    const row = view.current
    row?.scrollTo({ left: row.clientWidth * index, behavior: isStill ? 'instant' : 'smooth' })
  }
  const turn = useRef(show)
  turn.current = show
  const canPlay = count > 1 && !isStill
  useEffect(() => {
    if (!canPlay || isHeld || isPaused) return
    const timer = setTimeout(() => !document.hidden && turn.current((at + 1) % count), TIMERS_MS.banner)
    return () => clearTimeout(timer)
  }, [at, canPlay, isHeld, isPaused, count])
  const hold = {
    onPointerEnter: () => setHeld(true),
    onPointerLeave: () => setHeld(false),
    onFocus: () => setHeld(true),
    onBlur: () => setHeld(false),
  }
  const note = () => {
    const row = view.current
    if (row) setAt(Math.round(row.scrollLeft / row.clientWidth))
  }
  return { view, at, show, note, hold, canPlay, isPaused, setPaused }
}
