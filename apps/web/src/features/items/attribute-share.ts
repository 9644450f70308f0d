/** "6%" of the items of a collection; undefined where there is nothing to compare with. */
export function shareText(count: number, total: number, locale: string): string | undefined {
  if (total < 2 || count < 1) return undefined
  const percent = (part: number) => new Intl.NumberFormat(locale, { style: 'percent' }).format(part)
  const part = Math.min(1, count / total)
  if (part < 0.01) return `<${percent(0.01)}`
  // Nearly all are not all.
  return percent(part < 1 ? Math.min(part, 0.99) : part)
}
