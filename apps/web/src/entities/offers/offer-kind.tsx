import type { OfferRecord } from '@plinth/api'
import { useLocale } from '../../i18n/index.ts'
import { namesText } from '../../i18n/lists.ts'
import { useTranslation } from '../../i18n/translate.ts'
import './offer-kind.css'

/** What a bid or an offer is for, as a tag: filled for one work, outlined for any of a set. */
export function OfferKind({
  offer: { kind, attributes = [] },
  collectionName,
}: {
  offer: Pick<OfferRecord, 'kind' | 'attributes'>
  collectionName: string
}) {
  const { t } = useTranslation()
  const { locale } = useLocale()
  if (kind === 'item') return <span className="offer-kind">{t('inbox.thisWork')}</span>
  const text =
    kind === 'attributes'
      ? attributes.map(({ key, values }) => `${key}: ${namesText(values, locale)}`).join(' · ')
      : t('inbox.anyOf', { collection: collectionName })
  return (
    <span className="offer-kind set clip" title={text}>
      {text}
    </span>
  )
}
