import { useTranslation } from '../../../i18n/translate.ts'
import { Switch } from '../../../kit/choices.tsx'
import { Select, TextArea, TextField } from '../../../kit/Field.tsx'
import { useNetworkOptions } from '../market-networks.ts'
import { PictureField } from '../PictureField.tsx'
import { errorAt, Money } from './Money.tsx'
import type { SeriesPartProps } from './series-form.ts'

const LONGEST_NAME = 80
const LONGEST_TEXT = 2_000
const FILMS = 'video/mp4,video/webm,image/*'

/** What visitors see of it. */
export function SeriesFields({ form, errors, onChange }: SeriesPartProps) {
  const { t } = useTranslation()
  const networks = useNetworkOptions()
  const optional = t('operator.optional')
  return (
    <>
      <Select
        label={t('operator.option.chain')}
        name="chain"
        value={form.chain}
        options={networks}
        // Money is of one chain.
        onChange={(chain) => onChange({ chain, money: 'coin' })}
        {...errorAt(errors, 'chain')}
      />
      <TextField
        label={t('operator.series.name')}
        name="name"
        maxLength={LONGEST_NAME}
        value={form.name}
        onChange={(event) => onChange({ name: event.target.value })}
        {...errorAt(errors, 'name')}
      />
      <TextArea
        label={t('operator.series.description')}
        aside={optional}
        name="description"
        maxLength={LONGEST_TEXT}
        value={form.description}
        onChange={(event) => onChange({ description: event.target.value })}
        {...errorAt(errors, 'description')}
      />
      <PictureField
        label={t('operator.series.cover')}
        value={form.image}
        onChange={(image) => onChange({ image })}
        {...errorAt(errors, 'image')}
      />
      {(['anim1', 'anim2'] as const).map((film) => (
        <PictureField
          key={film}
          label={t(`operator.series.${film}`)}
          aside={optional}
          name={film}
          accept={FILMS}
          value={form[film]}
          onChange={(url) => onChange({ [film]: url })}
          {...errorAt(errors, film)}
        />
      ))}
    </>
  )
}

/** What a box costs, what is in it, and when. */
export function SeriesTerms({ form, errors, onChange }: SeriesPartProps) {
  const { t } = useTranslation()
  return (
    <>
      <Money form={form} errors={errors} onChange={onChange} />
      <div className="operator-pair">
        {(['starts', 'ends'] as const).map((side) => (
          <TextField
            key={side}
            type="datetime-local"
            label={t(`operator.series.${side}`)}
            name={side}
            value={form[side]}
            onChange={(event) => onChange({ [side]: event.target.value })}
            {...errorAt(errors, side)}
          />
        ))}
      </div>
      <TextField
        label={t('operator.series.opening')}
        name="opening"
        inputMode="numeric"
        value={form.opening}
        onChange={(event) => onChange({ opening: event.target.value })}
        {...errorAt(errors, 'prizesPerBox')}
      />
      <Switch label={t('operator.series.repeats')} checked={form.repeats} onChange={(repeats) => onChange({ repeats })} />
      <Switch
        label={t('operator.series.sealed')}
        hint={t('operator.series.sealedHint')}
        checked={form.sealed}
        onChange={(sealed) => onChange({ sealed })}
      />
    </>
  )
}
