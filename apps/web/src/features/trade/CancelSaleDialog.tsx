import type { ItemRecord } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { itemFace } from '../../entities/item-view.ts'
import { Thumb } from '../../entities/Thumb.tsx'
import { cancelSaleFlow } from '../../flows/cancel-sale.ts'
import { FlowFoot } from '../../flows/FlowFoot.tsx'
import { useFlow } from '../../flows/use-flow.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Dialog } from '../../kit/Dialog.tsx'
import { toast } from '../../kit/toast.tsx'
import { queryClient } from '../../lib/api.ts'

export type CancelSaleDialogProps = { item: ItemRecord; owner: Address; onClose: () => void }

/** Asks, fetches the sale, and ends it on chain. */
export function CancelSaleDialog({ item, owner, onClose }: CancelSaleDialogProps) {
  const { t } = useTranslation()
  const face = itemFace(item, t('item.untitled', { id: item.tokenId }))
  const { chainId, collection, tokenId } = item
  const { state, run } = useFlow(cancelSaleFlow, {
    context: () => ({ chainId, collection, tokenId, title: face.name, owner }),
    onDone: () => {
      toast(t('request.cancelSuccess'))
      void queryClient.invalidateQueries()
      onClose()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      kicker={t('trade.cancelKicker')}
      title={face.name}
      thumb={<Thumb src={face.picture?.src ?? ''} size={56} />}
      foot={
        <FlowFoot
          state={state}
          steps={[{ key: 'cancel', title: t('trade.cancelStep'), aside: t('trade.networkFee'), asksWallet: true }]}
          labels={{ act: t('trade.takeOff'), busy: t('trade.takingOff'), done: t('trade.takenOff') }}
          submit={run.submit}
          hint={t('trade.cancelNote')}
        />
      }
    >
      <p className="s16">{t('dialog.cancelTip')}</p>
    </Dialog>
  )
}
