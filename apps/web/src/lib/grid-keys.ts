import type { KeyboardEvent } from 'react'
import { isPlain } from './shortcuts.ts'

/** What of a grid of cards has the focus: the card's link, or the button that opens a fold. */
const STOPS = '.card-link, .fold'
const CARD = '.card'

/** Arrows move in both directions of a grid of cards, J and K to the next and the previous card. */
export function moveInGrid(event: KeyboardEvent<HTMLElement>, areKeysOn: boolean): void {
  const from = event.target as HTMLElement
  if (!from.matches(STOPS) || !isPlain(event) || event.shiftKey) return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(STOPS)]
  const next = stops[targetOf(event.key, stops, stops.indexOf(from), areKeysOn) ?? -1]
  if (!next) return
  event.preventDefault()
  next.focus({ preventScroll: true })
  // The whole card, not its caption alone.
  next.closest(CARD)?.scrollIntoView({ block: 'nearest' })
}

function targetOf(key: string, stops: readonly HTMLElement[], at: number, areKeysOn: boolean): number | undefined {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[key] ?? (areKeysOn ? { j: 1, k: -1 }[key] : undefined)
  if (by !== undefined) return at + by
  const rows = { ArrowDown: 1, ArrowUp: -1 }[key]
  return rows && inNextRow(stops, at, rows)
}

/** The card of the next row, in this direction, that is nearest sideways. */
function inNextRow(stops: readonly HTMLElement[], at: number, by: number): number | undefined {
  const here = placeOf(stops[at])
  let nearest: { index: number; top: number; off: number } | undefined
  for (let index = at + by; index >= 0 && index < stops.length; index += by) {
    const { top, left } = placeOf(stops[index])
    if (top === here.top) continue
    if (nearest && top !== nearest.top) break
    const off = Math.abs(left - here.left)
    if (!nearest || off < nearest.off) nearest = { index, top, off }
  }
  return nearest?.index
}

function placeOf(stop: HTMLElement | undefined): { top: number; left: number } {
  const { top = 0, left = 0 } = stop?.closest(CARD)?.getBoundingClientRect() ?? {}
  return { top: Math.round(top), left: Math.round(left) }
}
