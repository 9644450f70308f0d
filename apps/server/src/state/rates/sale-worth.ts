import { type Address, worthOf } from '@plinth/protocol'
import { bytes } from '../../db/database.ts'
import type { BlockContext } from '../block-context.ts'
import type { RawLog } from '../chain/raw-log.ts'
import { findPair, findRate, inCurrency, siteCurrency } from './store.ts'

/**
 * Keeps what a sale was worth at its block's time, in the site's currency of now. Without a rate of that time it has none, as
 * blocks have that are read long after; a sale that is read again keeps the worth that it had.
 */
export async function keepSaleWorth(
  { tx, chainId, block }: BlockContext,
  log: RawLog,
  { token, amount }: { readonly token: Address; readonly amount: bigint },
): Promise<void> {
  const rate = await findRate(tx, token, { holdsAt: block.timestamp, chainId })
  if (!rate) return
  const decimals = await decimalsOf(tx, chainId, token)
  const currency = await siteCurrency(tx)
  const shown = inCurrency(rate, currency, await findPair(tx, currency, { holdsAt: block.timestamp }))
  if (!shown || decimals === undefined) return
  await tx
    .insertInto('sale_worth')
    .values({
      chain_id: chainId,
      block_hash: bytes(log.blockHash),
      log_index: log.index,
      currency,
      worth: worthOf(amount, decimals, shown),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function decimalsOf(tx: BlockContext['tx'], chainId: number, token: Address): Promise<number | undefined> {
  const row = await tx
    .selectFrom('pay_token')
    .select('decimals')
    .where('chain_id', '=', chainId)
    .where('address', '=', bytes(token))
    .executeTakeFirst()
  return row?.decimals
}
