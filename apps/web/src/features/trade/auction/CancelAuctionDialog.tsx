import type { AuctionRecord, ItemRecord } from '@plinth/api'
import { useState } from 'react'
import { useItemFace } from '../../../entities/cards/use-item-face.ts'
import { networkFee } from '../../../entities/price/NetworkFee.tsx'
import { cancelAuctionFlow } from '../../../flows/acts/auction/cancel-auction.ts'
import { useFlow } from '../../../flows/engine/use-flow.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { leaveWith } from '../leave-with.ts'
import { TradeFrame } from '../TradeFrame.tsx'

export type CancelAuctionDialogProps = { item: ItemRecord; auction: AuctionRecord; onClose: () => void }

/** Asks, looks whether it still lives, and ends it on chain with every bid on it. */
export function CancelAuctionDialog({ item, auction: given, onClose }: CancelAuctionDialogProps) {
  const { t } = useTranslation()
  const [auction] = useState(given)
  const { name: title } = useItemFace(item)
  const { state, run } = useFlow(cancelAuctionFlow, {
    context: () => ({ auction, title }),
    onDone: () => leaveWith(t('request.cancelSuccess'), onClose),
  })
  return (
    <TradeFrame
      item={item}
      onClose={onClose}
      kicker={t('auction.cancelKicker')}
      state={state}
      steps={[{ key: 'cancel', title: t('auction.cancelStep'), aside: networkFee('cancel', item.chainId), asksWallet: true }]}
      labels={{ act: t('auction.cancel'), busy: t('auction.cancelling'), done: t('auction.isCancelled') }}
      submit={run.submit}
      hint={t('trade.cancelNote')}
      giveUp={{ label: t('trade.lookAgain'), onPress: onClose }}
    >
      <p className="s16">{t(auction.held < auction.quantity ? 'leftSigned.auctionTip' : 'auction.cancelTip')}</p>
      <p className="muted">{auction.bidders === 0 ? t('auction.cancelNoBids') : t('auction.cancelBids', { count: auction.bidders })}</p>
    </TradeFrame>
  )
}
