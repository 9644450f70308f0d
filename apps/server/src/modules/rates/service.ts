import { type Address, type Currency, findAmountProblem, parseUnits, ZERO_ADDRESS } from '@plinth/protocol'
import type { Chain } from '../../chain/chain.ts'
import type { FeedConfig } from '../../config/config.ts'
import type { Context } from '../../context.ts'
import { transact } from '../../db/database.ts'
import { endRates, type Money, putRate, siteCurrency } from '../../state/rates/store.ts'
import { markAllSold } from '../../state/statistics/due.ts'
import { chainOf, type Operator, OperatorRefused, recordAudit } from '../operators/service.ts'
import { findPayToken } from '../pay-tokens/service.ts'
import type { FeedFault } from './judge.ts'
import { moneyOfFeed, wrappedCoinOf } from './read-feeds.ts'

export { ratesNow } from '../../state/rates/now.ts'
export { readFeeds } from './read-feeds.ts'
export type { FeedFault, Money }

export type FeedState = {
  readonly chainId: number
  readonly money: Money
  readonly feed: FeedConfig
  /** Why it gives no rate; undefined while it does. `unread` before the first reading, and while none comes. */
  readonly fault: FeedFault | 'unread' | undefined
  /** Seconds since the round that counts; undefined without one. */
  readonly ageS: number | undefined
}

/** How each configured feed stands, for who watches the market. */
export async function feedStates({ db }: Pick<Context, 'db'>, chain: Chain): Promise<FeedState[]> {
  const feeds = chain.config.feeds ?? []
  if (feeds.length === 0) return []
  const now = chain.now()
  const said = await db.selectFrom('feed').select(['money', 'fault']).where('chain_id', '=', chain.id).execute()
  const valid = await db
    .selectFrom('rate')
    .select(({ fn }) => ['money', fn.max('since').as('since')])
    .where('chain_id', '=', chain.id)
    .where('source', '=', 'feed')
    .where('until', '>=', now)
    .groupBy('money')
    .execute()
  return feeds.map((feed) => {
    const money = moneyOfFeed(feed)
    const since = valid.find((row) => row.money === money)?.since
    const fault = said.find((row) => row.money === money)?.fault as FeedFault | null | undefined
    const ageS = since === undefined ? undefined : Math.max(0, now - Number(since))
    return { chainId: chain.id, money, feed, ageS, fault: fault ?? (ageS === undefined ? 'unread' : undefined) }
  })
}

type Set = { readonly chainId: number; readonly token: Address | undefined; readonly rate: string }

const OPERATOR_DECIMALS = 18
/** Of one whole unit: more is a mistyped number. */
const MOST_DIGITS = 12

/** Applies where the configuration names no feed, until it is set again or removed. @throws OperatorRefused */
export async function setRate(context: Context, operator: Operator, { chainId, token = ZERO_ADDRESS, rate: text }: Set): Promise<void> {
  const chain = chainOf(context, chainId)
  await requireSettable(context, chain, token)
  const answer = findAmountProblem(text, OPERATOR_DECIMALS) === undefined ? parseUnits(text, OPERATOR_DECIMALS) : 0n
  if (answer === 0n || answer >= 10n ** BigInt(OPERATOR_DECIMALS + MOST_DIGITS))
    throw new OperatorRefused(`A rate is a number above 0, with at most ${MOST_DIGITS} digits before the point and 18 after it.`, {
      zh: `汇率须为大于 0 的数，小数点前最多 ${MOST_DIGITS} 位，后最多 18 位。`,
      field: 'rate',
    })
  const aliases = await aliasesOf(chain, token)
  await transact(context.db, async (tx) => {
    const [now, currency] = [chain.now(), await siteCurrency(tx)]
    const value = { source: 'operator', currency, answer, decimals: OPERATOR_DECIMALS, round: null, until: null } as const
    for (const money of aliases) {
      await endRates(tx, chainId, money, now - 1)
      await putRate(tx, { chain_id: chainId, money, since: now, ...value })
    }
    await recordAudit(tx, context.clock, operator, {
      what: 'rates set',
      subject: `rate ${chainId}/${token}`,
      details: { rate: text, currency },
    })
  })
}

/** The money has no rate from then on. @throws OperatorRefused where the operator set none */
export async function removeRate(
  context: Context,
  operator: Operator,
  { chainId, token = ZERO_ADDRESS }: Pick<Set, 'chainId' | 'token'>,
): Promise<void> {
  const chain = chainOf(context, chainId)
  const aliases = await aliasesOf(chain, token)
  await transact(context.db, async (tx) => {
    const set = await tx
      .selectFrom('rate')
      .select('money')
      .where('chain_id', '=', chainId)
      .where('money', '=', token)
      .where('source', '=', 'operator')
      .where('until', 'is', null)
      .executeTakeFirst()
    if (!set)
      throw new OperatorRefused(`No rate of ${token} on chain ${chainId} was set by hand.`, {
        zh: `链 ${chainId} 上的 ${token} 没有手动设置的汇率。`,
        field: 'token',
      })
    for (const money of aliases) await endRates(tx, chainId, money, chain.now() - 1)
    await recordAudit(tx, context.clock, operator, { what: 'rates remove', subject: `rate ${chainId}/${token}` })
  })
}

/**
 * Shown from now on. Past sales keep what they were worth in the currency of their time, and volumes count them as sales without a
 * worth in the new one. @throws OperatorRefused for a currency without a pair feed
 */
export async function setCurrency(context: Context, operator: Operator, currency: Currency): Promise<void> {
  const hasPair = context.chains.all.some(({ config }) => (config.feeds ?? []).some((feed) => moneyOfFeed(feed) === currency))
  if (currency !== 'USD' && !hasPair)
    throw new OperatorRefused(`No chain's \`feeds\` in PLINTH_CHAINS name one of ${currency} in dollars: rates can't be turned into it.`, {
      zh: `PLINTH_CHAINS 中没有任何链的 \`feeds\` 提供 ${currency} 对美元的汇率，无法换算。`,
      field: 'currency',
    })
  await transact(context.db, async (tx) => {
    const value = JSON.stringify(currency)
    await tx
      .insertInto('site_setting')
      .values({ name: 'currency', value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute()
    await markAllSold(tx)
    await recordAudit(tx, context.clock, operator, { what: 'rates currency', subject: 'currency', details: { currency } })
  })
}

/** The coin and its wrapped form are one money. */
async function aliasesOf(chain: Chain, token: Address): Promise<Address[]> {
  const wrapped = await wrappedCoinOf(chain)
  return wrapped !== undefined && (token === ZERO_ADDRESS || token === wrapped) ? [ZERO_ADDRESS, wrapped] : [token]
}

async function requireSettable({ db }: Context, chain: Chain, token: Address): Promise<void> {
  if (!(await findPayToken(db, chain.id, token)))
    throw new OperatorRefused(`${token} is no pay token of chain ${chain.id}.`, {
      zh: `${token} 不是链 ${chain.id} 的币种。`,
      field: 'token',
    })
  const aliases = await aliasesOf(chain, token)
  if ((chain.config.feeds ?? []).some((feed) => aliases.some((alias) => moneyOfFeed(feed) === alias)))
    throw new OperatorRefused(`The configuration of chain ${chain.id} names a feed for ${token}: that feed alone gives its rate.`, {
      zh: `链 ${chain.id} 的配置已为 ${token} 指定价格预言机，其汇率只由该预言机给出。`,
      field: 'token',
    })
}
