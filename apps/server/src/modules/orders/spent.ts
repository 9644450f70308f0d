import { AppError } from '@plinth/api'
import { type Order, toAddress, unpackSalt } from '@plinth/protocol'
import { exchangeAbi } from '@plinth/protocol/abi'
import type { Chain } from '../../chain/chain.ts'
import type { Context } from '../../context.ts'
import { bytes } from '../../db/database.ts'
import { isCancelledByWord, isInWord } from './words.ts'

/** Why an order that the chain calls spent is over; a fill or cancel the index has not read yet is looked up on chain. */
export async function spentError(context: Pick<Context, 'db'>, chain: Chain, order: Order): Promise<AppError> {
  const { sequence } = unpackSalt(order.salt)
  const { exchange } = chain.config.contracts
  // Before the rows: what they lack lies above it, however far the index comes meanwhile.
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
  if (rows.length > 0) return new AppError(rows.some((row) => row.kind === 'cancel') ? 'ORDER_CANCELLED' : 'ORDER_FILLED')
  const isCancelled =
    (await isCancelledByWord(context.db, { chainId: chain.id, exchange, maker: order.owner }, sequence)) ||
    (await isCancelledAhead(chain, order, sequence, above))
  return new AppError(isCancelled ? 'ORDER_CANCELLED' : 'ORDER_FILLED')
}

async function isCancelledAhead(chain: Chain, order: Order, sequence: bigint, above: number): Promise<boolean> {
  const where = { address: chain.config.contracts.exchange, abi: exchangeAbi, fromBlock: BigInt(above) } as const
  const cancels = await chain.ask((node) => node.getContractEvents({ ...where, eventName: 'Cancel' }))
  const words = await chain.ask((node) => node.getContractEvents({ ...where, eventName: 'CancelMany' }))
  const isOurs = (owner: string | undefined) => owner !== undefined && toAddress(owner) === order.owner
  return (
    cancels.some(({ args }) => isOurs(args.owner) && args.salt !== undefined && unpackSalt(args.salt).sequence === sequence) ||
    words.some(
      ({ args: { owner, word, bits } }) => isOurs(owner) && word !== undefined && bits !== undefined && isInWord({ word, bits }, sequence),
    )
  )
}
