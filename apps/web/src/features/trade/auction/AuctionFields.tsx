import { formatUnits } from '@plinth/protocol'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { leastText } from '../../../entities/price/least-price.ts'
import { useLocale } from '../../../i18n/index.ts'
import { type Translate, useTranslation } from '../../../i18n/translate.ts'
import { SegmentedField } from '../../../kit/choices.tsx'
import { DecimalField } from '../../../kit/DecimalField.tsx'
import { TextField } from '../../../kit/Field.tsx'
import { Icon } from '../../../kit/icons.tsx'
import { PriceField } from '../../../kit/PriceField.tsx'
import { chainNow } from '../../../lib/clock.ts'
import { priceText } from '../../../lib/numbers.ts'
import { dateTimeInputValue, dayAndTime } from '../../../lib/time.ts'
import { QuantityField } from '../QuantityField.tsx'
import type { AuctionErrors, AuctionForm } from './auction-form.ts'
import { type AuctionDraft, LATE } from './use-auction-form.ts'
import '../../../kit/terms.css'

type Props = {
  draft: AuctionDraft
  owned: bigint
  shown: AuctionErrors
  disabled: boolean
  /** Of one that is edited the token stays. */
  isEdit: boolean
  onChange: (part: Partial<AuctionForm>) => void
  onToken: (address: string) => void
}

/** Quantity, start price, start and end; the rest behind "More". */
export function AuctionFields({ draft, owned, shown, disabled, isEdit, onChange, onToken }: Props) {
  const { t } = useTranslation()
  const { form, token, tokens, isEdition } = draft
  const symbol = token?.symbol ?? ''
  const bounds = { least: leastText(token), start: `${priceText(form.startPrice || '0')} ${symbol}` }
  return (
    <fieldset className="dialog-form" disabled={disabled}>
      {isEdition && (
        <QuantityField
          aside={t('trade.holding', { count: owned.toString() })}
          value={form.quantity}
          onChange={(quantity) => onChange({ quantity })}
          max={owned}
          error={shown.quantity}
        />
      )}
      <PriceField
        label={t(isEdition ? 'auction.startPriceEach' : 'auction.startPrice')}
        aside={lotText(draft, t)}
        value={form.startPrice}
        onChange={(startPrice) => onChange({ startPrice })}
        token={{ key: token?.address ?? '', symbol }}
        tokens={isEdit ? [] : tokens.map(({ address, symbol: name }) => ({ key: address, symbol: name }))}
        onToken={onToken}
        tokenLabel={t('trade.payToken')}
        error={shown.startPrice && t(shown.startPrice, bounds)}
      />
      <Times draft={draft} shown={shown} onChange={onChange} />
      <More draft={draft} shown={shown} isEdit={isEdit} onChange={onChange} />
    </fieldset>
  )
}

/** The lowest price, the step and the share: an auction needs none of them typed. Open where one has an error, or was signed. */
function More({ draft: { form, token, isEdition }, shown, isEdit, onChange }: Pick<Props, 'draft' | 'shown' | 'isEdit' | 'onChange'>) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(isEdit)
  const symbol = token?.symbol ?? ''
  const bounds = { least: leastText(token), start: `${priceText(form.startPrice || '0')} ${symbol}` }
  const hasError = (shown.lowest ?? shown.step ?? shown.dividend ?? shown.buyNow) !== undefined
  return (
    <details className="terms auction-more" open={isOpen || hasError} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="s14 medium">
        {t('auction.more')}
        <Icon of={ChevronDown} size="small" />
      </summary>
      <div className="auction-pair">
        <DecimalField
          label={t(isEdition ? 'auction.lowestEach' : 'auction.lowest')}
          value={form.lowest}
          onChange={(lowest) => onChange({ lowest })}
          end={<span className="muted">{symbol}</span>}
          error={shown.lowest && t(shown.lowest, bounds)}
        />
        <DecimalField
          label={t(isEdition ? 'auction.stepEach' : 'auction.step')}
          value={form.step}
          onChange={(step) => onChange({ step })}
          end={<span className="muted">{symbol}</span>}
          error={shown.step && t(shown.step, bounds)}
        />
      </div>
      <DecimalField
        label={t('auction.dividend')}
        value={form.dividend}
        onChange={(dividend) => onChange({ dividend })}
        end={<span className="muted">%</span>}
        hint={t('auction.dividendHint')}
        error={shown.dividend && t(shown.dividend)}
      />
      <DecimalField
        label={t(isEdition ? 'auction.buyNowPriceEach' : 'auction.buyNowPrice')}
        placeholder={t('auction.buyNowNone')}
        value={form.buyNow}
        onChange={(buyNow) => onChange({ buyNow })}
        end={<span className="muted">{symbol}</span>}
        hint={t('auction.buyNowHint')}
        error={shown.buyNow && t(shown.buyNow)}
      />
      <SegmentedField
        label={t('auction.late')}
        value={form.late}
        options={LATE.map((value) => ({
          value,
          label: value === '0' ? t('auction.lateOff') : t('auction.lateBy', { count: Number(value) }),
        }))}
        onChange={(late) => onChange({ late })}
        hint={t('auction.lateHint')}
      />
    </details>
  )
}

/** What the start price of one comes to for all of them. */
function lotText({ figures, money }: AuctionDraft, t: Translate): string | undefined {
  const total = figures.startPrice
  if (figures.quantity <= 1n || total === 0n) return undefined
  return t('auction.forAll', { amount: `${priceText(formatUnits(total, money.decimals))} ${money.symbol}`, count: figures.quantity })
}

type TimesProps = Pick<Props, 'draft' | 'shown' | 'onChange'>

function Times({ draft: { form, startTime, endTime }, shown, onChange }: TimesProps) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  return (
    <>
      <SegmentedField
        label={t('auction.starts')}
        aside={form.start === 'pick' && startTime !== undefined ? dayAndTime(startTime, intl) : undefined}
        value={form.start}
        options={[
          { value: 'now', label: t('auction.atOnce') },
          { value: 'pick', label: t('trade.pick') },
        ]}
        onChange={(start) => onChange({ start, ...(start === 'pick' && form.startPick === '' ? { startPick: soon() } : {}) })}
      />
      {form.start === 'pick' && (
        <TextField
          type="datetime-local"
          label={t('auction.startPick')}
          value={form.startPick}
          onChange={(event) => onChange({ startPick: event.target.value })}
          error={shown.start && t(shown.start)}
        />
      )}
      <SegmentedField
        label={t('auction.runs')}
        aside={endTime === undefined ? undefined : t('auction.ends', { time: dayAndTime(endTime, intl) })}
        value={form.length}
        options={[
          { value: 'day', label: t('trade.oneDay') },
          { value: 'threeDays', label: t('auction.threeDays') },
          { value: 'week', label: t('trade.sevenDays') },
          { value: 'pick', label: t('trade.pick') },
        ]}
        onChange={(length) => onChange({ length, ...(length === 'pick' && form.endPick === '' ? { endPick: wholeMinute(endTime) } : {}) })}
        error={form.length === 'pick' ? undefined : shown.end && t(shown.end)}
      />
      {form.length === 'pick' && (
        <TextField
          type="datetime-local"
          label={t('auction.endPick')}
          value={form.endPick}
          onChange={(event) => onChange({ endPick: event.target.value })}
          error={shown.end && t(shown.end)}
        />
      )}
    </>
  )
}

const HOUR_S = 3_600
const wholeMinute = (at: number | undefined): string => (at === undefined ? '' : dateTimeInputValue(at - (at % 60)))
/** What the field starts from: within the next hour and a bit. */
const soon = (): string => wholeMinute(chainNow() + HOUR_S)
