import type { PayToken } from '@plinth/api'
import { findAmountProblem, formatReceives, parseUnits, receiveAmount } from '@plinth/protocol'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/translate.ts'
import { Switch } from '../../kit/choices.tsx'
import { PriceField } from '../../kit/PriceField.tsx'
import { groupDigits, priceText, shortPercent } from '../../lib/numbers.ts'
import { useConfig } from '../../lib/site.ts'
import type { CreateForm } from './create-form.ts'

type Props = {
  form: CreateForm
  /** What may be asked for, its default first. */
  tokens: readonly PayToken[]
  token: PayToken | undefined
  isEdition: boolean
  /** Undefined while an edition says none. */
  quantity: bigint | undefined
  onChange: (part: Partial<CreateForm>) => void
  error: string | undefined
  /** What is said of a price that is far from others, below it. */
  priceOutlier: ReactNode
}

/** Whether the item goes on sale at once, and for how much. */
export function SaleFields({ form, tokens, token, isEdition, quantity, onChange, error, priceOutlier }: Props) {
  const { t } = useTranslation()
  const { sellerFee } = useConfig()
  const received =
    token && findAmountProblem(form.price, token.decimals) === undefined
      ? receivedText({ price: form.price, token, quantity: quantity ?? 1n, sellerFee })
      : undefined
  const percent = shortPercent(sellerFee)
  const receiveHint = (amount: string) =>
    quantity !== undefined && quantity > 1n
      ? t('create.receiveAll', { amount, percent, count: groupDigits(quantity.toString()) })
      : t('create.receive', { amount, percent })
  return (
    <div className="stack">
      <Switch
        label={t('create.onSale')}
        hint={t(form.isMintedLater ? 'create.onSaleHintLater' : 'create.onSaleHint')}
        checked={form.onSale}
        onChange={(onSale) => onChange({ onSale })}
      />
      {form.onSale && (
        <PriceField
          label={t(isEdition ? 'trade.priceEach' : 'create.price')}
          value={form.price}
          onChange={(price) => onChange({ price })}
          token={{ key: token?.address ?? '', symbol: token?.symbol ?? '' }}
          tokens={tokens.map(({ address, symbol }) => ({ key: address, symbol }))}
          onToken={(payToken) => onChange({ payToken })}
          tokenLabel={t('trade.payToken')}
          hint={received && receiveHint(received)}
          error={error}
        />
      )}
      {form.onSale && priceOutlier}
      {form.onSale && (
        <Switch
          label={t('create.mintedLater')}
          hint={t(quantity !== undefined && quantity > 1n ? 'create.mintedLaterAll' : 'create.mintedLaterHint')}
          checked={form.isMintedLater}
          onChange={(isMintedLater) => onChange({ isMintedLater })}
        />
      )}
    </div>
  )
}

type Received = { price: string; token: PayToken; quantity: bigint; sellerFee: bigint }

/** The maker receives its own royalty, so a first sale costs it the service fee only. */
function receivedText({ price, token: { decimals, symbol }, quantity, sellerFee }: Received): string {
  return `${priceText(formatReceives(receiveAmount(parseUnits(price, decimals), quantity, sellerFee, 0n), decimals))} ${symbol}`
}
