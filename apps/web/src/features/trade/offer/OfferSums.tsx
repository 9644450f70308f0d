import { formatUnits } from '@plinth/protocol'
import { columnTexts, exactText, paysText } from '../../../entities/price/amounts.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { Switch } from '../../../kit/choices.tsx'
import { priceText } from '../../../lib/numbers.ts'
import { feeLines, Sums } from '../Sums.tsx'
import type { OfferState } from './use-offer.ts'

/** What is paid if all units are sold to it, line by line. */
export function OfferSums({ offering: { figures, money, feeBps, token } }: { offering: OfferState }) {
  const { t } = useTranslation()
  const { unitPrice, left, price, fee, draw } = figures
  const [priceLine = '', feeLine = ''] = columnTexts([price, fee], money)
  const unit = `${priceText(formatUnits(unitPrice, money.decimals))} ${money.symbol}`
  return (
    <Sums
      lines={[
        { key: 'price', label: t('offer.unitsAt', { count: left, price: unit }), value: priceLine },
        ...feeLines(feeBps, feeLine, t),
        { key: 'royalty', label: t('offer.royalty'), value: t('offer.bySeller'), muted: true },
      ]}
      total={{ label: t('offer.payAtMost'), value: paysText(draw, money), worth: token && { of: token, amount: draw } }}
    />
  )
}

type CoverProps = { offering: OfferState; isFixed: boolean; onChange: (isWrappingAll: boolean) => void }

/** How many units the money covers; with more of the coin wrapped first, as many as that pays. */
export function Covered({ offering: { figures, funding, form, money, coin }, isFixed, onChange }: CoverProps) {
  const { t } = useTranslation()
  const { covered, reachable } = funding
  if (covered === undefined || reachable === undefined) return null
  const canReach = reachable > covered
  const values = { count: funding.isShort ? 0n : funding.wrap > 0n ? funding.funded : covered, all: figures.left }
  return (
    <>
      {canReach && covered > 0n && (
        <Switch
          label={t('offer.wrapMore', { coin, symbol: money.symbol })}
          hint={t('offer.wrapMoreHint', { count: covered })}
          checked={form.isWrappingAll}
          disabled={isFixed}
          onChange={onChange}
        />
      )}
      <p className="hint" role="status">
        {t(funding.wrap > 0n ? 'offer.willCover' : 'offer.coversNow', values)}
      </p>
      {!funding.isShort && values.count < values.all && (
        <p className="hint">{t('offer.restSleeps', { each: exactText(figures.unitPrice, money) })}</p>
      )}
    </>
  )
}
