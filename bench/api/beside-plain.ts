import type { Case } from './cases.ts'
import type { Figures } from './load.ts'
import type { Spent } from './processor-time.ts'

/** Processor time is of one request. */
export type Measured = { readonly figures: Figures; readonly spent: Spent | undefined }
type Result = { readonly api: Figures; readonly spent: Spent | undefined; readonly plain: Measured | undefined }

const OURS = ['p50 ms', 'p95', 'CPU ms: server', 'database', 'both']
export const HEADINGS = ['', 'items', ...OURS, ...OURS.map((heading) => `plain: ${heading}`), 'both: plain']

/** A row for each size where the plain way answers too. */
export function besidePlain({ name, isRepeated = false }: Case, sizes: readonly number[], results: readonly Result[]): string[][] {
  return results.flatMap(({ api, spent, plain }, at) => {
    if (!plain) return []
    const cells = ({ figures: { p50, p95 }, spent: of }: Measured) =>
      [p50, p95, of?.server, of?.database, both(of)].map((one) => fixed(one, isRepeated ? 3 : 2))
    const ratio = (both(spent) ?? Number.NaN) / (both(plain.spent) ?? Number.NaN)
    const size = (sizes[at] ?? 0).toLocaleString('en')
    return [[at === 0 ? name : '', size, ...cells({ figures: api, spent }), ...cells(plain), ratio.toFixed(2)]]
  })
}

/** How many times as much processor time the first readings took, by size. */
export function firstToLater(first: readonly Result[] = [], later: readonly Result[] = []): string[] {
  return first.flatMap(({ spent }, at) => {
    const [one, other] = [both(spent), both(later[at]?.spent)]
    return one === undefined || other === undefined ? [] : [(one / other).toFixed(2)]
  })
}

const both = (spent: Spent | undefined): number | undefined => spent && spent.server + spent.database
const fixed = (value: number | undefined, digits: number): string => value?.toFixed(digits) ?? '–'
