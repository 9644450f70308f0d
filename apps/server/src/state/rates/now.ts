import { type Address, type Currency, type Rate, toAddress } from '@plinth/protocol'
import { sql } from 'kysely'
import type { Chain } from '../../chain/chain.ts'
import type { Db } from '../../db/database.ts'
import { readKept } from '../../db/kept.ts'
import { findPair, inCurrency, type RateRow, siteCurrency } from './store.ts'

type Reads = { readonly db: Db; readonly chains: { readonly all: readonly Chain[] } }

export type KnownRate = Rate & {
  readonly chainId: number
  readonly token: Address
  readonly source: RateRow['source']
  /** Of the feed's round, or of the operator's act. */
  readonly updatedAt: number
}

/** What each money is worth now, in the site's currency; moneys without a rate are left out. */
export async function ratesNow({ db, chains }: Reads): Promise<{ currency: Currency; rates: KnownRate[] }> {
  const currency = await siteCurrency(db)
  const perChain = await Promise.all(chains.all.map((chain) => ratesOf(db, chain, currency)))
  return { currency, rates: perChain.flat() }
}

/** Half a second old at most, for records that show pay tokens. */
export async function keptRates(context: Reads): Promise<readonly KnownRate[]> {
  return readKept(context.db, 'rates', async () => (await ratesNow(context)).rates)
}

async function ratesOf(db: Db, chain: Chain, currency: Currency): Promise<KnownRate[]> {
  const now = await timeOf(db, chain)
  const pair = await findPair(db, currency, { holdsAt: now, isNow: true })
  const { rows } = await sql<RateRow>`
    select distinct on (money) * from rate
    where chain_id = ${chain.id} and money like '0x%' and (until is null or until >= ${now})
    order by money, since desc`.execute(db)
  return rows.flatMap((row) => {
    const rate = inCurrency(row, currency, pair)
    // A rate in another currency is as old as the older of its two parts.
    const updatedAt = row.currency === currency || !pair ? row.since : Math.min(row.since, pair.since)
    return rate ? [{ ...rate, chainId: chain.id, token: toAddress(row.money), source: row.source, updatedAt }] : []
  })
}

/** The chain's time, or that of the last reading: this process may know of no block as new as that, and a fault counts at once. */
async function timeOf(db: Db, chain: Chain): Promise<number> {
  const row = await db
    .selectFrom('feed')
    .select(({ fn }) => fn.max('read_at').as('readAt'))
    .where('chain_id', '=', chain.id)
    .executeTakeFirst()
  return Math.max(chain.now(), Number(row?.readAt ?? 0))
}
