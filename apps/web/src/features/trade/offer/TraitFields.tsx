import { X } from 'lucide-react'
import { useLocale } from '../../../i18n/index.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { Select } from '../../../kit/Field.tsx'
import { IconButton } from '../../../kit/IconButton.tsx'
import { countText } from '../../../lib/numbers.ts'
import { putTrait, type Trait, withoutTrait, withTrait } from './offer-form.ts'
import type { OfferState } from './use-offer.ts'

type Props = {
  traits: readonly Trait[]
  known: OfferState['traits']
  error: string | undefined
  onChange: (traits: readonly Trait[]) => void
}

/** One trait and one of its values a row. */
export function TraitFields({ traits, known, error, onChange }: Props) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const valuesOf = (key: string) => known.find((one) => one.key === key)?.values ?? []
  const isWhole = traits.every(({ key, value }) => key !== '' && value !== '')
  return (
    <div className="offer-traits">
      {traits.map(({ key, value }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
        <div key={at} className="offer-trait">
          <Select
            label={t('offer.trait')}
            value={key}
            placeholder={t('offer.chooseTrait')}
            options={withOwn(
              known.map((one) => ({ value: one.key, label: one.key })),
              key,
            )}
            onChange={(next) => onChange(putTrait(traits, at, { key: next }))}
          />
          <Select
            label={t('offer.value')}
            value={value}
            placeholder={t('offer.chooseValue')}
            disabled={key === ''}
            options={withOwn(
              valuesOf(key)
                .filter(({ count }) => count > 0)
                .map((one) => ({ value: one.value, label: `${one.value} (${countText(one.count, intl)})` })),
              value,
            )}
            onChange={(next) => onChange(putTrait(traits, at, { value: next }))}
          />
          {traits.length > 1 && (
            <IconButton icon={X} label={t('offer.removeTrait', { at: at + 1 })} onClick={() => onChange(withoutTrait(traits, at))} />
          )}
        </div>
      ))}
      {error && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
      {isWhole && traits.length < MOST_TRAITS && (
        <button type="button" className="link s14" onClick={() => onChange(withTrait(traits))}>
          {t('offer.addTrait')}
        </button>
      )}
    </div>
  )
}

/** What an offer names at most here. */
const MOST_TRAITS = 10

/** A value that no work has any more stays as it was chosen. */
function withOwn(options: { value: string; label: string }[], own: string) {
  return own === '' || options.some(({ value }) => value === own) ? options : [...options, { value: own, label: own }]
}
