import {
  AppError,
  type ChainAddress,
  type ItemCard,
  type ItemFilters,
  type ItemRecord,
  type ItemSort,
  itemName,
  MOVING,
  readMetadata,
} from '@plinth/api'
import { type Address, parseUnits, ZERO_ADDRESS } from '@plinth/protocol'
import type { MarketState } from './market-state.ts'
import { pageOf } from './page-of.ts'
import { person } from './records.ts'

/** An item with what only the index knows of it. */
type Shown = { card: ItemCard; categoryId: bigint; attributes: readonly { key: string; value: string }[]; payTokens: readonly Address[] }

const DAY = 86_400

/** What the fake's records say as a card; likes, ranks and last sales come from `market.facts`. */
function cardOf(item: ItemRecord, market: MarketState): ItemCard {
  const { name, image } = readMetadata(item.metadata)
  const sales = item.listings.filter(({ isExpired, isFundable, status }) => status === 0 && !isExpired && isFundable)
  const [sale] = sales.toSorted((a, b) => Number(parseUnits(a.unitPrice, a.payTokenDecimals) - parseUnits(b.unitPrice, b.payTokenDecimals)))
  const [bid] = item.bids
  const [auction] = item.auctions
  const price = (of: { payTokenAddress: string; payTokenSymbol: string; payTokenDecimals: number; unitPrice: string }) => ({
    payToken: of.payTokenAddress as Address,
    symbol: of.payTokenSymbol,
    decimals: of.payTokenDecimals,
    unitPrice: parseUnits(of.unitPrice, of.payTokenDecimals),
  })
  const [holding, ...others] = item.holdings
  return {
    chainId: item.chainId,
    collection: item.collection,
    tokenId: item.tokenId,
    standard: item.standard,
    supply: item.supply,
    name: itemName(name, ''),
    image,
    mediaKind: item.mediaKind,
    width: item.width,
    height: item.height,
    collectionName: item.collectionBrief.name,
    isVerified: market.collections.some(({ address, isVerified }) => address === item.collection && isVerified),
    creator: item.creator,
    owner: holding && others.length === 0 ? person(holding.owner) : undefined,
    price: sale && { ...price(sale), buyerFee: market.config.networks.find(({ chainId }) => chainId === item.chainId)?.buyerFee },
    seller: sale?.maker,
    listings: sales.length,
    unitsOnSale: sales.reduce((sum, { selling, filled }) => sum + selling - filled, 0n),
    listedAt: sale?.createdAt,
    bid: bid && price(bid),
    auction: auction && {
      payToken: auction.payTokenAddress as Address,
      symbol: auction.payTokenSymbol,
      decimals: auction.payTokenDecimals,
      startsAt: auction.startTime,
      endsAt: auction.endTime,
      expiresAt: auction.expiredTime,
      startPrice: auction.startPrice,
      highestPrice: auction.highestPrice,
      reserve: auction.buying,
    },
    likes: 0,
    isLocked: item.isLocked,
    isTradeLocked: item.isTradeLocked,
    createdAt: item.createdAt,
    ...market.facts.get(`${item.collection}:${item.tokenId}`),
  }
}

function shownOf(item: ItemRecord, market: MarketState): Shown {
  const attributes = readMetadata(item.metadata).attributes.map(({ key, value }) => ({ key, value: String(value) }))
  return {
    card: cardOf(item, market),
    categoryId: item.category?.id ?? 0n,
    attributes,
    payTokens: item.listings.map(({ payTokenAddress }) => payTokenAddress as Address),
  }
}

type Group = Exclude<keyof ItemFilters, 'money' | 'minPrice' | 'maxPrice'> | 'prices'
const GROUPS: readonly Group[] = [
  'chains',
  'statuses',
  'categories',
  'collections',
  'attributes',
  'prices',
  'payTokens',
  'media',
  'moving',
  'standards',
  'creators',
  'words',
]

const isSame = (a: ChainAddress, b: ChainAddress) => a.chainId === b.chainId && a.address === b.address
const has = <T>(list: readonly T[] | undefined, test: (one: T) => boolean) => !list || list.length === 0 || list.some(test)

function hasStatus({ card }: Shown, status: string, now: number): boolean {
  if (status === 'onSale') return card.price !== undefined
  if (status === 'auction') return card.auction !== undefined && card.auction.startsAt <= now && now < card.auction.endsAt
  if (status === 'offers') return card.bid !== undefined
  return now - card.createdAt <= (status === 'new24' ? 1 : 7) * DAY
}

/** The fake counts no frames. */
const movingOf = ({ mediaKind }: ItemCard) => (mediaKind === 'video' ? 'yes' : mediaKind === 'audio' ? 'no' : 'unknown')

/** Whether an item passes one group of filters. */
function passes(shown: Shown, group: Group, filters: ItemFilters, now: number): boolean {
  const { card, categoryId, attributes, payTokens } = shown
  switch (group) {
    case 'chains':
      return has(filters.chains, (one) => one === card.chainId)
    case 'statuses':
      return has(filters.statuses, (one) => hasStatus(shown, one, now))
    case 'categories':
      return has(filters.categories, (one) => one === categoryId)
    case 'collections':
      return has(filters.collections, (one) => isSame(one, { chainId: card.chainId, address: card.collection }))
    case 'attributes':
      return (filters.attributes ?? []).every(({ key, values, min, max }) =>
        attributes.some(
          (own) =>
            own.key === key &&
            (values ? values.includes(own.value) : Number(own.value) >= (min ?? -Infinity) && Number(own.value) <= (max ?? Infinity)),
        ),
      )
    case 'prices':
      return isWithin(card, filters)
    case 'payTokens':
      return has(filters.payTokens, (one) => one.chainId === card.chainId && payTokens.includes(one.address))
    case 'media':
      return has(filters.media, (one) => one === card.mediaKind)
    case 'moving':
      return has(filters.moving, (one) => one === movingOf(card))
    case 'standards':
      return has(filters.standards, (one) => one === card.standard)
    case 'creators':
      return has(filters.creators, (one) => one === card.creator.address)
    case 'words':
      return filters.words === undefined || card.name.toLowerCase().includes(filters.words.toLowerCase())
  }
}

/** The fake compares prices of one money only; without rates there is no other. */
function isWithin({ price, chainId }: ItemCard, { money, minPrice, maxPrice }: ItemFilters): boolean {
  if (minPrice === undefined && maxPrice === undefined) return true
  const asked = money ?? { chainId, address: ZERO_ADDRESS }
  if (!price || !isSame(asked, { chainId, address: price.payToken })) return false
  const of = (text: string) => parseUnits(text, price.decimals)
  return (minPrice === undefined || price.unitPrice >= of(minPrice)) && (maxPrice === undefined || price.unitPrice <= of(maxPrice))
}

const LAST = 2 ** 52
const KEYS: Readonly<Record<ItemSort, (card: ItemCard, words?: string) => number>> = {
  match: ({ name }, words = '') => (name === words ? 0 : name.startsWith(words) ? 1 : 2),
  listed: ({ listedAt }) => -(listedAt ?? 0),
  made: ({ createdAt }) => -createdAt,
  sold: ({ lastSale }) => -(lastSale?.at ?? 0),
  priceLow: ({ price }) => (price ? Number(price.unitPrice) : Number.POSITIVE_INFINITY),
  priceHigh: ({ price }) => (price ? -Number(price.unitPrice) : Number.POSITIVE_INFINITY),
  ending: ({ auction }) => auction?.endsAt ?? LAST,
  liked: ({ likes }) => -likes,
  lastSale: ({ lastSale }) => (lastSale ? -Number(lastSale.unitPrice) : Number.POSITIVE_INFINITY),
  rarity: ({ rank }) => rank ?? LAST,
  token: ({ tokenId }) => Number(tokenId),
}

/** A plain filter over all items, in their order, a page from the cursor; and each count by filtering once more. */
export function answerExplore(market: MarketState): void {
  market.cardOf = (item) => cardOf(item, market)
  market.answer('explore.collections', ({ words, chainId = -1, page, limit }) => {
    const found = market.collections.filter((one) => one.name.includes(words) && (chainId < 0 || one.chainId === chainId))
    const list = found.flatMap(({ address, ...one }) => {
      if (address === '') return []
      const items = market.items.filter(({ collection }) => collection === address)
      const [least] = items.flatMap(({ listings }) => listings).toSorted((a, b) => Number(a.buying - b.buying))
      const floors = least
        ? [{ money: least.payToken.address, payToken: least.payToken.address, unitPrice: least.buying, isThin: true }]
        : []
      return [{ ...one, collection: address, items: items.length, floors }]
    })
    return pageOf(list, { page, limit })
  })
  market.answer('statistics.attributes', ({ collection }) => {
    const sold = market.items.map((item) => shownOf(item, market)).filter(({ card }) => card.collection === collection && card.price)
    const all = sold.flatMap(({ card, attributes }) => attributes.map((attribute) => ({ ...attribute, price: card.price })))
    return [...Map.groupBy(all, ({ key, value }) => `${key}:${value}`).values()].flatMap((same) => {
      const [least] = same.toSorted((a, b) => Number((a.price?.unitPrice ?? 0n) - (b.price?.unitPrice ?? 0n)))
      if (!least?.price) return []
      const { payToken, unitPrice } = least.price
      return [{ key: least.key, value: least.value, floors: [{ money: payToken, payToken, unitPrice }] }]
    })
  })
  market.answer('explore.items', ({ sort: chosen, withCounts, cursor, limit, ...filters }) => {
    const sort = chosen ?? (filters.words === undefined ? 'listed' : 'match')
    const now = market.now
    const all = market.items.map((item) => shownOf(item, market))
    const without = (group: Group) => all.filter((one) => GROUPS.every((each) => each === group || passes(one, each, filters, now)))
    const found = all.filter((one) => GROUPS.every((group) => passes(one, group, filters, now)))
    const ordered = found.toSorted((a, b) => {
      const [left, right] = [KEYS[sort](a.card, filters.words), KEYS[sort](b.card, filters.words)]
      return left === right ? 0 : left - right
    })
    const from = cursor === undefined ? 0 : Number.parseInt(cursor, 16)
    if (Number.isNaN(from)) throw new AppError('BAD_ARGUMENT_VALUE', { field: 'cursor', reason: 'not a cursor of this list' })
    const list = ordered.slice(from, from + limit).map(({ card }) => card)
    const next = from + limit < ordered.length ? (from + limit).toString(16) : undefined
    const counts = withCounts ? countsOf(all, without, filters, now) : undefined
    return {
      list,
      total: ordered.length,
      hasUnrated: false,
      ...(next === undefined ? {} : { next }),
      ...(counts ? { counts } : {}),
    }
  })
}

function countsOf(all: readonly Shown[], without: (group: Group) => Shown[], filters: ItemFilters, now: number) {
  const distinct = <T, K>(of: (one: Shown) => T, keyOf: (value: T) => K): T[] => [
    ...new Map(all.map((one) => [keyOf(of(one)), of(one)])).values(),
  ]
  const counted = <T>(group: Group, values: readonly T[], test: (one: Shown, value: T) => boolean) => {
    const left = without(group)
    return values.map((value) => ({ value, count: left.filter((one) => test(one, value)).length }))
  }
  const place = ({ card }: Shown): ChainAddress => ({ chainId: card.chainId, address: card.collection })
  const text = ({ chainId, address }: ChainAddress) => `${chainId}:${address}`
  const tokens = [
    ...new Map(
      all.flatMap(({ card, payTokens }) =>
        payTokens.map((address) => [`${card.chainId}:${address}`, { chainId: card.chainId, address }] as const),
      ),
    ).values(),
  ]
  const priced = without('prices').flatMap(({ card }) => (card.price ? [Number(card.price.unitPrice) / 10 ** card.price.decimals] : []))
  return {
    statuses: counted('statuses', ['onSale', 'auction', 'offers', 'new24', 'new7'] as const, (one, value) => hasStatus(one, value, now)),
    chains: counted(
      'chains',
      distinct(({ card }) => card.chainId, String),
      ({ card }, value) => card.chainId === value,
    ),
    categories: counted(
      'categories',
      distinct(({ categoryId }) => categoryId, String),
      ({ categoryId }, value) => categoryId === value,
    ),
    collections: counted('collections', distinct(place, text), (one, value) => isSame(place(one), value)).map(({ value, count }) => {
      const of = all.find((one) => isSame(place(one), value))?.card
      return { value, count, name: of?.collectionName ?? '', isVerified: of?.isVerified ?? false }
    }),
    payTokens: counted(
      'payTokens',
      tokens,
      ({ card, payTokens }, value) => card.chainId === value.chainId && payTokens.includes(value.address),
    ),
    media: counted(
      'media',
      distinct(({ card }) => card.mediaKind, String),
      ({ card }, value) => card.mediaKind === value,
    ),
    moving: counted('moving', MOVING, ({ card }, value) => movingOf(card) === value),
    standards: counted(
      'standards',
      distinct(({ card }) => card.standard, String),
      ({ card }, value) => card.standard === value,
    ),
    creators: counted(
      'creators',
      distinct(({ card }) => card.creator.address, String),
      ({ card }, value) => card.creator.address === value,
    ).map(({ value, count }) => ({ value, count, name: person(value).nickname })),
    attributes:
      filters.collections?.length === 1
        ? attributeCounts(
            all.filter((one) => passes(one, 'collections', filters, now)),
            filters,
            now,
          )
        : [],
    ...(priced.length > 0 ? { prices: histogramOf(priced, without('prices').length - priced.length) } : {}),
  }
}

/** Each attribute with all other filters, the other attributes included. */
function attributeCounts(own: readonly Shown[], filters: ItemFilters, now: number) {
  const keys = [...new Set(own.flatMap(({ attributes }) => attributes.map(({ key }) => key)))]
  return keys.map((key) => {
    const others: ItemFilters = { ...filters, attributes: (filters.attributes ?? []).filter((one) => one.key !== key) }
    const left = own.filter((one) => GROUPS.every((group) => passes(one, group, others, now)))
    const ownOf = ({ attributes }: Shown) => attributes.find((one) => one.key === key)?.value
    const values = [...new Set(own.flatMap((one) => ownOf(one) ?? []))]
    return {
      key,
      isNumeric: values.every((value) => value !== '' && Number.isFinite(Number(value))),
      values: values.map((value) => ({ value, count: left.filter((one) => ownOf(one) === value).length })),
    }
  })
}

const PARTS = 24

function histogramOf(priced: readonly number[], unpriced: number) {
  const [min, max] = [Math.min(...priced), Math.max(...priced)]
  const ratio = (max / min) ** (1 / PARTS)
  const partOf = (price: number) => (ratio > 1 ? Math.min(PARTS - 1, Math.floor(Math.log(price / min) / Math.log(ratio))) : 0)
  const counts = Array.from({ length: PARTS }, (_, part) => priced.filter((price) => partOf(price) === part).length)
  return { min: String(min), max: String(max), counts, unpriced }
}
