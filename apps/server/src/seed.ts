import { CATEGORIES, ZERO_ADDRESS } from '@plinth/protocol'
import { sql } from 'kysely'
import type { ChainConfig } from './config.ts'
import type { Context } from './context.ts'
import { bytes, type Tx, transact } from './db/database.ts'

/**
 * Inserts the initial rows of every market: the categories (document A §3), each chain's coin and its pay tokens. Runs at every
 * start.
 */
export async function seedSite({ db, chains }: Pick<Context, 'db' | 'chains'>): Promise<void> {
  await transact(db, async (tx) => {
    await seedCategories(tx)
    for (const { config } of chains.all) await seedPayTokens(tx, config)
  })
}

/** Once only: afterwards the tree is the operator's. */
async function seedCategories(tx: Tx): Promise<void> {
  const first = await tx
    .insertInto('seed')
    .values({ name: 'categories' })
    .onConflict((conflict) => conflict.doNothing())
    .returning('name')
    .executeTakeFirst()
  if (!first) return
  await tx
    .insertInto('category')
    .values(CATEGORIES.map((name, position) => ({ name, position, parent_id: null })))
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
}

/** Lists the configured and the operator's pay tokens; unlisted ones stay known, for the orders that name them. */
export async function seedPayTokens(tx: Tx, { network, payTokens }: ChainConfig): Promise<void> {
  const { chainId, symbol, logo } = network
  const coin = { address: ZERO_ADDRESS, name: symbol, symbol, decimals: 18, isDefault: !payTokens.some((token) => token.isDefault) }
  const rows = [coin, ...payTokens].map((token, position) => ({
    chain_id: chainId,
    address: bytes(token.address),
    name: token.name,
    symbol: token.symbol,
    decimals: token.decimals,
    avatar: position === 0 ? logo : '',
    is_default: token.isDefault,
    is_listed: true,
    position,
  }))
  await tx.updateTable('pay_token').set({ is_listed: false }).where('chain_id', '=', chainId).where('is_operators', '=', false).execute()
  await tx
    .insertInto('pay_token')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['chain_id', 'address']).doUpdateSet({
        name: sql<string>`excluded.name`,
        symbol: sql<string>`excluded.symbol`,
        decimals: sql<number>`excluded.decimals`,
        avatar: sql<string>`excluded.avatar`,
        is_default: sql<boolean>`excluded.is_default`,
        is_listed: true,
        position: sql<number>`excluded.position`,
      }),
    )
    .execute()
  const chosen = tx.selectFrom('pay_token').where('chain_id', '=', chainId).where('is_operators', '=', true).where('is_default', '=', true)
  if (await chosen.select('id').executeTakeFirst())
    await tx.updateTable('pay_token').set({ is_default: false }).where('chain_id', '=', chainId).where('is_operators', '=', false).execute()
}
