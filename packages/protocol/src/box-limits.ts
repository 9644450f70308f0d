/** Most prizes of one request (`BoxShapes.sol`). */
const MOST_PRIZES = 100
/** Most boxes of a request times kinds of its series where each box shuffles all kinds: more exceed one transaction. */
const MOST_ORDERED = 1_500

/** The most boxes that the BlindBox accepts in one request; the market requests at most `MAX_BOXES_PER_OPEN` of them. */
export function mostBoxes({ opening, repeat, kinds }: BoxForm): number {
  const most = Math.floor(MOST_PRIZES / opening)
  return repeat || opening === 1 ? most : Math.min(most, Math.floor(MOST_ORDERED / kinds))
}

// A separate file without the hashes of boxes.ts: every page of the app loads it.
export type BoxForm = {
  readonly opening: number
  readonly repeat: boolean /** of the series, including kinds drawn out */
  readonly kinds: number
}
