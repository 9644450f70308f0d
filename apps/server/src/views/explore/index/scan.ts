import { ITEM_STATUSES, MEDIA_KINDS } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import type { Answer } from '../answer.ts'
import { isChosen } from '../attributes.ts'
import { DAY_S, WEEK_S } from '../facts.ts'
import type { Question } from '../question.ts'
import type { AttributeColumns } from './attribute-columns.ts'
import { type ItemColumns, NONE, SEVERAL } from './columns.ts'
import { ATTRIBUTES, GROUP, PASSES } from './groups.ts'
import { FirstRows, Ordering } from './ordering.ts'
import { isNear, RowPrices } from './prices.ts'
import { Tally } from './tally.ts'

export type Found = {
  readonly has: (row: number) => boolean
  /** How well a row fits the words, 0 best; absent where all fit alike. */
  readonly rankOf?: (row: number) => number
  /** Collections whose items come before others of the same rank, as `chainId:address`. */
  readonly verified?: ReadonlySet<string>
}

/**
 * One pass over all rows: the page, the total, and how many rows each value of each group would leave if nothing were chosen in its
 * group. A row that fails two groups counts nowhere.
 */
export function scan(columns: ItemColumns, question: Question, attributes: AttributeColumns | undefined, found: Found | undefined): Answer {
  const prices = new RowPrices(columns, question)
  const ordering = new Ordering(columns, prices, question, matchOf(columns, found))
  const first = new FirstRows(ordering, question)
  const chosen = chosenIn(columns, question, attributes)
  const tally = question.withCounts ? new Tally(columns, prices, question, attributes) : undefined
  const statusOf = statusesBy(columns, question)
  const { collection, category, media, standard, creator, askToken, end } = columns
  const { inMarket, chains, statuses, categories, collections, payTokens, medias, standards, creators, attributeValues } = chosen
  const hasBounds = question.min !== undefined || question.max !== undefined
  const hasAttributes = attributeValues.length > 0
  // What only counts for the values of one group is not looked at where there are no counts.
  const mayFail = tally ? 1 : 0
  const isStatusAsked = statuses !== 0 || tally !== undefined
  let total = 0
  for (let row = 0; row < end; row++) {
    const at = collection[row] as number
    if (at === NONE || inMarket[at] === 0 || (found && !found.has(row))) continue
    let failed: number = PASSES
    let fails = 0
    if (collections && collections[at] === 0) {
      failed = GROUP.collections
      fails++
    }
    if (chains && chains[at] === 0) {
      failed = GROUP.chains
      fails++
    }
    const status = isStatusAsked ? statusOf(row, at) : 0
    if (statuses !== 0 && (status & statuses) === 0) {
      failed = GROUP.statuses
      fails++
    }
    if (fails > mayFail) continue
    if (categories && categories[category[row] as number] === 0) {
      failed = GROUP.categories
      fails++
    }
    if (medias && medias[media[row] as number] === 0) {
      failed = GROUP.media
      fails++
    }
    if (standards && standards[standard[row] as number] === 0) {
      failed = GROUP.standards
      fails++
    }
    if (creators && creators[creator[row] as number] === 0) {
      failed = GROUP.creators
      fails++
    }
    if (fails > mayFail) continue
    if (payTokens && !isAskedIn(columns, row, askToken[row] as number, payTokens)) {
      failed = GROUP.payTokens
      fails++
    }
    if (hasBounds && !isWithin(prices, row, question)) {
      failed = GROUP.prices
      fails++
    }
    if (fails > mayFail) continue
    if (hasAttributes)
      for (let filter = 0; filter < attributeValues.length && fails <= mayFail; filter++)
        if (!attributes?.hasAny(row, attributeValues[filter] as Uint8Array)) {
          failed = ATTRIBUTES + filter
          fails++
        }
    if (fails > mayFail) continue
    if (fails === 0) {
      total++
      first.offer(row)
    }
    tally?.add(row, at, status, failed)
  }
  return { list: first.inOrder().map((row) => ordering.positionOf(row)), total, counts: tally?.counts() }
}

/** A row's place among those that a search finds. */
function matchOf({ collection, collections }: ItemColumns, found: Found | undefined): (row: number) => number {
  const { rankOf, verified } = found ?? {}
  if (!rankOf) return () => 0
  const isVerified = Uint8Array.from(collections.values, (one) => (verified?.has(named(one)) ? 1 : 0))
  return (row) => rankOf(row) * 2 + (isVerified[collection[row] as number] === 1 ? 0 : 1)
}

/** A byte for each number of a dictionary: 1 where it is chosen. */
function flagsOf(length: number, chosen: Iterable<number | undefined>): Uint8Array {
  const flags = new Uint8Array(length)
  for (const at of chosen) if (at !== undefined) flags[at] = 1
  return flags
}

const named = ({ chainId, address }: { readonly chainId: number; readonly address: Address }): string => `${chainId}:${address}`

/** What each group has chosen, by the numbers of the columns; undefined where nothing is. */
function chosenIn(columns: ItemColumns, question: Question, attributes: AttributeColumns | undefined) {
  const { collections, creators, tokens, categories } = columns
  const byChain = (is: (chainId: number) => boolean) => Uint8Array.from(collections.values, ({ chainId }) => (is(chainId) ? 1 : 0))
  const { chains, standards } = question
  return {
    inMarket: byChain((chainId) => question.times.chains.has(chainId)),
    chains: chains && byChain((chainId) => chains.has(chainId)),
    statuses: (question.statuses ?? []).reduce((bits, status) => bits | (1 << ITEM_STATUSES.indexOf(status)), 0),
    categories:
      question.categories &&
      flagsOf(
        categories.values.length,
        [...question.categories].map((id) => categories.find(String(id))),
      ),
    collections:
      question.collections &&
      flagsOf(
        collections.values.length,
        question.collections.map((one) => collections.find(named(one))),
      ),
    payTokens:
      question.payTokens &&
      flagsOf(
        tokens.values.length,
        question.payTokens.map((one) => tokens.find(named(one))),
      ),
    medias: question.media && Uint8Array.from(MEDIA_KINDS, (kind) => (question.media?.has(kind) ? 1 : 0)),
    standards: standards && flagsOf(256, standards),
    creators:
      question.creators &&
      flagsOf(
        creators.values.length,
        question.creators.map((address) => creators.find(address)),
      ),
    /** For each chosen attribute, its values. */
    attributeValues: question.attributes.map((filter) =>
      flagsOf(
        attributes?.size ?? 0,
        (attributes?.named ?? []).filter(({ key, value }) => key === filter.key && isChosen(filter, value)).map(({ number }) => number),
      ),
    ),
  }
}

/** The statuses of a row of a collection, a bit for each of `ITEM_STATUSES`. */
function statusesBy(columns: ItemColumns, { times }: Question): (row: number, collection: number) => number {
  const since = (span: number) => Float64Array.from(columns.collections.values, ({ chainId }) => (times.chains.get(chainId) ?? 0) - span)
  const [day, week] = [since(DAY_S), since(WEEK_S)]
  const { made, statuses } = columns
  return (row, collection) => {
    const at = made[row] as number
    return (statuses[row] as number) | (at > (day[collection] as number) ? 8 : 0) | (at > (week[collection] as number) ? 16 : 0)
  }
}

function isAskedIn(columns: ItemColumns, row: number, token: number, chosen: Uint8Array): boolean {
  if (token !== SEVERAL) return token !== 0 && chosen[token - 1] === 1
  return (columns.asks.get(row) ?? []).some((ask) => chosen[ask.token] === 1)
}

function isWithin(prices: RowPrices, row: number, { min, max }: Question): boolean {
  const price = prices.priceOf(row)
  if (price < 0) return false
  if (min !== undefined) {
    const least = Number(min)
    if (isNear(price, least) ? (prices.exactOnScale(row) ?? 0n) < min : price < least) return false
  }
  if (max === undefined) return true
  const most = Number(max)
  return isNear(price, most) ? (prices.exactOnScale(row) ?? 0n) <= max : price < most
}
