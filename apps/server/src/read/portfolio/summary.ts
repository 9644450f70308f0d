import type { MoneySums, PortfolioCollection, PortfolioSummary } from '@plinth/api'
import { type Address, BPS, ZERO_ADDRESS } from '@plinth/protocol'
import { sql } from 'kysely'
import { byteas, int8s } from '../../db/columns.ts'
import { addressOf } from '../../db/database.ts'
import { refKey } from '../../db/item-keys.ts'
import { keptRates } from '../../state/rates/now.ts'
import { siteCurrency } from '../../state/rates/store.ts'
import { readMoneys } from '../explore/present-moneys.ts'
import { payTokenOf, payTokensOf, type Reads } from '../orders.ts'
import { collectionKey, type OwnFloor, readOwnFloors, readPriceOf } from './floors.ts'
import { heldBy } from './held.ts'
import { moneyKey, readHistory, worthOfTotal } from './moves.ts'
import { type Held, readHeld } from './offers.ts'
import { readSellable } from './sellable.ts'
import { isBetweenThem, readTrades, type Trade, type Whose } from './trades.ts'

type Sums = { -readonly [K in Exclude<keyof MoneySums, 'chainId' | 'money' | 'payToken'>]: bigint }
const zeros = (): Sums => ({
  floorValue: 0n,
  floorUnits: 0n,
  offerValue: 0n,
  offerUnits: 0n,
  spent: 0n,
  bought: 0n,
  earned: 0n,
  sold: 0n,
  royalties: 0n,
  fees: 0n,
  gas: 0n,
  cost: 0n,
  realised: 0n,
  onPaper: 0n,
})

class Book {
  readonly sums = new Map<string, Sums>()

  at(key: string): Sums {
    const known = this.sums.get(key) ?? zeros()
    this.sums.set(key, known)
    return known
  }
}

/** Most royalties that are added up; of more there is no sum. */
const MOST_ROYALTIES = 50_000

export async function readSummary(context: Reads, whose: Whose): Promise<PortfolioSummary> {
  const held = await readHeld(context, whose)
  const shown = held.filter(({ shelf }) => shelf === 'no')
  const refs = [...new Map(shown.map((work) => [collectionKey(work), work])).values()]
  // One after the other: an account takes one connection.
  const floors = await readOwnFloors(context, refs)
  const history = await readHistory(context, whose)
  const royaltiesFound = await readTrades(context, whose, {
    where: sql`not ${isBetweenThem(whose)}`,
    sides: ['royalty'],
    limit: MOST_ROYALTIES + 1,
  })
  const sellable = await readSellable(context, whose, shown)
  const gas = await readGas(context, whose)
  const book = new Book()
  const worth = { spent: 0n, earned: 0n, royalties: 0n, fees: 0n, gas: 0n, cost: 0n, realised: 0n, paperCost: 0n, without: 0 }
  for (const trade of history.trades) addTrade(book, worth, trade, !trade.isGift && whose.accounts.includes(trade.other))
  const hasAllRoyalties = royaltiesFound.length <= MOST_ROYALTIES
  const royalties = hasAllRoyalties ? royaltiesFound : []
  for (const trade of royalties.filter(({ total }) => total > 0n)) {
    book.at(moneyKey(trade.chainId, trade.money)).royalties += trade.total
    worth.royalties += worthOfTotal(trade) ?? 0n
  }
  for (const { key, amount } of gas) book.at(key).gas += amount
  for (const { chainId, money, units, value } of sellable) {
    const sums = book.at(moneyKey(chainId, money))
    sums.offerValue += value
    sums.offerUnits += units
  }
  const valued = addFloors(book, shown, floors)
  for (const [key, { realised, realisedWorth, lots }] of history.ledgers) {
    for (const [money, amount] of realised) book.at(money).realised += amount
    worth.realised += realisedWorth
    for (const { costs, worth: cost } of lots) {
      for (const { money, amount } of costs) {
        book.at(money).cost += amount
        if (valued.has(key)) book.at(money).onPaper -= amount
      }
      worth.cost += cost ?? 0n
      if (valued.has(key)) worth.paperCost += cost ?? 0n
    }
  }
  const gifts = shown.filter((work) => history.ledgers.get(refKey(work))?.lots.some(({ arrival }) => arrival.kind === 'gift')).length
  const moneys = (await present(context, book, whose.chainIds)).map(({ onPaper, ...sums }) =>
    history.isComplete ? Object.assign(sums, { onPaper }) : sums,
  )
  const now = await worthsNow(context)
  const sumNow = (pick: (sums: MoneySums) => bigint) => moneys.reduce((sum, one) => sum + now(one.chainId, one.money, pick(one)), 0n)
  const { paperCost, ...then } = worth
  const floorValue = sumNow((one) => one.floorValue)
  return {
    moneys,
    worth: {
      currency: await siteCurrency(context.db),
      floorValue,
      offerValue: sumNow((one) => one.offerValue),
      spent: then.spent,
      earned: then.earned,
      royalties: then.royalties,
      fees: then.fees,
      gas: then.gas,
      cost: then.cost,
      realised: then.realised,
      ...(history.isComplete && { onPaper: floorValue - paperCost }),
      without: then.without,
    },
    works: shown.length,
    units: shown.reduce((sum, { quantity }) => sum + quantity, 0n),
    collections: refs.length,
    networks: new Set(shown.map(({ chainId }) => chainId)).size,
    hidden: held.length - shown.length,
    gifts,
    gasUnknown: history.trades.filter((trade) => trade.gas === undefined).length,
    isComplete: history.isComplete && hasAllRoyalties,
  }
}

type Worth = { spent: bigint; earned: bigint; fees: bigint; gas: bigint; without: number }

/** Of a sale between two of the accounts fees and gas count alone. */
function addTrade(book: Book, worth: Worth, trade: Trade, isWithin: boolean): void {
  const sums = book.at(moneyKey(trade.chainId, trade.money))
  const total = worthOfTotal(trade)
  const part = (amount: bigint) => (trade.worth === undefined || trade.price === 0n ? 0n : (trade.worth * amount) / trade.price)
  const fee = trade.side === 'buy' ? trade.buyerFee : trade.sellerFee
  sums.fees += fee
  worth.fees += part(fee)
  worth.gas += trade.gasWorth ?? 0n
  if (isWithin) return
  if (total === undefined) worth.without++
  if (trade.side === 'buy') {
    sums.spent += trade.total
    sums.bought += trade.units
    worth.spent += total ?? 0n
  } else {
    sums.earned += trade.total
    sums.sold += trade.units
    worth.earned += total ?? 0n
  }
}

/** Adds each work at its collection's floor; returns the keys of works that have one that counts. */
function addFloors(book: Book, shown: readonly Held[], floors: ReadonlyMap<string, OwnFloor>): Set<string> {
  const valued = new Set<string>()
  for (const work of shown) {
    const floor = floors.get(collectionKey(work))
    if (!floor?.isValued) continue
    const sums = book.at(moneyKey(work.chainId, floor.money))
    const value = floor.unitPrice * work.quantity
    sums.floorValue += value
    sums.floorUnits += work.quantity
    sums.onPaper += value
    valued.add(refKey(work))
  }
  return valued
}

/** All that the accounts paid for transactions of the market, as far as their receipts were read. */
async function readGas({ db }: Reads, { accounts, chainIds }: Whose): Promise<{ key: string; amount: bigint }[]> {
  const { rows } = await sql<{ chain_id: number; gas: bigint }>`select chain_id, sum(gas) as gas from transaction_cost
    where account = any(${byteas(accounts)}) and chain_id = any(${int8s(chainIds)}) group by chain_id`.execute(db)
  return rows.map(({ chain_id, gas }) => ({ key: moneyKey(chain_id, ZERO_ADDRESS), amount: gas }))
}

async function present(context: Reads, book: Book, chainIds: readonly number[]): Promise<MoneySums[]> {
  const tokens = await payTokensOf(context, chainIds)
  const list = [...book.sums].map(([key, sums]) => {
    const [chain = '', money = ''] = key.split(':')
    const chainId = Number(chain)
    return Object.assign({ chainId, money: money as Address, payToken: payTokenOf(tokens, chainId, money as Address) }, sums)
  })
  return list.sort((one, other) => one.chainId - other.chainId || (one.money < other.money ? -1 : 1))
}

/** What an amount is worth at the rates of now, in 10^-8 of the site's currency; 0 without a rate. */
export async function worthsNow(context: Reads): Promise<(chainId: number, money: Address, amount: bigint) => bigint> {
  const [moneys, rates] = await Promise.all([readMoneys(context), keptRates(context)])
  if (rates.length === 0) return () => 0n
  const scale = 10n ** BigInt(moneys.digits)
  return (chainId, money, amount) => {
    const token = moneys.find(chainId, money)
    return token?.weight === undefined ? 0n : (amount * token.weight * BPS * 10n ** 8n) / (token.paid * scale)
  }
}

const MOST_COLLECTIONS = 1_000

type CollectionRow = {
  chain_id: number
  collection: Uint8Array
  name: string
  cover: string
  is_verified: boolean
  works: number
  units: bigint
}

export async function listOwnCollections(context: Reads, whose: Whose): Promise<PortfolioCollection[]> {
  const { rows } = await sql<CollectionRow>`with ${heldBy(whose)}
    select chain_id, collection, collection_name as name, cover, is_verified, count(distinct token_id)::int as works, sum(quantity) as units
    from held where shelf = 'no' group by chain_id, collection, collection_name, cover, is_verified
    order by works desc, chain_id, collection limit ${MOST_COLLECTIONS}`.execute(context.db)
  const [floors, priceOf] = await Promise.all([
    readOwnFloors(
      context,
      rows.map((row) => ({ chainId: row.chain_id, collection: addressOf(row.collection) })),
    ),
    readPriceOf(context),
  ])
  return rows.map((row) => {
    const [chainId, collection] = [row.chain_id, addressOf(row.collection)]
    const floor = floors.get(collectionKey({ chainId, collection }))
    return {
      chainId,
      collection,
      name: row.name,
      cover: row.cover,
      isVerified: row.is_verified,
      works: row.works,
      units: row.units,
      ...(floor && { floor: priceOf(chainId, floor.payToken, floor.unitPrice) }),
      isThin: floor?.isThin ?? false,
      isValued: floor?.isValued ?? false,
    }
  })
}
