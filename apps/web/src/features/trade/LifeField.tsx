import { useLocale } from '../../i18n/index.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { SegmentedField } from '../../kit/choices.tsx'
import { TextField } from '../../kit/Field.tsx'
import { chainNow } from '../../lib/clock.ts'
import { dateTimeInputValue, dayAndTime } from '../../lib/time.ts'
import { type SaleForm, validUntilOf } from './sale-form.ts'

type Props = {
  form: Pick<SaleForm, 'life' | 'pick'>
  onChange: (part: Partial<Pick<SaleForm, 'life' | 'pick'>>) => void
  error: string | undefined
}

/** 1, 7 or 30 days, or a day of one's own. */
export function LifeField({ form, onChange, error }: Props) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const until = validUntilOf(form, chainNow())
  return (
    <>
      <SegmentedField
        label={t('trade.openUntil')}
        aside={until === undefined ? undefined : dayAndTime(until, intl)}
        value={form.life}
        options={[
          { value: 'day', label: t('trade.oneDay') },
          { value: 'week', label: t('trade.sevenDays') },
          { value: 'month', label: t('trade.thirtyDays') },
          { value: 'pick', label: t('trade.pick') },
        ]}
        onChange={(life) =>
          onChange(
            life === 'pick' && form.pick === ''
              ? { life, pick: until === undefined ? '' : dateTimeInputValue(until - (until % 60)) }
              : { life },
          )
        }
        error={form.life === 'pick' ? undefined : error}
      />
      {form.life === 'pick' && (
        <TextField
          type="datetime-local"
          label={t('trade.pickLabel')}
          value={form.pick}
          onChange={(event) => onChange({ pick: event.target.value })}
          error={error}
        />
      )}
    </>
  )
}
