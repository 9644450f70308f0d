import { MAX_FEE_BPS } from '@plinth/protocol'
import { exchangeAbi } from '@plinth/protocol/abi'
import { encodeFunctionData, type Hex } from 'viem'
import { type ChainFees, sellerFeeOf } from '../../chain/fees.ts'
import type { SiteContent } from '../../config/config.ts'
import type { Context } from '../../context.ts'
import { type Db, type Tx, transact } from '../../db/database.ts'
import { readKept } from '../../db/kept.ts'
import { chainOf, type Operator, OperatorRefused, recordAudit } from '../operators/service.ts'

/** Settings that the operator may change at run time; the rest is in the security policy or in the sign-in message. */
export const SITE_LINKS = ['twitter', 'telegram', 'youtube', 'analytics', 'tutorial', 'chat'] as const
export const SITE_WORDS = ['name', 'email', 'contact'] as const
/** Texts of the report dialog, by part and language. */
export const REPORT_WORDS = ['reportTitleEn', 'reportTitleZh', 'reportTextEn', 'reportTextZh'] as const
export type SiteSetting = (typeof SITE_LINKS)[number] | (typeof SITE_WORDS)[number] | (typeof REPORT_WORDS)[number]

export type Settings = Partial<Record<SiteSetting, string>> & { readonly sellerFeeBps?: string }

export function readSettings(db: Db): Promise<Settings> {
  return readKept(db, 'site settings', async () => {
    const rows = await db.selectFrom('site_setting').selectAll().execute()
    return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
  })
}

/** The configured values with the operator's changes; banners of its own are in the module of that name. */
export async function siteNow({ db, config }: Pick<Context, 'db' | 'config'>): Promise<SiteContent> {
  const { sellerFeeBps: _, reportTitleEn, reportTitleZh, reportTextEn, reportTextZh, ...said } = await readSettings(db)
  const { title, text } = config.site.report
  const report = {
    title: { en: reportTitleEn ?? title.en, zh: reportTitleZh ?? title.zh },
    text: { en: reportTextEn ?? text.en, zh: reportTextZh ?? text.zh },
  }
  return { ...config.site, ...said, report }
}

/** The settings' names of the operator's texts. */
export function settingsOf({ report: { title, text }, ...site }: SiteContent): Readonly<Record<SiteSetting, string>> {
  return { ...site, reportTitleEn: title.en, reportTitleZh: title.zh, reportTextEn: text.en, reportTextZh: text.zh }
}

/** Applies the site's present name in this process. */
export async function refreshSite({ db, site }: Pick<Context, 'db' | 'site'>): Promise<void> {
  site.rename((await readSettings(db)).name)
}

/** The platform's share of a sale, in bps, for orders that are prepared now. */
export async function sellerFeeNow({ db, config }: Pick<Context, 'db' | 'config'>): Promise<{ readonly sellerFeeBps: bigint }> {
  const row = await db.selectFrom('site_setting').select('value').where('name', '=', 'sellerFeeBps').executeTakeFirst()
  return { sellerFeeBps: row ? BigInt(row.value) : config.sellerFeeBps }
}

/** Bps of a sale or auction prepared now at an exchange with these fees. */
export async function sellerFeeAt(context: Pick<Context, 'db' | 'config'>, fees: Pick<ChainFees, 'minSellerFeeBps'>): Promise<bigint> {
  return sellerFeeOf(await sellerFeeNow(context), fees)
}

const LONGEST = 2_000
const LONGEST_NAME = 50

/** An empty text removes the link; @throws OperatorRefused for an invalid link */
export async function setSite(context: Context, operator: Operator, name: SiteSetting, value: string): Promise<void> {
  const isLink = SITE_LINKS.some((link) => link === name)
  if (isLink && value !== '' && !/^\/(?!\/)/.test(value) && !/^https?:$/.test(URL.parse(value)?.protocol ?? ''))
    throw new OperatorRefused(`${name} must be a URL that begins with https://, or a path of this site.`, {
      zh: `${name} 须为以 https:// 开头的网址，或本站路径。`,
      field: 'value',
    })
  const longest = name === 'name' ? LONGEST_NAME : LONGEST
  if (name === 'name' && value.trim() === '')
    throw new OperatorRefused('The site needs a name.', { zh: '网站名称不能为空。', field: 'value' })
  if (value.length > longest)
    throw new OperatorRefused(`${name} must have ${longest} characters at most.`, {
      zh: `${name} 最多 ${longest} 个字符。`,
      field: 'value',
    })
  await transact(context.db, async (tx) => {
    await put(tx, name, value)
    await recordAudit(tx, context.clock, operator, { what: 'site set', subject: `site ${name}`, details: { value } })
  })
  await refreshSite(context)
}

/** Restores the configured values. */
export async function resetSite(context: Context, operator: Operator, name: SiteSetting): Promise<void> {
  await transact(context.db, async (tx) => {
    await tx.deleteFrom('site_setting').where('name', '=', name).execute()
    await recordAudit(tx, context.clock, operator, { what: 'site reset', subject: `site ${name}` })
  })
  await refreshSite(context)
}

/**
 * Applies to orders prepared from now on; signed ones keep their fee. @throws OperatorRefused outside of what every exchange
 * accepts
 */
export async function setSellerFee(context: Context, operator: Operator, bps: number): Promise<void> {
  refuseAboveMost('seller fee', bps)
  for (const chain of context.chains.all) {
    const { minSellerFeeBps } = await chain.fees().catch(() => {
      throw new OperatorRefused(`No node of chain ${chain.id} answers now: what its exchange takes can't be checked.`, {
        zh: `链 ${chain.id} 的节点暂无响应，无法核对交易合约允许的费率。`,
      })
    })
    if (BigInt(bps) < minSellerFeeBps)
      throw new OperatorRefused(
        `The exchange of chain ${chain.id} takes no seller fee below ${minSellerFeeBps} bps: lower its minimum first.`,
        { zh: `链 ${chain.id} 的交易合约要求卖家费率不低于 ${minSellerFeeBps} bps，请先在合约中调低下限。`, field: 'bps' },
      )
  }
  await transact(context.db, async (tx) => {
    await put(tx, 'sellerFeeBps', String(bps))
    await recordAudit(tx, context.clock, operator, { what: 'fees set-seller', subject: 'seller fee', details: { bps } })
  })
}

/**
 * The call by which the owner of an exchange, of auctions or not, changes its buyer fee: the owner's wallet sends it, its key is
 * not here.
 * @throws OperatorRefused above what the contract accepts
 */
export async function buyerFeeCall(
  context: Context,
  { chainId, bps, contract = 'exchange' }: { chainId: number; bps: number; contract?: 'exchange' | 'auctionExchange' },
): Promise<{ to: string; owner: string; input: Hex }> {
  refuseAboveMost('buyer fee', bps)
  const chain = chainOf(context, chainId)
  const { [contract]: to } = chain.config.contracts
  // Both have the same fees by the same functions.
  const owner = await chain.read((node) => node.readContract({ address: to, abi: exchangeAbi, functionName: 'owner' }))
  return { to, owner, input: encodeFunctionData({ abi: exchangeAbi, functionName: 'setBuyerFee', args: [BigInt(bps)] }) }
}

function refuseAboveMost(name: string, bps: number): void {
  if (BigInt(bps) > MAX_FEE_BPS)
    throw new OperatorRefused(`A ${name} of ${bps} bps is above ${MAX_FEE_BPS}, the most that the contracts take.`, {
      zh: `费率 ${bps} bps 超出合约上限 ${MAX_FEE_BPS} bps。`,
      field: 'bps',
    })
}

async function put(tx: Tx, name: string, value: string): Promise<void> {
  const row = { name, value: JSON.stringify(value) }
  await tx
    .insertInto('site_setting')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: row.value }))
    .execute()
}
