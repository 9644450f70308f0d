import { countText } from '../../lib/numbers.ts'

/** The count of a search: "1,000+" where it ends before all that it finds. */
export function foundText(count: number, isAtLeast: boolean | undefined, locale: string): string {
  return `${countText(count, locale)}${isAtLeast ? '+' : ''}`
}
