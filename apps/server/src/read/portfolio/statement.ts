import { AppError, type Language, type PortfolioTrade, type Statement } from '@plinth/api'
import { csvLine, formatUnits } from '@plinth/protocol'
import { sql } from 'kysely'
import { siteCurrency } from '../../state/rates/store.ts'
import { payTokenOf, payTokensOf, type Reads } from '../orders.ts'
import { worthOfTotal } from './moves.ts'
import { STATEMENT_WORDS, type StatementWords } from './statement-words.ts'
import { isBetweenThem, readTrades, type Side, type Trade, type Whose } from './trades.ts'

const SIDES: readonly Side[] = ['buy', 'sell', 'royalty']
/** One file, and what a process holds for it. */
const MOST_ROWS = 10_000
const DEEPEST = 100_000
const COIN_DECIMALS = 18
const WORTH_DECIMALS = 8

export type Period = { readonly year: number; readonly month?: number | undefined; readonly timeZone: string }

/** A period's first second and the first after it. @throws AppError BAD_ARGUMENT_VALUE */
function spanOf({ year, month, timeZone }: Period): { from: number; to: number } {
  const start = (y: number, m: number) => {
    try {
      return Temporal.ZonedDateTime.from({ timeZone, year: y, month: m, day: 1 }).epochMilliseconds / 1_000
    } catch {
      throw new AppError('BAD_ARGUMENT_VALUE', { field: 'timeZone', reason: 'not a time zone' })
    }
  }
  if (month === undefined) return { from: start(year, 1), to: start(year + 1, 1) }
  return { from: start(year, month), to: month === 12 ? start(year + 1, 1) : start(year, month + 1) }
}

const NEWEST_FIRST = sql`at desc, chain_id, block_number desc, log_index desc, side`

function readOf(context: Reads, whose: Whose, period: Period, { limit, offset }: { limit: number; offset: number }): Promise<Trade[]> {
  const { from, to } = spanOf(period)
  const where = sql`s.at >= ${from}::bigint and s.at < ${to}::bigint and not ${isBetweenThem(whose)}`
  return readTrades(context, whose, { where, order: NEWEST_FIRST, sides: SIDES, limit, offset })
}

/** @throws AppError BAD_ARGUMENT_VALUE */
export async function listOwnTrades(
  context: Reads,
  whose: Whose,
  { cursor = '0', limit, ...period }: Period & { readonly cursor?: string | undefined; readonly limit: number },
): Promise<{ list: PortfolioTrade[]; next?: string }> {
  const offset = /^\d{1,6}$/.test(cursor) ? Number(cursor) : undefined
  if (offset === undefined || offset > DEEPEST)
    throw new AppError('BAD_ARGUMENT_VALUE', { field: 'cursor', reason: 'not a cursor of this list' })
  const found = await readOf(context, whose, period, { limit: limit + 1, offset })
  const list = await present(context, found.slice(0, limit))
  return { list, ...(found.length > limit && { next: String(offset + limit) }) }
}

async function present(context: Reads, trades: readonly Trade[]): Promise<PortfolioTrade[]> {
  const [tokens, currency] = await Promise.all([
    payTokensOf(
      context,
      trades.map(({ chainId }) => chainId),
    ),
    siteCurrency(context.db),
  ])
  return trades.map((trade) => {
    const worth = worthOfTotal(trade)
    return {
      chainId: trade.chainId,
      at: trade.at,
      side: trade.side,
      kind: trade.kind,
      collection: trade.collection,
      collectionName: trade.collectionName,
      tokenId: trade.tokenId,
      name: trade.name,
      units: trade.units,
      payToken: payTokenOf(tokens, trade.chainId, trade.payToken),
      price: trade.price,
      buyerFee: trade.buyerFee,
      sellerFee: trade.sellerFee,
      royalty: trade.royalty,
      dividends: trade.dividends,
      total: trade.total,
      ...(trade.gas !== undefined && { gas: trade.gas }),
      ...(worth !== undefined && { worth, currency }),
      other: trade.other,
      account: trade.account,
      txHash: trade.txHash,
    }
  })
}

/** A CSV of all trades of a period, oldest last, and their sums by network and money. @throws AppError BAD_ARGUMENT_VALUE */
export async function writeStatement(
  context: Reads,
  whose: Whose,
  { language, ...period }: Period & { readonly language: Language },
): Promise<Statement> {
  const found = await readOf(context, whose, period, { limit: MOST_ROWS + 1, offset: 0 })
  if (found.length > MOST_ROWS) {
    const field = period.month === undefined ? 'year' : 'month'
    throw new AppError('BAD_ARGUMENT_VALUE', { field, reason: `more than ${MOST_ROWS} trades` })
  }
  const trades = (await present(context, found)).filter(({ side, total }) => side !== 'royalty' || total > 0n)
  const words = STATEMENT_WORDS[language]
  const networks = new Map(context.chains.all.map((chain) => [chain.id, chain.config.network]))
  const naming: Naming = { words, timeZone: period.timeZone, networkOf: (chainId) => networks.get(chainId) ?? { name: '', symbol: '' } }
  const lines = [
    [`${words.time} (${period.timeZone})`, ...words.heads],
    ...trades.map((trade) => lineOf(trade, naming)),
    ...sumsOf(trades, naming),
  ]
  const month = period.month === undefined ? '' : `-${String(period.month).padStart(2, '0')}`
  return { name: `${words.file}-${period.year}${month}.csv`, text: lines.map(csvLine).join(''), rows: trades.length }
}

type Naming = {
  readonly words: StatementWords
  readonly timeZone: string
  readonly networkOf: (chainId: number) => { readonly name: string; readonly symbol: string }
}

const worthText = (worth: bigint | undefined): string => (worth === undefined ? '' : formatUnits(worth, WORTH_DECIMALS))

function lineOf(trade: PortfolioTrade, { words, timeZone, networkOf }: Naming): string[] {
  const { symbol, decimals } = trade.payToken
  const { name: network, symbol: coin } = networkOf(trade.chainId)
  const amounts = [trade.price, trade.buyerFee, trade.sellerFee, trade.royalty, trade.dividends, trade.total]
  const time = Temporal.Instant.fromEpochMilliseconds(trade.at * 1_000).toZonedDateTimeISO(timeZone)
  return [
    time.toPlainDateTime().toString().replace('T', ' '),
    words.sides[trade.side],
    words.kinds[trade.kind],
    network,
    trade.collectionName,
    trade.collection,
    trade.name,
    String(trade.tokenId),
    String(trade.units),
    symbol,
    ...amounts.map((amount) => formatUnits(amount, decimals)),
    trade.gas === undefined ? '' : formatUnits(trade.gas, COIN_DECIMALS),
    trade.gas === undefined ? '' : coin,
    worthText(trade.worth),
    trade.currency ?? '',
    trade.other,
    trade.txHash,
    trade.account,
  ]
}

/** A line for each act, network and money: whole sums, in the columns that they are of. */
function sumsOf(trades: readonly PortfolioTrade[], { words, networkOf }: Naming): string[][] {
  const groups = Map.groupBy(trades, ({ side, chainId, payToken }) => `${side}:${chainId}:${payToken.address}`)
  return [...groups.values()].flatMap((some) => {
    const [first] = some
    if (!first) return []
    const sum = (of: (trade: PortfolioTrade) => bigint | undefined) => some.reduce((all, trade) => all + (of(trade) ?? 0n), 0n)
    const { symbol, decimals } = first.payToken
    const { name, symbol: coin } = networkOf(first.chainId)
    const amounts = [
      sum(({ price }) => price),
      sum(({ buyerFee }) => buyerFee),
      sum(({ sellerFee }) => sellerFee),
      sum(({ royalty }) => royalty),
      sum(({ dividends }) => dividends),
      sum(({ total }) => total),
    ].map((amount) => formatUnits(amount, decimals))
    const gas = formatUnits(
      sum((trade) => trade.gas),
      COIN_DECIMALS,
    )
    const isWorthKnown = some.some(({ worth }) => worth !== undefined)
    const worth = isWorthKnown ? worthText(sum((trade) => trade.worth)) : ''
    const currency = some.find((trade) => trade.currency)?.currency ?? ''
    const units = String(sum((trade) => trade.units))
    return [
      [words.sum, words.sides[first.side], '', name, '', '', '', '', units, symbol, ...amounts, gas, coin, worth, currency, '', '', ''],
    ]
  })
}
