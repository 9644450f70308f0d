import { useTranslation } from '../../../i18n/translate.ts'
import { Button } from '../../../kit/Button.tsx'
import { SegmentedField } from '../../../kit/choices.tsx'
import { TextArea, TextField } from '../../../kit/Field.tsx'
import { PictureField } from '../PictureField.tsx'
import { errorAt } from './Money.tsx'
import { blankPrize, boxesOf, type PrizeForm, type SeriesErrors, type SeriesForm } from './series-form.ts'

type PrizesProps = { form: SeriesForm; errors: SeriesErrors; onChange: (prizes: readonly PrizeForm[]) => void }

/** As the contract takes. */
const MOST_KINDS = 100

/** Each kind of prizes, and how many boxes they fill together. */
export function Prizes({ form, errors, onChange }: PrizesProps) {
  const { t } = useTranslation()
  const { prizes } = form
  const filled = boxesOf(form)
  const put = (at: number, part: Partial<PrizeForm>) =>
    onChange(prizes.map((prize, place) => (place === at ? { ...prize, ...part } : prize)))
  return (
    <>
      {prizes.map((prize, at) => (
        <fieldset key={prize.id} className="operator-prize">
          <legend className="strong">{t('operator.series.prize', { at: at + 1 })}</legend>
          <Prize prize={prize} at={at} errors={errors} onChange={(part) => put(at, part)} />
          {prizes.length > 1 && (
            <Button size="small" onClick={() => onChange(prizes.filter((_, place) => place !== at))}>
              {t('operator.series.removePrize', { at: at + 1 })}
            </Button>
          )}
        </fieldset>
      ))}
      <div className="row between">
        <Button
          disabled={prizes.length >= MOST_KINDS}
          onClick={() => onChange([...prizes, blankPrize(Math.max(...prizes.map(({ id }) => id)) + 1)])}
        >
          {t('operator.series.addPrize')}
        </Button>
        <p className="s14 muted" role="status">
          {filled && t('operator.series.fills', { count: filled.boxes, prizes: filled.prizes })}
        </p>
      </div>
    </>
  )
}

type PrizeProps = { prize: PrizeForm; at: number; errors: SeriesErrors; onChange: (part: Partial<PrizeForm>) => void }

function Prize({ prize, at, errors, onChange }: PrizeProps) {
  const { t } = useTranslation()
  const wrong = (field: string) => errorAt(errors, `prizes.${at}.${field}`)
  return (
    <>
      <SegmentedField
        label={t('operator.series.from')}
        value={prize.from}
        options={[
          { value: 'minted', label: t('operator.series.minted') },
          { value: 'held', label: t('operator.series.held') },
        ]}
        onChange={(from) => onChange({ from })}
      />
      {prize.from === 'minted' ? (
        <>
          <TextField
            label={t('operator.series.prizeName')}
            maxLength={80}
            value={prize.name}
            onChange={(event) => onChange({ name: event.target.value })}
            {...wrong('name')}
          />
          <TextArea
            label={t('operator.series.prizeText')}
            aside={t('operator.optional')}
            rows={2}
            maxLength={2_000}
            value={prize.description}
            onChange={(event) => onChange({ description: event.target.value })}
            {...wrong('description')}
          />
          <PictureField
            label={t('operator.series.prizeImage')}
            value={prize.image}
            onChange={(image) => onChange({ image })}
            {...wrong('image')}
          />
        </>
      ) : (
        <>
          <TextField
            label={t('operator.option.collection')}
            spellCheck={false}
            value={prize.collection}
            onChange={(event) => onChange({ collection: event.target.value })}
            {...wrong('collection')}
          />
          <TextField
            label={t('operator.option.tokenId')}
            inputMode="numeric"
            value={prize.tokenId}
            onChange={(event) => onChange({ tokenId: event.target.value })}
            {...wrong('tokenId')}
          />
        </>
      )}
      <TextField
        label={t('operator.series.copies')}
        inputMode="numeric"
        value={prize.amount}
        onChange={(event) => onChange({ amount: event.target.value })}
        {...wrong('amount')}
      />
    </>
  )
}
