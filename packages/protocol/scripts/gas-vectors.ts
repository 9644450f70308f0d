/** The gas limits of draws and refunds of blind boxes; `contracts/test/box/worst/Bounds.t.sol` runs each at its worst. */
import { REFUND_GAS, revealGas } from '../src/box-gas.ts'
import { mostBoxes } from '../src/box-limits.ts'

/** Largest requests: prizes per box, kinds, copies of each kind, whether a box may repeat a kind, boxes (default: the most). */
const SHAPES: [opening: number, kinds: number, copies: number, repeat: boolean, boxes?: number][] = [
  [1, 1, 1, false],
  [1, 2, 1, false, 1],
  [1, 100, 1, false],
  [1, 100, 1, true],
  [1, 50, 1, false],
  [1, 51, 1, false],
  [2, 3, 2, false, 1],
  [2, 100, 1, false],
  [2, 100, 10, false],
  [2, 100, 10, false, 10],
  [2, 100, 10, false, 5],
  [2, 100, 10, false, 1],
  [2, 100, 10, true],
  [2, 75, 10, false],
  [2, 30, 10, false],
  [3, 100, 9, false],
  [3, 45, 10, false],
  [4, 60, 10, false],
  [5, 75, 8, false],
  [6, 93, 6, false],
  [6, 100, 6, false],
  [7, 100, 7, false],
  [10, 100, 5, false],
  [10, 100, 5, true],
  [25, 100, 1, false],
  [100, 100, 1, false],
  // With repetition a draw walks the kinds up to the last one, which has nearly all copies.
  [1, 100, 0, true],
  [1, 100, 0, true, 50],
  [2, 100, 0, true, 25],
]

export function gasVectors() {
  return {
    refund: REFUND_GAS,
    reveals: SHAPES.map(([opening, kinds, copies, repeat, boxes = mostBoxes({ opening, repeat, kinds })]) => {
      const drawn = copies === 0 ? boxes : Math.min(boxes, (kinds * copies) / opening)
      return { boxes: drawn, opening, kinds, copies, repeat, gas: revealGas(drawn, { opening, repeat, kinds }) }
    }),
  }
}
