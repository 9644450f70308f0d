import type { PayToken } from '@plinth/api'
import { findAmountProblem, formatReceives, parseUnits, receiveAmount } from '@plinth/protocol'
import { useTranslation } from '../../i18n/translate.ts'
import { Switch } from '../../kit/choices.tsx'
import { PriceField } from '../../kit/PriceField.tsx'
import { groupDigits, shortPercent } from '../../lib/numbers.ts'
import { useConfig } from '../../lib/site.ts'
import type { CreateForm } from './create-form.ts'

type Props = {
  form: CreateForm
  token: PayToken | undefined
  onChange: (part: Partial<CreateForm>) => void
  error: string | undefined
}

/** Whether the work goes on sale at once, and for how much. */
export function SaleFields({ form, token, onChange, error }: Props) {
  const { t } = useTranslation()
  const { sellerFee } = useConfig()
  const received =
    token && findAmountProblem(form.price, token.decimals) === undefined ? receivedText(form.price, token, sellerFee) : undefined
  return (
    <div className="stack">
      <Switch label={t('create.onSale')} hint={t('create.onSaleHint')} checked={form.onSale} onChange={(onSale) => onChange({ onSale })} />
      {form.onSale && (
        <PriceField
          label={t('create.price')}
          value={form.price}
          onChange={(price) => onChange({ price })}
          token={{ key: token?.address ?? '', symbol: token?.symbol ?? '' }}
          hint={received && t('create.receive', { amount: received, percent: shortPercent(sellerFee) })}
          error={error}
        />
      )}
    </div>
  )
}

/** The maker is his own royalty's receiver, so a first sale costs him the service fee only. */
function receivedText(price: string, { decimals, symbol }: PayToken, sellerFee: bigint): string {
  return `${groupDigits(formatReceives(receiveAmount(parseUnits(price, decimals), 1n, sellerFee, 0n), decimals))} ${symbol}`
}
