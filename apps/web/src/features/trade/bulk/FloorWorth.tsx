import type { SellingFacts } from '@plinth/api'
import { ZERO_ADDRESS } from '@plinth/protocol'
import { useQueries } from '@tanstack/react-query'
import { receivesText } from '../../../entities/price/amounts.ts'
import { useLocale } from '../../../i18n/index.ts'
import { namesText } from '../../../i18n/lists.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { payTokensQuery, useConfig } from '../../../lib/site.ts'

const COIN_DECIMALS = 18

/** "worth 2.42 ETH and 1.40 BNB at floor": by the floors of their collections, the coin's where there is one. */
export function FloorWorth({ facts }: { facts: readonly SellingFacts[] }) {
  const { t } = useTranslation()
  const { locale } = useLocale()
  const { networks } = useConfig()
  const chainIds = [...new Set(facts.map(({ item }) => item.chainId))]
  const tokens = useQueries({ queries: chainIds.map((chainId) => payTokensQuery(chainId)) }).flatMap(({ data }) => data ?? [])
  const sums = new Map<string, { chainId: number; money: string; units: bigint }>()
  for (const { item, held, floors } of facts) {
    const floor = floors.find(({ money }) => money === ZERO_ADDRESS) ?? floors[0]
    if (!floor) continue
    const key = `${item.chainId} ${floor.money}`
    sums.set(key, { chainId: item.chainId, money: floor.money, units: (sums.get(key)?.units ?? 0n) + floor.unitPrice * held })
  }
  const amounts = [...sums.values()].flatMap(({ chainId, money, units }) => {
    const symbol = networks.find((one) => one.chainId === chainId)?.symbol ?? ''
    const token =
      money === ZERO_ADDRESS ? { symbol, decimals: COIN_DECIMALS } : tokens.find((one) => one.chainId === chainId && one.address === money)
    return token && units > 0n ? [receivesText(units, token)] : []
  })
  return amounts.length === 0 ? null : <span className="muted">{t('bulk.worth', { amounts: namesText(amounts, locale) })}</span>
}
