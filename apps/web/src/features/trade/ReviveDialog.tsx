import type { ItemRecord, OrderRecord } from '@plinth/api'
import { ASSET_TYPE } from '@plinth/protocol'
import { usePriceOutlier } from '../../entities/price/use-price-outlier.tsx'
import { useTranslation } from '../../i18n/translate.ts'
import { priceText } from '../../lib/numbers.ts'
import { SaleSums } from './SaleSums.tsx'
import { SaleTerms } from './SaleTerms.tsx'
import { TradeFrame } from './TradeFrame.tsx'
import { useSaleFlow } from './use-sale-flow.ts'

export type ReviveDialogProps = { item: ItemRecord; listing: OrderRecord; onClose: () => void }

/** The same sale, signed again: the item had left and is back. */
export function ReviveDialog({ item, listing, onClose }: ReviveDialogProps) {
  const { t } = useTranslation()
  const price = `${priceText(listing.unitPrice)} ${listing.payTokenSymbol}`
  const token = listing.payToken
  const far = usePriceOutlier({ item, role: 'seller', unitPrice: listing.buying / listing.selling, token })
  const { state, isBusy, submit, steps } = useSaleFlow({
    item,
    terms: () => termsOf(listing),
    errors: {},
    confirm: far.confirm,
    sign: 'trade.reviveSign',
    onClose,
  })
  return (
    <TradeFrame
      item={item}
      onClose={onClose}
      kicker={t('trade.reviveKicker')}
      state={state}
      steps={steps}
      labels={{ act: t('trade.reviveSign'), busy: t('trade.signing', { price }), done: t('trade.listed', { price }) }}
      submit={submit}
      hint={t('trade.stays')}
    >
      <p className="s16">{t('trade.reviveText')}</p>
      <SaleSums
        item={item}
        form={{ price: listing.unitPrice, quantity: (listing.selling - listing.filled).toString() }}
        token={token}
        sellerFee={BigInt(listing.sellerFee)}
      />
      {!isBusy && far.warning}
      <SaleTerms until={listing.validUntil} />
    </TradeFrame>
  )
}

/** Identical terms: only the signature is new. */
const termsOf = ({ selling, buying, payTokenAddress, validUntil, salt, sellerFee, sellType }: OrderRecord) => ({
  quantity: selling,
  unitPrice: buying / selling,
  payToken: { address: payTokenAddress },
  validUntil,
  salt,
  sellerFeeBps: BigInt(sellerFee),
  isMintedBySale: sellType === ASSET_TYPE.MINTED,
})
