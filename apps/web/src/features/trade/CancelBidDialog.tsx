import type { ItemRecord, OrderRecord } from '@plinth/api'
import { useState } from 'react'
import { bidPrice } from '../../entities/bid.ts'
import { useItemFace } from '../../entities/cards/use-item-face.ts'
import { networkFee } from '../../entities/price/NetworkFee.tsx'
import { idleCoin } from '../../flows/acts/money/wrap.ts'
import { cancelBidFlow } from '../../flows/acts/order/cancel-order.ts'
import { useFlow } from '../../flows/engine/use-flow.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { toast } from '../../kit/toast.tsx'
import { useNetwork } from '../../lib/site.ts'
import { refreshPages } from './fresh-pages.ts'
import { TradeFrame } from './TradeFrame.tsx'
import { UnwrapDialog } from './UnwrapDialog.tsx'

export type CancelBidDialogProps = { item: ItemRecord; bid: OrderRecord; onClose: () => void }

/** Asks, fetches the bid, and ends it on chain; wrapped coin that is idle then can become coin again. */
export function CancelBidDialog({ item, bid: openBid, onClose }: CancelBidDialogProps) {
  const { t } = useTranslation()
  const [bid] = useState(openBid)
  const [idle, setIdle] = useState(0n)
  const coin = useNetwork(item.chainId)?.symbol ?? ''
  const { chainId, collection, tokenId } = item
  const { name: title } = useItemFace(item)
  const { state, run } = useFlow(cancelBidFlow, {
    context: () => ({ chainId, collection, tokenId, title, owner: bid.maker }),
    onDone: async () => {
      toast(t('request.cancelSuccess'))
      refreshPages()
      const amount = await idleCoin(bid.payToken, coin)
      if (amount > 0n) setIdle(amount)
      else onClose()
    },
  })
  if (idle > 0n) return <UnwrapDialog token={bid.payToken} idle={idle} coin={coin} onClose={onClose} />
  return (
    <TradeFrame
      item={item}
      onClose={onClose}
      kicker={t('trade.cancelBidKicker')}
      state={state}
      steps={[{ key: 'cancel', title: t('trade.cancelBidStep'), aside: networkFee('cancel', chainId), asksWallet: true }]}
      labels={{ act: t('trade.takeBack'), busy: t('trade.takingBack'), done: t('trade.takenBack') }}
      submit={run.submit}
      hint={t('trade.cancelNote')}
    >
      <p className="s16">{t('trade.cancelBidTip', { price: bidPrice(bid) })}</p>
    </TradeFrame>
  )
}
