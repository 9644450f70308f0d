import { useLocale } from '../../i18n/index.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { dayAndTime } from '../../lib/time.ts'

/** Who can take up a sale, how long, and how it is undone. `until` 0 is a sale without an end. */
export function SaleTerms({ until, taker }: { until: number | undefined; taker?: string | undefined }) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  if (until === undefined) return null
  if (taker !== undefined)
    return <p className="hint sale-terms">{t('privateSale.terms', { name: taker, until: dayAndTime(until, intl) })}</p>
  return <p className="hint sale-terms">{until === 0 ? t('trade.openTerms') : t('trade.terms', { until: dayAndTime(until, intl) })}</p>
}
