import type { SiteContent } from '../../config.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/database.ts'

/** What of the site the operator may say while it runs; the rest is in the security policy or in what people sign. */
export const SITE_LINKS = ['twitter', 'telegram', 'youtube', 'analytics', 'tutorial', 'chat'] as const
export const SITE_WORDS = ['email', 'contact'] as const
export type SiteSetting = (typeof SITE_LINKS)[number] | (typeof SITE_WORDS)[number]

export type Settings = Partial<Record<SiteSetting, string>> & { readonly sellerFeeBps?: string }

export async function readSettings(db: Db): Promise<Settings> {
  const rows = await db.selectFrom('site_setting').selectAll().execute()
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

/** As configured, with what the operator has said since. */
export async function siteNow({ db, config }: Pick<Context, 'db' | 'config'>): Promise<SiteContent> {
  const { sellerFeeBps: _, ...said } = await readSettings(db)
  return { ...config.site, ...said }
}

/** The platform's share of a sale, in bps, for orders that are prepared now. */
export async function sellerFeeNow({ db, config }: Pick<Context, 'db' | 'config'>): Promise<{ readonly sellerFeeBps: bigint }> {
  const row = await db.selectFrom('site_setting').select('value').where('name', '=', 'sellerFeeBps').executeTakeFirst()
  return { sellerFeeBps: row ? BigInt(row.value) : config.sellerFeeBps }
}
