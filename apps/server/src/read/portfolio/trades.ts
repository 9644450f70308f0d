import { type Address, feeOf, ORDER_TYPE, type OrderType, royaltyShares, sumOf, worthOf, ZERO_ADDRESS } from '@plinth/protocol'
import { type RawBuilder, sql } from 'kysely'
import type { Hex } from 'viem'
import { feesToShow } from '../../chain/shown-fees.ts'
import { byteas, int8s } from '../../db/columns.ts'
import { addressOf, type Db, hexOf } from '../../db/database.ts'
import type { SaleKind } from '../../db/schema/statistics.ts'
import { buyerFeeOf } from '../../modules/orders/service.ts'
import { officialSenders } from '../../modules/senders/service.ts'
import { siteCurrency } from '../../state/rates/store.ts'
import type { Reads } from '../orders.ts'
import { type DividendsOf, readDividends } from './dividends.ts'

const COIN_DECIMALS = 18

/** Accounts of one person, and the networks that are looked at. */
export type Whose = { readonly accounts: readonly Address[]; readonly chainIds: readonly number[] }

export type Side = 'buy' | 'sell' | 'royalty'

/** A sale from the side of the account, with every leg in base units of its pay token. */
export type Trade = {
  readonly chainId: number
  readonly blockHash: Hex
  readonly blockNumber: number
  readonly index: number
  readonly txHash: Hex
  readonly at: number
  readonly side: Side
  readonly kind: SaleKind
  readonly collection: Address
  readonly tokenId: bigint
  readonly name: string
  readonly collectionName: string
  readonly units: bigint
  readonly payToken: Address
  readonly money: Address
  readonly price: bigint
  readonly buyerFee: bigint
  readonly sellerFee: bigint
  readonly royalty: bigint
  readonly dividends: bigint
  /** What the account paid or got. */
  readonly total: bigint
  /** Its part of what the account paid for the transaction; undefined where that is not known. */
  readonly gas: bigint | undefined
  /** Of the price, in 10^-8 of the site's currency, by the rate of that time. */
  readonly worth: bigint | undefined
  /** Of the gas; undefined where it is not known, or no rate. */
  readonly gasWorth: bigint | undefined
  /** Bought for another account, which received it as a gift. */
  readonly isGift: boolean
  readonly other: Address
  /** Of the accounts the one that traded, called for another, or made the work. */
  readonly account: Address
}

type Row = {
  readonly side: Side
  readonly chain_id: number
  readonly block_hash: Uint8Array
  readonly block_number: number
  readonly log_index: number
  readonly tx_hash: Uint8Array
  readonly at: number
  readonly kind: SaleKind
  readonly collection: Uint8Array
  readonly token_id: bigint
  readonly seller: Uint8Array
  readonly buyer: Uint8Array
  readonly pay_token: Uint8Array
  readonly money: Uint8Array
  readonly amount: bigint
  readonly units: bigint
  readonly worth: bigint | null
  readonly name: string | null
  readonly collection_name: string | null
  readonly royalties: number[] | null
  readonly creator: Uint8Array | null
  readonly order_side: OrderType | null
  readonly salt: bigint | null
  readonly maker: Uint8Array | null
  readonly seller_fee: number | null
  readonly bid_fee: number | null
  readonly encourage: number | null
  readonly payer: Uint8Array | null
  readonly gas: bigint | null
  readonly default_fee: number | null
  readonly before: number
  readonly together: number
  readonly coin_answer: bigint | null
  readonly coin_decimals: number | null
}

export type TradesOf = {
  /** Further conditions on `s`, a row of `sale`. */
  readonly where?: RawBuilder<unknown>
  readonly order?: RawBuilder<unknown>
  readonly sides?: readonly Side[]
  readonly limit: number
  readonly offset?: number
}

/** Works pass between two of the accounts, which is no trade. */
export const isBetweenThem = ({ accounts }: Whose): RawBuilder<unknown> =>
  sql`(s.seller = any(${byteas(accounts)}) and s.buyer = any(${byteas(accounts)}))`

/** Of a sale by call, the side that calls: the other one has signed. */
const CALLER = { buyer: sql`s.kind = 'sale'`, seller: sql`s.kind = 'bid'` } as const
type SaleSide = keyof typeof CALLER

const hasSent = (side: SaleSide) => sql`exists (select from transaction_cost sent where sent.account = ${sql.ref(`s.${side}`)})`

/**
 * Another account called for this side of `s`, a row of `sale`, and named it as the receiver. A side whose transactions the index has
 * not read may be a contract: its calls are sent by others.
 */
export const isReceiver = (side: SaleSide, accounts: RawBuilder<unknown>) => sql`${CALLER[side]} and ${hasSent(side)}
  and exists (select from transaction_cost called where called.chain_id = s.chain_id and called.block_hash = s.block_hash
    and called.tx_hash = s.tx_hash and called.account <> all(${accounts}))`

const inAccounts = (column: string, accounts: RawBuilder<unknown>) => sql`${sql.ref(column)} = any(${accounts})`

/** Sales on this side of the accounts, and those for which they called with another account as the receiver. */
const bothWays = (name: Side, side: SaleSide, mine: RawBuilder<unknown>, here: RawBuilder<unknown>) => sql`
  select ${sql.lit(name)} as side, s.* from sale s where ${inAccounts(`s.${side}`, mine)} and ${here} and not (${isReceiver(side, mine)})
  union all
  select ${sql.lit(name)}, s.* from transaction_cost called
  join sale s on s.chain_id = called.chain_id and s.block_hash = called.block_hash and s.tx_hash = called.tx_hash
  where ${inAccounts('called.account', mine)} and ${CALLER[side]} and not (${inAccounts(`s.${side}`, mine)}) and ${hasSent(side)} and ${here}`

/**
 * Sales by and to these accounts, and of their works by others, in all history. A sale between two of them is in it twice. The order's
 * fee, the bidder's and the royalty are as signed; the exchange's buyer fee is that of its block, else that of now.
 */
export async function readTrades(context: Reads, { accounts, chainIds }: Whose, of: TradesOf): Promise<Trade[]> {
  const { db } = context
  const { where = sql`true`, order, sides = ['buy', 'sell'], limit, offset = 0 } = of
  const mine = byteas(accounts)
  const ordered = order ? sql`order by ${order}` : sql``
  const currency = await siteCurrency(db)
  const here = sql`s.chain_id = any(${int8s(chainIds)}) and ${where}`
  const OF_SIDE = {
    buy: bothWays('buy', 'buyer', mine, here),
    sell: bothWays('sell', 'seller', mine, here),
    royalty: sql`select 'royalty' as side, s.* from item made join sale s on s.chain_id = made.chain_id and s.collection = made.collection
      and s.token_id = made.token_id where ${inAccounts('made.creator', mine)} and s.seller <> made.creator and ${here}`,
  } as const satisfies Record<Side, RawBuilder<unknown>>
  const found = sql.join(
    sides.map((side) => OF_SIDE[side]),
    sql` union all `,
  )
  // Of a sale between two of them the purchase bears the gas.
  const bearsGas = sql`side = 'buy' or side = 'sell' and buyer <> all(${mine})`
  const { rows } = await sql<Row>`select s.*, case when i.is_visible then i.name end as name, i.royalties, i.creator,
      case when not c.is_hidden then c.name end as collection_name,
      o.side as order_side, o.salt, o.maker, coalesce(o.seller_fee, a.seller_fee) as seller_fee, a.encourage,
      b.buyer_fee as bid_fee, t.account as payer, t.gas, t.buyer_fee as default_fee,
      coin.answer as coin_answer, coin.decimals as coin_decimals
    from (select found.*,
        (count(*) filter (where ${bearsGas}) over (partition by chain_id, tx_hash order by log_index, side
          rows between unbounded preceding and 1 preceding))::int as before,
        (count(*) filter (where ${bearsGas}) over (partition by chain_id, tx_hash))::int as together
      from (${found}) found ${ordered} limit ${limit} offset ${offset}) s
    left join item i on i.chain_id = s.chain_id and i.collection = s.collection and i.token_id = s.token_id
    left join collection c on c.chain_id = s.chain_id and c.address = s.collection
    left join order_event e on e.chain_id = s.chain_id and e.block_hash = s.block_hash and e.log_index = s.log_index
    left join market_order o on o.chain_id = e.chain_id and o.exchange = e.exchange and o.maker = e.maker and o.sequence = e.sequence
    left join auction_event ae on ae.chain_id = s.chain_id and ae.block_hash = s.block_hash and ae.log_index = s.log_index
    left join auction a on a.chain_id = ae.chain_id and a.exchange = ae.exchange and a.owner = ae.owner and a.sequence = ae.sequence
    left join lateral (select max(b.buyer_fee) as buyer_fee from auction_bid b
      where b.auction_id = a.id and b.bidder = ae.buyer and b.total = ae.total) b on true
    left join transaction_cost t on t.chain_id = s.chain_id and t.block_hash = s.block_hash and t.tx_hash = s.tx_hash
    left join lateral (select r.answer, r.decimals from rate r where r.chain_id = s.chain_id and r.money = ${ZERO_ADDRESS} and r.since <= s.at
      and (r.until is null or r.until >= s.at) and r.currency = ${currency} order by r.since desc limit 1) coin on true
    ${ordered}`.execute(db)
  const [facts, dividends] = await Promise.all([readFacts(context, chainIds), readDividends(db, rows.filter(sharesOut).map(placeOf))])
  const own = new Set(accounts)
  return rows.map((row) => present(row, own, facts, dividends))
}

const sharesOut = ({ encourage, side }: Row): boolean => (encourage ?? 0) > 0 && side === 'sell'
const placeOf = (row: Row) => ({ chainId: row.chain_id, blockHash: hexOf(row.block_hash), txHash: hexOf(row.tx_hash) })

type Facts = {
  readonly senders: Awaited<ReturnType<typeof officialSenders>>
  readonly feeNow: ReadonlyMap<number, bigint>
}

async function readFacts({ db, chains }: Reads, chainIds: readonly number[]): Promise<Facts> {
  const known = chains.all.filter(({ id }) => chainIds.includes(id))
  const feeNow = new Map(await Promise.all(known.map(async (chain) => [chain.id, (await feesToShow(chain)).buyerFeeBps] as const)))
  return { senders: await officialSenders(db as Db, known), feeNow }
}

function present(row: Row, accounts: ReadonlySet<Address>, facts: Facts, dividendsOf: DividendsOf): Trade {
  const { side, amount: price } = row
  const [seller, buyer] = [addressOf(row.seller), addressOf(row.buyer)]
  const sellerFee = feeOf(price, BigInt(row.seller_fee ?? 0))
  const buyerFee = feeOf(price, buyerFeeBps(row, facts))
  const shares = royaltyShares(price, entriesOf(row), seller)
  const royalty = side === 'royalty' ? (shares[0] ?? 0n) : sumOf(shares)
  const dividends = sharesOut(row) ? dividendsOf({ chainId: row.chain_id, txHash: hexOf(row.tx_hash), owner: seller }) : 0n
  const totals = { buy: price + buyerFee, sell: price - sellerFee - royalty - dividends, royalty }
  const gas = side === 'royalty' || (side === 'sell' && accounts.has(buyer)) ? 0n : gasOf(row, accounts)
  return {
    chainId: row.chain_id,
    blockHash: hexOf(row.block_hash),
    blockNumber: row.block_number,
    index: row.log_index,
    txHash: hexOf(row.tx_hash),
    at: row.at,
    side,
    kind: row.kind,
    collection: addressOf(row.collection),
    tokenId: row.token_id,
    name: row.name ?? '',
    collectionName: row.collection_name ?? '',
    units: row.units,
    payToken: addressOf(row.pay_token),
    money: addressOf(row.money),
    price,
    buyerFee,
    sellerFee,
    royalty,
    dividends,
    total: totals[side],
    gas,
    worth: row.worth ?? undefined,
    gasWorth: gas === undefined ? undefined : gasWorthOf(row, gas),
    isGift: side === 'buy' && !accounts.has(buyer),
    other: side === 'buy' ? seller : buyer,
    account: accountOf(row, accounts),
  }
}

function accountOf({ side, buyer, seller, creator, payer }: Row, accounts: ReadonlySet<Address>): Address {
  const own = addressOf(side === 'buy' ? buyer : side === 'sell' ? seller : (creator ?? seller))
  return payer && !accounts.has(own) ? addressOf(payer) : own
}

/** The part of the transaction, of all its sales that the account took part in. */
function gasOf({ payer, gas, before, together }: Row, accounts: ReadonlySet<Address>): bigint | undefined {
  if (!payer || gas === null) return undefined
  if (!accounts.has(addressOf(payer))) return 0n
  const [from, all] = [BigInt(before), BigInt(together)]
  return (gas * (from + 1n)) / all - (gas * from) / all
}

/** Of gas in the coin: by the sale's own worth where it was paid in the coin, else by the coin's rate of that time. */
function gasWorthOf({ money, worth, amount, coin_answer, coin_decimals }: Row, gas: bigint): bigint | undefined {
  if (gas === 0n) return 0n
  if (addressOf(money) === ZERO_ADDRESS && worth !== null && amount > 0n) return (worth * gas) / amount
  return coin_answer === null || coin_decimals === null
    ? undefined
    : worthOf(gas, COIN_DECIMALS, { answer: coin_answer, decimals: coin_decimals })
}

function buyerFeeBps(row: Row, { senders, feeNow }: Facts): bigint {
  if (row.kind === 'auction') return BigInt(row.bid_fee ?? 0)
  const current = row.default_fee === null ? (feeNow.get(row.chain_id) ?? 0n) : BigInt(row.default_fee)
  const side = row.order_side ?? (row.kind === 'bid' ? ORDER_TYPE.BID : ORDER_TYPE.SALE)
  // An order that the market never had: its bound is not known.
  if (row.salt === null || !row.maker) return current
  const order = { side, salt: row.salt, collection: addressOf(row.collection), maker: addressOf(row.maker) }
  return buyerFeeOf(senders.get(row.chain_id) ?? [], order, current)
}

/** The first goes to the creator. */
function entriesOf({ royalties, creator }: Row) {
  return (royalties ?? []).map((bps, index) => ({ bps: BigInt(bps), recipient: index === 0 && creator ? addressOf(creator) : undefined }))
}
