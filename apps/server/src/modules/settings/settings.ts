import type { Banner } from '@plinth/api'
import type { SiteContent } from '../../config.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/database.ts'

/** Settings that the operator may change at run time; the rest is in the security policy or in the sign-in message. */
export const SITE_LINKS = ['twitter', 'telegram', 'youtube', 'analytics', 'tutorial', 'chat'] as const
export const SITE_WORDS = ['name', 'email', 'contact'] as const
/** Texts of the report dialog, by part and language. */
export const REPORT_WORDS = ['reportTitleEn', 'reportTitleZh', 'reportTextEn', 'reportTextZh'] as const
export type SiteSetting = (typeof SITE_LINKS)[number] | (typeof SITE_WORDS)[number] | (typeof REPORT_WORDS)[number]

export type Settings = Partial<Record<SiteSetting, string>> & { readonly sellerFeeBps?: string }

export async function readSettings(db: Db): Promise<Settings> {
  const rows = await db.selectFrom('site_setting').selectAll().execute()
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

/** The configured values with the operator's changes. */
export async function siteNow({ db, config }: Pick<Context, 'db' | 'config'>): Promise<SiteContent> {
  const [{ sellerFeeBps: _, reportTitleEn, reportTitleZh, reportTextEn, reportTextZh, ...said }, own] = await Promise.all([
    readSettings(db),
    ownBanners(db),
  ])
  const { title, text } = config.site.report
  const report = {
    title: { en: reportTitleEn ?? title.en, zh: reportTitleZh ?? title.zh },
    text: { en: reportTextEn ?? text.en, zh: reportTextZh ?? text.zh },
  }
  return { ...config.site, ...said, report, banners: [...config.site.banners, ...own.map(({ id: __, ...banner }) => banner)] }
}

/** The settings' names of the operator's texts. */
export function settingsOf({ report: { title, text }, ...site }: SiteContent): Readonly<Record<SiteSetting, string>> {
  return { ...site, reportTitleEn: title.en, reportTitleZh: title.zh, reportTextEn: text.en, reportTextZh: text.zh }
}

/** Applies the site's present name in this process. */
export async function refreshSite({ db, site }: Pick<Context, 'db' | 'site'>): Promise<void> {
  site.rename((await readSettings(db)).name)
}

/** Banners that the operator added at run time. */
export async function ownBanners(db: Db): Promise<(Banner & { readonly id: number })[]> {
  const rows = await db.selectFrom('banner').selectAll().orderBy('id').execute()
  return rows.map(({ id, chain_id: chainId, address, token_id: tokenId, image, ...words }) => ({
    id,
    chainId,
    address,
    tokenId,
    image,
    title: { en: words.title_en, zh: words.title_zh },
    text: { en: words.text_en, zh: words.text_zh },
  }))
}

/** The platform's share of a sale, in bps, for orders that are prepared now. */
export async function sellerFeeNow({ db, config }: Pick<Context, 'db' | 'config'>): Promise<{ readonly sellerFeeBps: bigint }> {
  const row = await db.selectFrom('site_setting').select('value').where('name', '=', 'sellerFeeBps').executeTakeFirst()
  return { sellerFeeBps: row ? BigInt(row.value) : config.sellerFeeBps }
}
