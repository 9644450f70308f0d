import type { Address } from '@plinth/protocol'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { recordedWorthText } from '../../entities/price/worth-text.ts'
import { shortAmount } from '../../entities/statistics/figures.ts'
import { useLocale } from '../../i18n/index.ts'
import { phrasesText } from '../../i18n/lists.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { DefinitionList } from '../../kit/DefinitionList.tsx'
import { Skeleton } from '../../kit/marks.tsx'
import { queryOf } from '../../lib/api.ts'
import { portfolioApi } from '../../lib/portfolio-api.ts'

/** The floor value of another account’s works (PORT-09). Of several moneys the worth comes first. */
export function FloorValue({ address }: { address: Address }) {
  const { t, locale } = useTranslation()
  const { intl } = useLocale()
  const { data, isPending } = useQuery(queryOf(portfolioApi.value, { address }))
  if (isPending) return <Row label={t('account.floorValue')} figure={<Skeleton width={72} height={14} />} />
  if (!data || data.moneys.length === 0) return null
  const { moneys, worth, currency } = data
  const amounts = phrasesText(
    moneys.map(({ value, payToken }) => `${shortAmount(value, payToken.decimals, intl)} ${payToken.symbol}`),
    locale,
  )
  const worthText = worth === undefined ? undefined : recordedWorthText(worth, { currency, intl })
  const [figure, note] = worthText && moneys.length > 1 ? [worthText, amounts] : [amounts, worthText]
  return <Row label={t('account.floorValue')} figure={figure} note={note} />
}

function Row({ label, figure, note = '' }: { label: string; figure: ReactNode; note?: string | undefined }) {
  const value = (
    <span className="account-value num">
      <span>{figure}</span>
      <span className="s13 muted">{note}</span>
    </span>
  )
  return <DefinitionList variant="ends" facts={[{ key: 'value', label, value }]} />
}
