import { CATEGORIES, ZERO_ADDRESS } from '@plinth/protocol'
import type { Context } from '../../context.ts'
import { bytes, transact } from '../../db/database.ts'

/** What every market has from its first start: the categories (document A §3) and each chain's coin. Run at every start. */
export async function seedSite({ db, config }: Pick<Context, 'db' | 'config'>): Promise<void> {
  await transact(db, async (tx) => {
    await tx
      .insertInto('category')
      .values(CATEGORIES.map((name, position) => ({ name, position, parent_id: null })))
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
    const coins = config.chains.map(({ network }) => ({
      chain_id: network.chainId,
      address: bytes(ZERO_ADDRESS),
      name: network.symbol,
      symbol: network.symbol,
      decimals: 18,
      avatar: network.logo,
      is_default: true,
      position: 0,
    }))
    await tx
      .insertInto('pay_token')
      .values(coins)
      .onConflict((conflict) => conflict.columns(['chain_id', 'address']).doNothing())
      .execute()
  })
}
