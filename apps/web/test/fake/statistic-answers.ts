import type { ActivityRecord, PeriodFigures, RankedAccount, RankedCollection, SaleRecord } from '@plinth/api'
import { type Address, HISTORY_TYPE, ZERO_ADDRESS } from '@plinth/protocol'
import { CHAIN } from '../addresses.ts'
import type { FakeSale, MarketState } from './market-state.ts'
import { HASH, person } from './records.ts'

const HOUR = 3_600
const PERIODS = [24, 168, 720, 0]
const GROUPS: readonly (readonly [number, number])[] = [
  [1, 1],
  [2, 3],
  [4, 9],
  [10, 24],
  [25, Number.POSITIVE_INFINITY],
]

/** Figures that follow from the market's items, listings and sales, in its coin. */
export function answerStatistics(market: MarketState): void {
  const itemsOf = (collection: Address) => market.items.filter((item) => item.collection === collection)
  const begin = (hours: number) => (hours === 0 ? 0 : Math.floor(market.now / HOUR) * HOUR - (hours - 1) * HOUR)
  const salesOf = (collection: Address, hours: number) =>
    market.sales.filter((sale) => sale.collection === collection && sale.at >= begin(hours))
  const periodOf = (collection: Address, hours: number): PeriodFigures => {
    const all = salesOf(collection, hours)
    const before = hours === 0 ? [] : salesOf(collection, 2 * hours).filter(({ at, isLeftOut }) => at < begin(hours) && !isLeftOut)
    const counted = all.filter(({ isLeftOut }) => !isLeftOut)
    const out = all.filter(({ isLeftOut }) => isLeftOut)
    return {
      hours,
      money: ZERO_ADDRESS,
      sales: counted.length,
      units: counted.reduce((sum, { units }) => sum + units, 0n),
      volume: volumeOf(counted),
      worth: 0n,
      withoutWorth: counted.length,
      leftOut: out.length,
      leftOutVolume: volumeOf(out),
      salesBefore: before.length,
      volumeBefore: volumeOf(before),
    }
  }
  const heldOf = (collection: Address) => {
    const held = new Map<Address, { items: number; units: bigint }>()
    for (const { owner, quantity } of itemsOf(collection).flatMap(({ holdings }) => holdings)) {
      const known = held.get(owner) ?? { items: 0, units: 0n }
      held.set(owner, { items: known.items + 1, units: known.units + quantity })
    }
    return [...held].map(([owner, of]) => ({ owner: person(owner), ...of })).sort((a, b) => (a.units < b.units ? 1 : -1))
  }
  const floorOf = (collection: Address) => {
    const prices = itemsOf(collection).flatMap(({ listings }) => listings.map(({ buying, selling }) => buying / selling))
    const [unitPrice] = prices.sort((a, b) => (a < b ? -1 : 1))
    return unitPrice === undefined ? [] : [{ money: ZERO_ADDRESS, payToken: ZERO_ADDRESS, unitPrice, isThin: prices.length < 3 }]
  }
  const unitsOf = (collection: Address) => heldOf(collection).reduce((sum, { units }) => sum + units, 0n)
  const rankedOf = (collection: Address, hours: number): RankedCollection | undefined => {
    const found = market.collections.find(({ address }) => address === collection)
    if (!found) return undefined
    const figures = periodOf(collection, hours === 1 ? 24 : hours)
    return {
      chainId: CHAIN,
      collection,
      owner: person(found.owner),
      createdAt: found.createdAt,
      isOfficial: found.isOfficial,
      name: found.name,
      cover: found.cover,
      isVerified: found.isVerified,
      items: itemsOf(collection).length,
      owners: heldOf(collection).length,
      listed: itemsOf(collection).filter(({ isOnSale }) => isOnSale).length,
      sales: figures.sales,
      salesBefore: figures.salesBefore,
      volume: figures.volume,
      volumeBefore: figures.volumeBefore,
      worth: 0n,
      worthBefore: 0n,
      floors: floorOf(collection),
      floorChange: undefined,
    }
  }
  market
    .answer('statistics.collection', ({ collection }) => {
      const sums = itemsOf(collection).map(({ royalties }) => royalties.reduce((sum, bps) => sum + bps, 0))
      return {
        isPending: false,
        items: itemsOf(collection).length,
        units: unitsOf(collection),
        owners: heldOf(collection).length,
        listed: itemsOf(collection).filter(({ isOnSale }) => isOnSale).length,
        royalty: sums.length > 0 ? { low: Math.min(...sums), high: Math.max(...sums) } : undefined,
        floors: floorOf(collection),
        periods: PERIODS.map((hours) => periodOf(collection, hours)).filter(({ sales, leftOut }) => sales + leftOut > 0),
      }
    })
    .answer('statistics.sales', ({ collection, hours, limit }) => ({
      list: salesOf(collection, hours)
        .filter(({ isLeftOut }) => !isLeftOut)
        .toSorted((a, b) => b.at - a.at)
        .slice(0, limit)
        .map(
          (sale): SaleRecord => ({
            at: sale.at,
            tokenId: sale.tokenId,
            name: nameOf(market, sale),
            units: sale.units,
            unitPrice: sale.amount / sale.units,
            txHash: HASH,
          }),
        ),
    }))
    .answer('statistics.chart', ({ collection, hours }) => {
      const step = hours === 24 || hours === 168 ? HOUR : 6 * HOUR
      const byPoint = Map.groupBy(
        salesOf(collection, hours).filter(({ isLeftOut }) => !isLeftOut),
        ({ at }) => Math.floor(at / step) * step,
      )
      const points = [...byPoint].map(([at, sales]) => {
        const prices = sales.map(({ amount, units }) => amount / units).sort((a, b) => (a < b ? -1 : 1))
        return {
          at,
          sales: sales.length,
          units: sales.reduce((sum, { units }) => sum + units, 0n),
          volume: volumeOf(sales),
          worth: 0n,
          withoutWorth: sales.length,
          leftOut: 0,
          leftOutVolume: 0n,
          low: prices[0],
          high: prices.at(-1),
          first: prices[0],
          last: prices.at(-1),
        }
      })
      const [floor] = floorOf(collection)
      return {
        step,
        points: points.sort((a, b) => a.at - b.at),
        floors: floor ? [{ at: begin(hours || 24), unitPrice: floor.unitPrice }] : [],
      }
    })
    .answer('statistics.depth', ({ collection }) => {
      const orders = itemsOf(collection).flatMap(({ listings }) =>
        listings.map(({ buying, selling }) => ({ unitPrice: buying / selling, units: selling })),
      )
      return {
        asks: [...Map.groupBy(orders, ({ unitPrice }) => unitPrice)]
          .map(([unitPrice, of]) => ({ unitPrice, units: of.reduce((sum, { units }) => sum + units, 0n), orders: of.length }))
          .sort((a, b) => (a.unitPrice < b.unitPrice ? -1 : 1)),
        bids: [],
      }
    })
    .answer('statistics.holders', ({ collection, limit, cursor }) => {
      const all = heldOf(collection)
      const from = cursor === undefined ? 0 : Number(cursor)
      return {
        list: all.slice(from, from + limit),
        ...(from + limit < all.length && { next: String(from + limit) }),
        owners: all.length,
        units: unitsOf(collection),
        spread: GROUPS.map(([least, most]) => all.filter(({ units }) => units >= least && Number(units) <= most).length),
      }
    })
    .answer('statistics.activity', ({ collection, kinds, limit, cursor }) => {
      const all = market.sales
        .filter((sale) => collection === undefined || sale.collection === collection)
        .toSorted((a, b) => b.at - a.at)
        .map(
          (sale, at): ActivityRecord => ({
            id: String(market.sales.length - at),
            chainId: CHAIN,
            collection: sale.collection,
            tokenId: sale.tokenId,
            name: nameOf(market, sale),
            type: HISTORY_TYPE.BUY,
            from: person(sale.seller),
            to: person(sale.buyer),
            quantity: sale.units,
            payToken: ZERO_ADDRESS,
            total: sale.amount,
            unitPrice: sale.amount / sale.units,
            isLeftOut: sale.isLeftOut,
            txHash: HASH,
            at: sale.at,
          }),
        )
        .filter(({ type }) => kinds === undefined || kinds.some((kind) => kind === type))
      const from = cursor === undefined ? 0 : Number(cursor)
      return { list: all.slice(from, from + limit), ...(from + limit < all.length && { next: String(from + limit) }) }
    })
    .answer('statistics.sparklines', ({ collections, hours }) =>
      collections.map((collection) => {
        const [from, volumes] = [begin(hours), Array.from({ length: 24 }, () => 0n)]
        const first = hours === 0 ? Math.min(market.now, ...salesOf(collection, 0).map(({ at }) => at)) : from
        for (const { at, amount, isLeftOut } of salesOf(collection, hours)) {
          const part = Math.min(23, Math.floor(((at - first) * 24) / Math.max(1, market.now - first)))
          if (!isLeftOut) volumes[part] = (volumes[part] ?? 0n) + amount
        }
        const floor = floorOf(collection)[0]?.unitPrice ?? null
        return { collection, volumes, floors: volumes.map(() => floor) }
      }),
    )
    .answer('statistics.rankings', ({ by, hours, category, limit, cursor, chainId }) => {
      const of = market.collections.filter(
        ({ categoryId, chainId: chain }) =>
          (category === undefined || categoryId === category) && (chainId === undefined || chainId < 0 || chainId === chain),
      )
      const rows = of.flatMap(({ address }) => (address === '' ? [] : (rankedOf(address, hours) ?? [])))
      const value = (row: RankedCollection) =>
        ({ volume: row.volume, worth: row.worth, sales: BigInt(row.sales), floor: 0n, newest: BigInt(row.createdAt) })[by]
      const all = rows.filter((row) => value(row) > 0n).sort((a, b) => (value(a) < value(b) ? 1 : -1))
      const from = cursor === undefined ? 0 : Number(cursor)
      return { list: all.slice(from, from + limit), ...(from + limit < all.length && { next: String(from + limit) }) }
    })
    .answer('statistics.people', ({ by, limit }) => {
      const people = new Map<Address, RankedAccount>()
      const add = (address: Address, over: (row: RankedAccount) => Partial<RankedAccount>) => {
        const row = people.get(address) ?? { account: person(address), money: ZERO_ADDRESS, ...NOTHING }
        people.set(address, { ...row, ...over(row) })
      }
      for (const { seller, buyer, amount, isLeftOut, ...of } of market.sales) {
        if (isLeftOut) continue
        add(seller, (row) => ({ sold: row.sold + 1, soldVolume: row.soldVolume + amount }))
        add(buyer, (row) => ({ bought: row.bought + 1, boughtVolume: row.boughtVolume + amount }))
        const maker = market.itemOf(of)?.creator.address
        if (maker) add(maker, (row) => ({ made: row.made + 1, madeVolume: row.madeVolume + amount }))
      }
      const all = [...people.values()].filter((row) => row[by] > 0)
      return { list: all.sort((a, b) => (a[`${by}Volume`] < b[`${by}Volume`] ? 1 : -1)).slice(0, limit) }
    })
}

const NOTHING = { bought: 0, boughtVolume: 0n, sold: 0, soldVolume: 0n, made: 0, madeVolume: 0n } as const
const volumeOf = (sales: readonly FakeSale[]): bigint => sales.reduce((sum, { amount }) => sum + amount, 0n)

function nameOf(market: MarketState, of: { collection: Address; tokenId: bigint }): string {
  const item = market.itemOf(of)
  return item ? (JSON.parse(item.metadata) as { name: string }).name : ''
}
