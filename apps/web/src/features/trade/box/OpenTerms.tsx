import type { BoxRecord } from '@plinth/api'
import { isTicket } from '../../../entities/box.ts'
import { useBondText } from '../../../entities/use-bond-text.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { Terms } from '../../../kit/Terms.tsx'

/** What is paid, what may come, how it is drawn, and how the money comes back. */
export function OpenTerms({ box }: { box: BoxRecord }) {
  const { t } = useTranslation()
  const lines = [
    t(isTicket(box) ? 'box.termsTicket' : 'box.termsPay'),
    t('box.termsGet', { count: box.nftAmount }),
    t('box.termsDraw'),
    t('box.termsRefund', { bond: useBondText(box, 1n) }),
  ]
  return <Terms label={t('box.terms')} lines={lines} />
}
