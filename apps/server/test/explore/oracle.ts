import type { ItemSort, ItemStatus } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import type { Item } from './rows.ts'
import type { World } from './world.ts'

/** A question as plain values: what it means is said here once more, item by item, without an index and without SQL. */
export type Filters = {
  readonly chains?: readonly number[]
  readonly statuses?: readonly ItemStatus[]
  readonly categories?: readonly number[]
  readonly collections?: readonly { readonly chainId: number; readonly address: Address }[]
  readonly attributes?: readonly {
    readonly key: string
    readonly values?: readonly string[]
    readonly min?: number
    readonly max?: number
  }[]
  readonly payTokens?: readonly { readonly chainId: number; readonly address: Address }[]
  readonly media?: readonly string[]
  readonly moving?: readonly ('yes' | 'no' | 'unknown')[]
  readonly standards?: readonly number[]
  readonly creators?: readonly Address[]
  /** In the currency, or in this money. */
  readonly money?: { readonly chainId: number; readonly address: Address } | undefined
  readonly min?: Fraction
  readonly max?: Fraction
  readonly words?: string
}
/** A number of whole units: `above / below`. */
type Fraction = { readonly above: bigint; readonly below: bigint }

type Ask = {
  readonly payToken: Address
  readonly money: Address
  readonly unit: bigint
  readonly worth: bigint | undefined
  readonly placedAt: number
}

export class Oracle {
  readonly #world: World

  constructor(world: World) {
    this.#world = world
  }

  asksOf(item: Item): Ask[] {
    const now = this.#world.nowOf(item.chainId)
    if (item.isLocked || item.lockedUntil > this.#world.now) return []
    return item.orders
      .filter((order) => order.isSale && order.isLive && !order.isPrivate && (order.validUntil === 0 || order.validUntil >= now))
      .map(({ payToken, total, quantity, placedAt }) => {
        const token = this.#world.moneys.find(item.chainId, payToken)
        const unit = total / quantity
        return { payToken, money: token?.money ?? payToken, unit, worth: token?.weight && unit * token.weight, placedAt }
      })
  }

  /** The cheapest by worth; without a rate the first by money, then by amount. */
  bestOf(item: Item): Ask | undefined {
    return this.asksOf(item).sort((one, other) => {
      if (one.worth !== undefined && other.worth !== undefined && one.worth !== other.worth) return one.worth < other.worth ? -1 : 1
      if ((one.worth === undefined) !== (other.worth === undefined)) return one.worth === undefined ? 1 : -1
      if (one.money !== other.money) return one.money < other.money ? -1 : 1
      return one.unit < other.unit ? -1 : 1
    })[0]
  }

  /** On the scale of the filter's money: by worth, or in the money alone where it has no rate. */
  priceOf(item: Item, { money }: Filters): bigint | undefined {
    const token = money && this.#world.moneys.find(money.chainId, money.address)
    if (!money || token?.weight !== undefined) return this.bestOf(item)?.worth
    const units = this.asksOf(item)
      .filter((ask) => item.chainId === money.chainId && ask.money === money.address)
      .map(({ unit }) => unit * (token?.paid ?? 10_000n))
    return units.length === 0 ? undefined : units.reduce((least, unit) => (unit < least ? unit : least))
  }

  #one({ money }: Filters): bigint {
    const token = money && this.#world.moneys.find(money.chainId, money.address)
    if (!token) return 10n ** BigInt(this.#world.moneys.digits)
    const one = 10n ** BigInt(token.decimals) * 10_000n
    return token.weight === undefined ? one : (one * token.weight) / token.paid
  }

  statusesOf(item: Item): ItemStatus[] {
    const now = this.#world.nowOf(item.chainId)
    const hasBid = item.orders.some((order) => !order.isSale && order.isLive && (order.validUntil === 0 || order.validUntil >= now))
    return [
      ...(this.asksOf(item).length > 0 ? (['onSale'] as const) : []),
      ...(this.endsAt(item) === undefined ? [] : (['auction'] as const)),
      ...(hasBid ? (['offers'] as const) : []),
      ...(item.made > now - 86_400 ? (['new24'] as const) : []),
      ...(item.made > now - 7 * 86_400 ? (['new7'] as const) : []),
    ]
  }

  endsAt(item: Item): number | undefined {
    const ends = item.auctions
      .filter(({ isLive, endsAt }) => isLive && endsAt > this.#world.nowOf(item.chainId))
      .map(({ endsAt }) => endsAt)
    return ends.length === 0 ? undefined : Math.min(...ends)
  }

  lastSale(item: Item) {
    return item.sales.filter(({ isCounted }) => isCounted).sort((one, other) => other.at - one.at || other.block - one.block)[0]
  }

  /** Whether the item passes the filters of each group. Without words, which have no counts. */
  passes(item: Item, filters: Filters): Map<string, boolean> {
    const named = (list: Filters['collections'], address: Address) =>
      list?.some((one) => one.chainId === item.chainId && one.address === address) ?? true
    const price = this.priceOf(item, filters)
    const one = this.#one(filters)
    const isIn =
      (filters.min === undefined && filters.max === undefined) ||
      (price !== undefined &&
        (filters.min === undefined || price * filters.min.below >= filters.min.above * one) &&
        (filters.max === undefined || price * filters.max.below <= filters.max.above * one))
    return new Map([
      ['chains', filters.chains?.includes(item.chainId) ?? true],
      ['statuses', filters.statuses?.some((status) => this.statusesOf(item).includes(status)) ?? true],
      ['categories', filters.categories?.includes(item.category) ?? true],
      ['collections', named(filters.collections, item.collection)],
      ['payTokens', filters.payTokens ? this.asksOf(item).some(({ payToken }) => named(filters.payTokens, payToken)) : true],
      ['media', filters.media?.includes(item.media) ?? true],
      ['moving', filters.moving?.includes(movingOf(item)) ?? true],
      ['standards', filters.standards?.includes(item.standard) ?? true],
      ['creators', filters.creators?.includes(item.creator) ?? true],
      ['prices', isIn],
      ...(filters.attributes ?? []).map(
        (filter) => [`attribute ${filter.key}`, named(filters.collections, item.collection) && hasAttribute(item, filter)] as const,
      ),
    ])
  }

  isFound(item: Item, { words }: Filters): boolean {
    return words === undefined || this.#rankOf(item, words) !== undefined
  }

  /** Of texts the widest pieces alone are found, so that two letters find no part of a longer word. */
  #isInText({ attributes }: Item, part: string): boolean {
    const values = attributes.map(({ value }) => value.toLowerCase())
    return part.length > 2 || /\p{Script=Han}/u.test(part) ? values.some((value) => value.includes(part)) : values.includes(part)
  }

  /** The best of all ways in which words find an item, 0 the very best; undefined where they don't. */
  #rankOf(item: Item, words: string): number | undefined {
    const name = item.name.toLowerCase()
    const collection = this.#world.nameOf(item).toLowerCase()
    const parts = words.split(' ')
    const at = parts.findLastIndex((part) => /^\d+$/.test(part))
    const [number, beside] = [parts[at], parts.filter((_, place) => place !== at)]
    const isIn = (text: string) => (part: string) => text.includes(part)
    const isNumber = number !== undefined && (item.tokenId === BigInt(number) || name.split(' ').includes(`#${number}`))
    const isOfCollection = beside.length > 0 && item.tokenId === BigInt(number ?? -1) && beside.every(isIn(collection))
    const starts = name.split(/[ #_]/)
    const creator = item.creator.endsWith('a002') ? 'drifter' : ''
    const ways = [
      name === words,
      number !== undefined && name.replaceAll('#', '') === words,
      isNumber && beside.every(isIn(name)),
      name.startsWith(words),
      parts.every((part) => name.includes(part) && starts.some((start) => start.startsWith(part))),
      parts.every(isIn(name)),
      creator === words,
      parts.every((part) => this.#isInText(item, part)),
      parts.every(isIn(creator)),
    ]
    const ranks = ways.flatMap((is, rank) => (is ? [rank] : []))
    if (isOfCollection) ranks.push(collection === beside.join(' ') ? 1 : 2)
    return ranks.length === 0 ? undefined : Math.min(...ranks)
  }

  list(filters: Filters, sort: ItemSort): Item[] {
    const found = this.#world.shown.filter((item) => this.isFound(item, filters) && [...this.passes(item, filters).values()].every(Boolean))
    return found.sort((one, other) => this.compare(one, other, sort, filters.words))
  }

  compare(one: Item, other: Item, sort: ItemSort, words = ''): number {
    const [[kind, money, value], [otherKind, otherMoney, otherValue]] = [this.#placeOf(one, sort, words), this.#placeOf(other, sort, words)]
    if (kind !== otherKind) return kind - otherKind
    if (money !== otherMoney) return money < otherMoney ? -1 : 1
    if (value !== otherValue) return value < otherValue ? -1 : 1
    if (one.made !== other.made) return other.made - one.made
    if (one.chainId !== other.chainId) return one.chainId - other.chainId
    if (one.collection !== other.collection) return one.collection < other.collection ? -1 : 1
    return one.tokenId > other.tokenId ? -1 : 1
  }

  /** The same for items that stand at one place of an order. */
  placeOf(item: Item, sort: ItemSort): string {
    return [...this.#placeOf(item, sort), item.made].join()
  }

  #placeOf(item: Item, sort: ItemSort, words = ''): [kind: number, money: string, value: bigint] {
    const valued = (value: bigint | number | undefined, sign: bigint): [number, string, bigint] =>
      value === undefined ? [2, '', 0n] : [0, '', sign * BigInt(value)]
    const asks = this.asksOf(item)
    switch (sort) {
      case 'listed':
        return valued(asks.length === 0 ? undefined : Math.max(...asks.map(({ placedAt }) => placedAt)), -1n)
      case 'made':
        return valued(item.made, -1n)
      case 'sold':
        return valued(this.lastSale(item)?.at, -1n)
      case 'ending':
        return valued(this.endsAt(item), 1n)
      case 'liked':
        return valued([...item.likes.values()].filter(Boolean).length, -1n)
      case 'lastSale': {
        const last = this.lastSale(item)
        return valued(last?.worth === undefined ? undefined : last.worth / last.units, -1n)
      }
      case 'rarity':
        return valued(item.rank, 1n)
      case 'token':
        return valued(item.tokenId, 1n)
      case 'match':
        return valued((this.#rankOf(item, words) ?? 0) * 2 + (this.#world.isVerified(item) ? 0 : 1), 1n)
      case 'priceLow':
      case 'priceHigh': {
        const best = this.bestOf(item)
        const sign = sort === 'priceLow' ? 1n : -1n
        if (!best) return [2, '', 0n]
        if (best.worth !== undefined) return [0, '', sign * best.worth]
        return [1, `${String(item.chainId).padStart(9, '0')} ${best.money}`, sign * best.unit]
      }
    }
  }

  /** By `group value`, without zeros: each as if nothing were chosen in its own group. */
  counts(filters: Filters): Map<string, number> {
    const counts = new Map<string, number>()
    const add = (name: string, is = true) => is && counts.set(name, (counts.get(name) ?? 0) + 1)
    for (const item of this.#world.shown.filter((one) => this.isFound(one, filters))) {
      const passes = this.passes(item, filters)
      const passesBut = (group: string) => [...passes].every(([name, is]) => is || name === group)
      if (passesBut('chains')) add(`chains ${item.chainId}`)
      if (passesBut('statuses')) for (const status of this.statusesOf(item)) add(`statuses ${status}`)
      if (passesBut('categories')) add(`categories ${item.category}`, item.category !== 0)
      if (passesBut('collections')) add(`collections ${item.chainId}:${item.collection}`)
      if (passesBut('payTokens'))
        for (const token of new Set(this.asksOf(item).map(({ payToken }) => payToken))) add(`payTokens ${item.chainId}:${token}`)
      if (passesBut('media')) add(`media ${item.media}`)
      if (passesBut('moving')) add(`moving ${movingOf(item)}`)
      if (passesBut('standards')) add(`standards ${item.standard}`)
      if (passesBut('creators')) add(`creators ${item.creator}`)
      if (passesBut('prices')) {
        const price = this.priceOf(item, filters)
        add(price === undefined ? 'unpriced' : 'priced')
        if (price !== undefined) {
          const [low, high] = [counts.get('low'), counts.get('high')]
          // Amounts stand beside counts: they are only compared.
          if (low === undefined || price < BigInt(low)) counts.set('low', price as never)
          if (high === undefined || price > BigInt(high)) counts.set('high', price as never)
        }
      }
      if (
        filters.collections?.length === 1 &&
        filters.collections.some((one) => one.chainId === item.chainId && one.address === item.collection)
      )
        for (const { key, value } of distinct(item.attributes)) {
          const group = filters.attributes?.some((filter) => filter.key === key) ? `attribute ${key}` : ''
          add(`attributes ${key}=${value}`, passesBut(group))
        }
    }
    return counts
  }
}

function movingOf({ media, frames }: Item): 'yes' | 'no' | 'unknown' {
  if (media === 'video') return 'yes'
  if (media === 'audio') return 'no'
  return frames === null ? 'unknown' : frames > 1 ? 'yes' : 'no'
}

const distinct = (attributes: Item['attributes']) => [...new Map(attributes.map((one) => [`${one.key}=${one.value}`, one])).values()]

function hasAttribute(item: Item, filter: NonNullable<Filters['attributes']>[number]): boolean {
  return item.attributes.some(({ key, value }) => {
    if (key !== filter.key) return false
    if (filter.values) return filter.values.includes(value)
    const number = /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN
    return number >= (filter.min ?? -Infinity) && number <= (filter.max ?? Infinity)
  })
}
