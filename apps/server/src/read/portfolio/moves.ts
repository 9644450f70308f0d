import { type Address, firstInFirstOut, type InMoney, type Ledger, type Move, ZERO_ADDRESS } from '@plinth/protocol'
import { sql } from 'kysely'
import { byteas, int8s } from '../../db/columns.ts'
import { addressOf, bytes } from '../../db/database.ts'
import { refKey } from '../../db/item-keys.ts'
import type { Reads } from '../orders.ts'
import { boughtIn, isUnknownTo, ofHolder } from './held.ts'
import { isReceiver, readTrades, type Trade, type Whose } from './trades.ts'

/** Trades, and transfers besides, that are looked at of an account. */
const MOST_MOVES = 50_000

/** A key of sums in one money of one network. */
export const moneyKey = (chainId: number, money: Address): string => `${chainId}:${money}`

type Place = { readonly blockNumber: number; readonly index: number; readonly part: number }
type Placed = Place & { readonly key: string; readonly move: Move }

export type History = {
  /** By item. */
  readonly ledgers: ReadonlyMap<string, Ledger>
  readonly trades: readonly Trade[]
  readonly isComplete: boolean
}

type TransferRow = {
  readonly chain_id: number
  readonly collection: Uint8Array
  readonly token_id: bigint
  readonly block_number: number
  readonly log_index: number
  readonly part: number
  readonly from_account: Uint8Array
  readonly to_account: Uint8Array
  readonly quantity: bigint
  readonly gas: bigint | null
  readonly before: number
  readonly together: number
}

/** All that came to the accounts and left them, item by item. What passes between two of them is no move. */
export async function readHistory(context: Reads, whose: Whose): Promise<History> {
  const limit = MOST_MOVES + 1
  const trades = await readTrades(context, whose, { limit })
  const transfers = await readTransfers(context, whose, limit)
  if (trades.length > MOST_MOVES || transfers.length > MOST_MOVES) return { ledgers: new Map(), trades: [], isComplete: false }
  const accounts = new Set(whose.accounts)
  const placed = [
    ...trades.flatMap((trade) => (trade.isGift || accounts.has(trade.other) ? [] : [moveOfTrade(trade)])),
    ...transfers.map((row) => moveOfTransfer(row, accounts)),
  ]
  placed.sort((one, other) => one.blockNumber - other.blockNumber || one.index - other.index || one.part - other.part)
  const moves = Map.groupBy(placed, ({ key }) => key)
  const ledgers = new Map([...moves].map(([key, some]) => [key, firstInFirstOut(some.map(({ move }) => move))]))
  return { ledgers, trades, isComplete: true }
}

/** Gas is a cost of what is bought, and less of what is sold for. */
function moveOfTrade(trade: Trade): Placed {
  const { chainId, money, units, total, gas = 0n, gasWorth, blockNumber, index } = trade
  const isSale = trade.side === 'sell'
  const gasPaid: InMoney[] = gas > 0n ? [{ money: moneyKey(chainId, ZERO_ADDRESS), amount: isSale ? -gas : gas }] : []
  const worth = worthOfTotal(trade)
  const withGas = worth === undefined ? undefined : isSale ? worth - (gasWorth ?? 0n) : worth + (gasWorth ?? 0n)
  const amounts = [{ money: moneyKey(chainId, money), amount: total }, ...gasPaid]
  return { key: refKey(trade), blockNumber, index, part: -1, move: { kind: isSale ? 'sold' : 'bought', units, amounts, worth: withGas } }
}

/** The part of the sale's worth that its total is. */
export function worthOfTotal({ worth, price, total }: Trade): bigint | undefined {
  return worth === undefined || price === 0n ? undefined : (worth * total) / price
}

/** A work of another account's making that comes without a price is a gift. */
function moveOfTransfer(row: TransferRow, accounts: ReadonlySet<Address>): Placed {
  const { chain_id: chainId, quantity: units, block_number: blockNumber, log_index: index, part, gas, before, together } = row
  const [from, to] = [addressOf(row.from_account), addressOf(row.to_account)]
  const place = { key: refKey({ chainId, collection: addressOf(row.collection), tokenId: row.token_id }), blockNumber, index, part }
  if (!accounts.has(to)) return { ...place, move: { kind: 'sent', units, amounts: [], worth: 0n } }
  if (from !== ZERO_ADDRESS) return { ...place, move: { kind: 'gift', units, amounts: [], worth: 0n } }
  const all = BigInt(together)
  const share = gas === null ? 0n : (gas * BigInt(before + 1)) / all - (gas * BigInt(before)) / all
  const amounts = share > 0n ? [{ money: moneyKey(chainId, ZERO_ADDRESS), amount: share }] : []
  return { ...place, move: { kind: 'made', units, amounts, worth: 0n } }
}

/**
 * Transfers without a sale, and works that others bought for the accounts. Unknown works from others cost nothing and are left out.
 * Gas that the accounts paid to mint is a cost of the minted works.
 */
async function readTransfers({ db }: Reads, { accounts, chainIds }: Whose, limit: number): Promise<TransferRow[]> {
  const [mine, chains] = [byteas(accounts), int8s(chainIds)]
  const place = sql`t.chain_id, t.collection, t.token_id, t.block_hash, t.tx_hash, t.block_number, t.log_index`
  const moves = (
    column: string,
    other: string,
  ) => sql`select ${place}, t.part, t.from_account, t.to_account, t.quantity from item_transfer t
    where ${sql.ref(`t.${column}`)} = any(${mine}) and not t.is_trade and t.chain_id = any(${chains}) and ${sql.ref(`t.${other}`)} <> all(${mine})`
  const isSpam = sql`t.to_account = any(${mine}) and c.gas is null and coalesce(${isUnknownTo(mine)}, false)`
  const minted = sql`t.from_account = ${bytes(ZERO_ADDRESS)}`
  const { rows } = await sql<TransferRow>`with ${boughtIn(mine)}
    select t.chain_id, t.collection, t.token_id, t.block_number, t.log_index, t.part, t.from_account, t.to_account, t.quantity, t.gas,
      (row_number() over (partition by t.chain_id, t.tx_hash, ${minted} order by t.log_index, t.part) - 1)::int as before,
      (count(*) over (partition by t.chain_id, t.tx_hash, ${minted}))::int as together
    from (select t.*, c.gas from (${moves('to_account', 'from_account')} union all
        ${moves('from_account', 'to_account')} and t.from_account <> ${bytes(ZERO_ADDRESS)} union all
        select s.chain_id, s.collection, s.token_id, s.block_hash, s.tx_hash, s.block_number, s.log_index, 0, s.seller, s.buyer, s.units
        from sale s where s.buyer = any(${mine}) and s.seller <> all(${mine}) and s.chain_id = any(${chains}) and ${isReceiver('buyer', mine)}) t
      left join transaction_cost c on c.chain_id = t.chain_id and c.block_hash = t.block_hash and c.tx_hash = t.tx_hash
        and c.account = any(${mine}) and ${minted}
      left join item on item.chain_id = t.chain_id and item.collection = t.collection and item.token_id = t.token_id
      left join collection n on n.chain_id = t.chain_id and n.address = t.collection
      ${ofHolder('t', 't.to_account')}
      where not (${isSpam}) limit ${limit}) t`.execute(db)
  return rows
}
