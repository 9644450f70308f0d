import { exactText } from '../../../entities/price/amounts.ts'
import { useLocale } from '../../../i18n/index.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { Terms } from '../../../kit/Terms.tsx'
import { countText } from '../../../lib/numbers.ts'
import { dayAndTime } from '../../../lib/time.ts'
import type { Offering, OfferState } from './use-offer.ts'

type Props = Pick<Offering, 'collection' | 'raised' | 'replaced'> & { offering: OfferState }

/** Says the effect of an offer, who can change its works, and how to end it. */
export function OfferTerms({ collection, raised, replaced, offering }: Props) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const { figures, money, until, fitting, isForAny } = offering
  const works = raised ? raised.items : isForAny ? undefined : fitting
  const isForAll = works === undefined
  const counted = { count: works ?? 0, formatted: countText(works ?? 0, intl) }
  const end = until === undefined ? '–' : dayAndTime(until, intl)
  const lines = [
    t('offer.terms.money', { amount: exactText(figures.draw, money), symbol: money.symbol }),
    t(isForAll ? 'offer.terms.whoAny' : 'offer.terms.who', { ...counted, until: end, units: figures.left }),
    t(isForAll ? 'offer.terms.supplyAny' : 'offer.terms.supply'),
    t(isForAll ? 'offer.terms.chainAny' : 'offer.terms.chain'),
    t(`offer.metadata.${collection.metadataState}`),
    ...(raised ? [t('offer.terms.raise', { price: exactText(raised.unitPrice, money) })] : []),
    ...(replaced ? [t('offer.terms.replace')] : []),
    t('offer.terms.undo'),
  ]
  return <Terms label={t('offer.terms.title')} lines={lines} />
}
