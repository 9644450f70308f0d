import type { ItemRecord } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { useState } from 'react'
import { isUnminted } from '../../entities/cards/item-view.ts'
import { useItemFace } from '../../entities/cards/use-item-face.ts'
import { networkFee } from '../../entities/price/NetworkFee.tsx'
import { cancelSaleFlow } from '../../flows/acts/order/cancel-order.ts'
import { cancelPrivateFlow } from '../../flows/acts/order/private-sale.ts'
import { useFlow } from '../../flows/engine/use-flow.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { leaveWith } from './leave-with.ts'
import { TradeFrame } from './TradeFrame.tsx'

export type CancelSaleDialogProps = {
  item: ItemRecord
  owner: Address
  owned: bigint
  /** The listing is a private sale. */
  isPrivate: boolean
  onClose: () => void
}

/** Asks, fetches the sale, and ends it on chain. */
export function CancelSaleDialog({ item, owner, owned, isPrivate, onClose }: CancelSaleDialogProps) {
  const { t } = useTranslation()
  // As it was when the dialog opened: what it sends itself changes the listing. Before the mint nobody holds any.
  const [isLost] = useState(() => owned === 0n && !isUnminted(item))
  const { chainId, collection, tokenId } = item
  const { name: title } = useItemFace(item)
  const { state, run } = useFlow(isPrivate ? cancelPrivateFlow : cancelSaleFlow, {
    context: () => ({ chainId, collection, tokenId, title, owner, seller: owner }),
    onDone: () => leaveWith(t('request.cancelSuccess'), onClose),
  })
  return (
    <TradeFrame
      item={item}
      onClose={onClose}
      kicker={t(isLost ? 'leftSigned.endListing' : 'trade.cancelKicker')}
      state={state}
      steps={[{ key: 'cancel', title: t('trade.cancelStep'), aside: networkFee('cancel', chainId), asksWallet: true }]}
      labels={
        isLost
          ? { act: t('leftSigned.endListing'), busy: t('leftSigned.ending'), done: t('leftSigned.ended') }
          : { act: t('trade.takeOff'), busy: t('trade.takingOff'), done: t('trade.takenOff') }
      }
      submit={run.submit}
      hint={t('trade.cancelNote')}
    >
      <p className="s16">{t(isLost ? 'leftSigned.listingTip' : 'dialog.cancelTip')}</p>
    </TradeFrame>
  )
}
