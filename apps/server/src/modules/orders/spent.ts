import { AppError } from '@plinth/api'
import { type Order, toAddress, unpackSalt } from '@plinth/protocol'
import { exchangeAbi } from '@plinth/protocol/abi'
import type { Chain } from '../../chain/chain.ts'
import type { Context } from '../../context.ts'
import { bytes } from '../../db/database.ts'

/** Why an order that the chain calls spent is over; a fill or cancel the index has not read yet is looked up on chain. */
export async function spentError(context: Pick<Context, 'db'>, chain: Chain, order: Order): Promise<AppError> {
  const { sequence } = unpackSalt(order.salt)
  const rows = await context.db
    .selectFrom('order_event')
    .select('kind')
    .where('chain_id', '=', chain.id)
    .where('exchange', '=', bytes(chain.config.contracts.exchange))
    .where('maker', '=', bytes(order.owner))
    .where('sequence', '=', sequence)
    .execute()
  if (rows.length > 0) return new AppError(rows.some((row) => row.kind === 'cancel') ? 'ORDER_CANCELLED' : 'ORDER_FILLED')
  return new AppError((await isCancelledAhead(context, chain, order, sequence)) ? 'ORDER_CANCELLED' : 'ORDER_FILLED')
}

async function isCancelledAhead(context: Pick<Context, 'db'>, chain: Chain, order: Order, sequence: bigint): Promise<boolean> {
  const cursor = await context.db.selectFrom('chain_cursor').select('number').where('chain_id', '=', chain.id).executeTakeFirst()
  const logs = await chain.ask((node) =>
    node.getContractEvents({
      address: chain.config.contracts.exchange,
      abi: exchangeAbi,
      eventName: 'Cancel',
      fromBlock: BigInt((cursor?.number ?? -1) + 1),
    }),
  )
  return logs.some(
    (log) =>
      log.args.owner &&
      toAddress(log.args.owner) === order.owner &&
      log.args.salt !== undefined &&
      unpackSalt(log.args.salt).sequence === sequence,
  )
}
