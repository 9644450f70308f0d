import type { ItemRecord, OrderRecord } from '@plinth/api'
import { exactText } from '../../entities/price/amounts.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { PriceField } from '../../kit/PriceField.tsx'
import { priceText } from '../../lib/numbers.ts'
import { LEAST_BID } from './bid-form.ts'
import { LifeField } from './LifeField.tsx'
import { PriceMarks } from './PriceMarks.tsx'
import { QuantityField } from './QuantityField.tsx'
import type { SaleErrors, SaleForm } from './sale-form.ts'
import type { Bidding } from './use-bid.ts'

type Props = {
  item: ItemRecord
  bid: OrderRecord | undefined
  most: bigint
  bidding: Bidding
  shown: SaleErrors
  disabled: boolean
  onChange: (part: Partial<SaleForm>) => void
  onToken: (address: string) => void
}

/** Price of one, how many, how long; of an open bid the price alone (decision 20). */
export function BidFields({ item, bid, most, bidding, shown, disabled, onChange, onToken }: Props) {
  const { t } = useTranslation()
  const { form, token, tokens, isEdition, money } = bidding
  const now = bid ? `${priceText(bid.unitPrice)} ${money.symbol}` : ''
  return (
    <fieldset className="dialog-form" disabled={disabled}>
      <PriceField
        label={t(isEdition ? 'trade.bidEach' : 'trade.yourBid')}
        aside={bid && t('trade.nowAt', { price: now })}
        value={form.price}
        onChange={(price) => onChange({ price })}
        token={{ key: token?.address ?? '', symbol: money.symbol }}
        tokens={bid ? [] : tokens.map(({ address, symbol: name }) => ({ key: address, symbol: name }))}
        onToken={onToken}
        tokenLabel={t('trade.bidToken')}
        error={shown.price && t(shown.price, { now, least: exactText(LEAST_BID, money) })}
      />
      <PriceMarks item={item} token={token} onPick={(price) => onChange({ price })} />
      {isEdition && !bid && (
        <QuantityField
          aside={t('trade.othersHold', { count: most.toString() })}
          value={form.quantity}
          onChange={(quantity) => onChange({ quantity })}
          max={most}
          error={shown.quantity}
        />
      )}
      {!bid && <LifeField form={form} onChange={onChange} error={shown.life && t(shown.life)} />}
    </fieldset>
  )
}
