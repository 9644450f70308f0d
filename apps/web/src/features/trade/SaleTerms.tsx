import { useLocale } from '../../i18n/index.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { dayAndTime } from '../../lib/time.ts'

/** Who can take up a sale, how long, and how it is undone. `until` 0 is a sale without an end. */
export function SaleTerms({ until }: { until: number | undefined }) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  if (until === undefined) return null
  return <p className="hint sale-terms">{until === 0 ? t('trade.openTerms') : t('trade.terms', { until: dayAndTime(until, intl) })}</p>
}
