import type { Context } from './context.ts'
import { transact } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { seedCategories } from './modules/categories/service.ts'
import { refreshNetworks } from './modules/networks/service.ts'
import { seedPayTokens } from './modules/pay-tokens/service.ts'
import { refreshSite } from './modules/settings/service.ts'

/** Migrates the database to this version and inserts the rows that every market has. */
export async function prepareDatabase(context: Pick<Context, 'db' | 'config' | 'log' | 'chains' | 'site'>): Promise<void> {
  await migrate(context.db, context.log)
  await refreshNetworks(context)
  await refreshSite(context)
  await seedSite(context)
}

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
