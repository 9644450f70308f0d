/** Keeps digits and one point; everything else a paste may bring is dropped. */
export function cleanDecimal(typed: string): string {
  const text = typed.replaceAll(/[,，。]/g, '.').replaceAll(/[^\d.]/g, '')
  const point = text.indexOf('.')
  return point < 0 ? text : text.slice(0, point + 1) + text.slice(point + 1).replaceAll('.', '')
}
