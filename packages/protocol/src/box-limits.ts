/** Prizes of one request (`BoxShapes.sol`). */
const MOST_PRIZES = 100
/** Boxes of a request times kinds of its series, where each box puts all kinds into a new order: more fit into no transaction. */
const MOST_ORDERED = 1_500

/** The most boxes that the BlindBox takes in one request; the market asks for at most `MAX_BOXES_PER_OPEN` of them. */
export function mostBoxes({ opening, repeat, kinds }: BoxForm): number {
  const most = Math.floor(MOST_PRIZES / opening)
  return repeat || opening === 1 ? most : Math.min(most, Math.floor(MOST_ORDERED / kinds))
}

// A file of its own, without the hashes of boxes.ts: every page of the app stands on it.
export type BoxForm = {
  readonly opening: number
  readonly repeat: boolean /** of the series, drawn ones included */
  readonly kinds: number
}
