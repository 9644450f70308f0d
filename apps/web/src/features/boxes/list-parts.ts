import type { BoxRecord } from '@plinth/api'
import { type BoxState, boxState } from '../../entities/box.ts'

/** Parts of the list, in this order. */
export type ListPart = 'open' | 'soon' | 'over'

const PART_OF: Readonly<Record<BoxState, ListPart>> = { begin: 'soon', open: 'open', stopped: 'open', soldOut: 'over', finished: 'over' }
const ORDER: readonly ListPart[] = ['open', 'soon', 'over']

type Row = Parameters<typeof boxState>[0]

/** The series of a list under what can be done with them now, each part in the list's order; empty parts are left out. */
export function byPart<Box extends Row = BoxRecord>(boxes: readonly Box[], now: number): { part: ListPart; boxes: Box[] }[] {
  const parts = ORDER.map((part) => ({ part, boxes: boxes.filter((box) => PART_OF[boxState(box, now)] === part) }))
  return parts.filter((part) => part.boxes.length > 0)
}
