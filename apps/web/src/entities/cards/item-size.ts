/** Share of the mat an item covers, and how far it may reach (mockups NOTES, "Card"). */
const AREA = 0.5
const MAX_WIDTH = 0.82
const MAX_HEIGHT = 0.78

/**
 * Width and height of an item as shares of its square mat. Items weigh the same by area, whatever their shape, and are
 * never cropped: the limits scale both sides together.
 */
export function itemSize(width: number, height: number): { width: number; height: number } {
  const ratio = width > 0 && height > 0 ? width / height : 1
  const tall = Math.sqrt(AREA / ratio)
  const wide = tall * ratio
  const scale = Math.min(1, MAX_WIDTH / wide, MAX_HEIGHT / tall)
  return { width: wide * scale, height: tall * scale }
}
