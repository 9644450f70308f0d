/** A word of a chart, and on which side of `x` it stands. */
export type Word = { x: number; y: number; anchor: 'start' | 'middle' | 'end'; text: string }
export type Rect = { left: number; right: number; top: number; bottom: number }

/** Of text 12 high; Chinese is as wide as high. */
const LETTER_PX = 7
const IDEOGRAM_PX = 12
const [ASCENT_PX, DESCENT_PX] = [11, 3]

export function rectOf({ x, y, anchor, text }: Word): Rect {
  const width = [...text].reduce((sum, letter) => sum + (letter > '\u2e80' ? IDEOGRAM_PX : LETTER_PX), 0)
  const left = anchor === 'end' ? x - width : anchor === 'middle' ? x - width / 2 : x
  return { left, right: left + width, top: y - ASCENT_PX, bottom: y + DESCENT_PX }
}

/** Of the places inside the drawing, the first that covers fewest taken ones; the first of all if none is inside. */
export function freePlace(places: readonly [Word, ...Word[]], taken: readonly Rect[], inside: Rect): Word {
  const coveredBy = (word: Word): number => {
    const rect = rectOf(word)
    const isInside = rect.left >= inside.left && rect.right <= inside.right && rect.top >= inside.top && rect.bottom <= inside.bottom
    return isInside ? taken.filter((other) => overlap(rect, other)).length : Number.POSITIVE_INFINITY
  }
  const costs = places.map(coveredBy)
  return places[costs.indexOf(Math.min(...costs))] ?? places[0]
}

const overlap = (a: Rect, b: Rect): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
