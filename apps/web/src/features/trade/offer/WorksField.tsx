import type { Collection } from '@plinth/api'
import { useLocale } from '../../../i18n/index.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { SegmentedField, Switch } from '../../../kit/choices.tsx'
import { countText } from '../../../lib/numbers.ts'
import type { OfferForm } from './offer-form.ts'
import { TraitFields } from './TraitFields.tsx'
import type { OfferState } from './use-offer.ts'

type Props = {
  collection: Collection
  offering: OfferState
  error: string | undefined
  onChange: (part: Partial<OfferForm>) => void
}

/** Chooses the works: all of today, a trait's works, or any, also later ones. */
export function WorksField({ collection, offering, error, onChange }: Props) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const { form, attributes, traits, all, fitting, isForAny } = offering
  const count = all === undefined ? '…' : countText(all, intl)
  // Before a reveal all works are alike: nothing to choose by (COFF-10).
  const isAlike = all !== undefined && traits.every(({ values }) => values.every((one) => one.count === all || one.count === 0))
  const isByTraits = form.works === 'traits'
  // Without a trait chosen yet nothing fits.
  const covered = fitting === undefined || (isByTraits && attributes.length === 0) ? undefined : countText(fitting, intl)
  return (
    <>
      <SegmentedField
        label={t('offer.works')}
        value={form.works}
        options={[
          { value: 'all', label: t('offer.anyOf', { count }) },
          { value: 'traits', label: t('offer.withTrait') },
        ]}
        onChange={(works) => onChange({ works })}
        error={isByTraits ? undefined : error}
      />
      {isByTraits && isAlike && (
        <p className={error ? 'field-error' : 'hint'} role={error ? 'alert' : undefined}>
          {t('offer.alike')}
        </p>
      )}
      {isByTraits && !isAlike && (
        <TraitFields traits={form.traits} known={traits} error={error} onChange={(next) => onChange({ traits: next })} />
      )}
      {!isByTraits && (
        <Switch
          label={t('offer.anyNew')}
          hint={t('offer.anyNewHint')}
          checked={form.withNew}
          onChange={(withNew) => onChange({ withNew })}
        />
      )}
      {isForAny ? (
        <p className="warn-note">{t('offer.anyWarning')}</p>
      ) : (
        <div className="offer-notes">
          {covered !== undefined && fitting !== 0 && (
            <p className="hint" role="status">
              {t(isByTraits ? 'offer.fits' : 'offer.covers', { count: fitting ?? 0, formatted: covered })}
            </p>
          )}
          {isByTraits && <p className="hint">{t(`offer.metadata.${collection.metadataState}`)}</p>}
        </div>
      )}
    </>
  )
}
