import type { Collection, OfferRecord } from '@plinth/api'
import { useState } from 'react'
import { Thumb } from '../../../entities/cards/Thumb.tsx'
import { exactText } from '../../../entities/price/amounts.ts'
import { networkFee } from '../../../entities/price/NetworkFee.tsx'
import { idleCoin } from '../../../flows/acts/money/wrap.ts'
import { cancelOfferFlow } from '../../../flows/acts/offer/offer.ts'
import { FlowFoot } from '../../../flows/engine/FlowFoot.tsx'
import { useFlow } from '../../../flows/engine/use-flow.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { Dialog } from '../../../kit/Dialog.tsx'
import { toast } from '../../../kit/toast.tsx'
import { thumbnail } from '../../../lib/media.ts'
import { useNetwork } from '../../../lib/site.ts'
import { refreshPages } from '../fresh-pages.ts'
import { UnwrapDialog } from '../UnwrapDialog.tsx'

type Props = { collection: Collection; offer: OfferRecord; onClose: () => void }

/** Ends an open offer on chain; wrapped coin that is idle then can become coin again. */
export function CancelOfferDialog({ collection, offer: open, onClose }: Props) {
  const { t } = useTranslation()
  const [offer] = useState(open)
  const [idle, setIdle] = useState(0n)
  const coin = useNetwork(offer.chainId)?.symbol ?? ''
  const { state, run } = useFlow(cancelOfferFlow, {
    context: () => ({ chainId: offer.chainId, title: collection.name, salt: offer.salt }),
    onDone: async () => {
      toast(t('request.cancelSuccess'))
      refreshPages()
      const amount = await idleCoin(offer.payToken, coin)
      if (amount > 0n) setIdle(amount)
      else onClose()
    },
  })
  if (idle > 0n) return <UnwrapDialog token={offer.payToken} idle={idle} coin={coin} onClose={onClose} />
  return (
    <Dialog
      open
      title={collection.name}
      kicker={t('offer.cancelKicker')}
      thumb={<Thumb {...thumbnail(collection.cover)} size={56} />}
      onClose={onClose}
      foot={
        <FlowFoot
          state={state}
          steps={[{ key: 'cancel', title: t('offer.endStep'), aside: networkFee('cancel', offer.chainId), asksWallet: true }]}
          labels={{ act: t('offer.cancel'), busy: t('offer.cancelling'), done: t('offer.cancelled') }}
          submit={run.submit}
          hint={t('trade.cancelNote')}
        />
      }
    >
      <p className="s16">{t('offer.cancelTip', { price: exactText(offer.unitPrice, offer.payToken), count: offer.left })}</p>
    </Dialog>
  )
}
