import { formatUnits } from '@plinth/protocol'
import { Price } from '../../entities/price/Price.tsx'
import type { OwnOffer } from '../../flows/acts/order/end-too.ts'
import { useTranslation } from '../../i18n/translate.ts'

/** On the card of what its maker can't deliver now: the offer is signed all the same. */
export function InactiveLine({ offer }: { offer: OwnOffer }) {
  const { t } = useTranslation()
  if (offer.is === 'listing')
    return (
      <>
        <em>{t('item.atRest')}</em>
        <Price amount={offer.order.unitPrice} symbol={offer.order.payTokenSymbol} of={offer.order.payToken} />
      </>
    )
  const { startPrice, payTokenDecimals, payTokenSymbol, payToken } = offer.auction
  return (
    <>
      <em>{t('leftSigned.inactiveAuction')}</em>
      <Price amount={formatUnits(startPrice, payTokenDecimals)} symbol={payTokenSymbol} of={payToken} />
    </>
  )
}
