import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '@plinth/api'
import { type Address, isEnded, type Order, toAddress, unpackSalt } from '@plinth/protocol'
import { exchangeAbi } from '@plinth/protocol/abi'
import type { Chain } from '../../chain/chain.ts'
import { isNodeFault } from '../../chain/node-fault.ts'
import type { Context } from '../../context.ts'
import { bytes } from '../../db/database.ts'
import { isCancelledWithOthers, isNonceUsed } from '../../state/offers/nonce-bitmap.ts'

/** Why an order that is spent on chain is over; a fill or cancel that the index has not read yet is looked up on chain. */
export async function spentError(
  context: Pick<Context, 'db'>,
  chain: Chain,
  order: Order,
  /** How often the chain is asked; of many orders each at most once. */
  attempts = ATTEMPTS,
): Promise<AppError> {
  const { sequence } = unpackSalt(order.salt)
  const { exchange } = chain.config.contracts
  // Read before the rows: what they lack lies above this cursor, however far the index gets in the meantime.
  const cursor = await context.db.selectFrom('chain_cursor').select('number').where('chain_id', '=', chain.id).executeTakeFirst()
  const above = (cursor?.number ?? -1) + 1
  const rows = await context.db
    .selectFrom('order_event')
    .select('kind')
    .where('chain_id', '=', chain.id)
    .where('exchange', '=', bytes(exchange))
    .where('maker', '=', bytes(order.owner))
    .where('sequence', '=', sequence)
    .execute()
  if (rows.length > 0) return errorOf(rows.some((row) => row.kind === 'cancel') ? 'cancel' : 'fill')
  if (await isCancelledWithOthers(context.db, { chainId: chain.id, exchange, maker: order.owner }, sequence)) return errorOf('cancel')
  const end = await endAhead(chain, { owner: order.owner, sequence, above }, attempts)
  return end ? errorOf(end) : new AppError('MARKET_BEHIND')
}

type End = 'cancel' | 'fill'
const errorOf = (end: End): AppError => new AppError(end === 'cancel' ? 'ORDER_CANCELLED' : 'ORDER_FILLED')

type Spent = { readonly owner: Address; readonly sequence: bigint; readonly above: number }

const ATTEMPTS = 10
const PAUSE_MS = 200

/** Retries when a node answers from a state whose block it, or the next node, does not show yet. */
async function endAhead(chain: Chain, spent: Spent, attempts: number): Promise<End | undefined> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    if (attempt > 0) await sleep(PAUSE_MS)
    const { number } = await chain.refresh()
    const end = number < spent.above ? undefined : await findEnd(chain, spent).catch(undefinedUnlessNodeFault)
    if (end) return end
  }
  return undefined
}

/** Some nodes refuse a range that begins above their head. */
function undefinedUnlessNodeFault(error: unknown): undefined {
  if (error instanceof AppError || isNodeFault(error)) throw error
}

async function findEnd(chain: Chain, { owner, sequence, above }: Spent): Promise<End | undefined> {
  const where = { address: chain.config.contracts.exchange, abi: exchangeAbi, fromBlock: BigInt(above) } as const
  const logs = await chain.read((node) => node.getContractEvents(where))
  let isFilled = false
  for (const { eventName, args } of logs) {
    if (!('owner' in args) || args.owner === undefined || toAddress(args.owner) !== owner) continue
    const isIt = 'salt' in args && args.salt !== undefined && unpackSalt(args.salt).sequence === sequence
    if (eventName === 'Cancel' && isIt) return 'cancel'
    // Perhaps only in part, before the rest was cancelled.
    if (eventName === 'Buy' && isIt) isFilled = true
    if (eventName === 'EverythingEnded' && args.epoch !== undefined && isEnded(args.epoch, sequence)) return 'cancel'
    if (eventName !== 'CancelMany') continue
    const { word, bits } = args
    if (word !== undefined && bits !== undefined && isNonceUsed({ word, bits }, sequence)) return 'cancel'
  }
  return isFilled ? 'fill' : undefined
}
