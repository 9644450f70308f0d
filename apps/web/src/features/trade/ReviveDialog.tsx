import type { ItemRecord, OrderRecord } from '@plinth/api'
import { itemFace } from '../../entities/item-view.ts'
import { Thumb } from '../../entities/Thumb.tsx'
import { useApproved } from '../../flows/approval.ts'
import { FlowFoot } from '../../flows/FlowFoot.tsx'
import { saleFlow } from '../../flows/sale.ts'
import { useFlow } from '../../flows/use-flow.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Dialog } from '../../kit/Dialog.tsx'
import { toast } from '../../kit/toast.tsx'
import { queryClient } from '../../lib/api.ts'
import { priceText } from '../../lib/numbers.ts'
import { SaleSums } from './SaleSums.tsx'

export type ReviveDialogProps = { item: ItemRecord; listing: OrderRecord; onClose: () => void }

/** The same sale, signed again: the work had left and is back. */
export function ReviveDialog({ item, listing, onClose }: ReviveDialogProps) {
  const { t } = useTranslation()
  const face = itemFace(item, t('item.untitled', { id: item.tokenId }))
  const price = `${priceText(listing.unitPrice)} ${listing.payTokenSymbol}`
  const isAllowed = useApproved(item)
  const { state, run } = useFlow(saleFlow, {
    context: () => ({
      chainId: item.chainId,
      collection: item.collection,
      collectionName: item.collectionBrief.name,
      tokenId: item.tokenId,
      standard: item.standard,
      quantity: listing.selling,
      unitPrice: listing.buying / listing.selling,
      payToken: { address: listing.payTokenAddress },
      validUntil: listing.validUntil,
      salt: listing.salt,
    }),
    onDone: () => {
      toast(t('request.saleSuccess'))
      void queryClient.invalidateQueries()
      onClose()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      kicker={t('trade.reviveKicker')}
      title={face.name}
      thumb={<Thumb src={face.picture?.src ?? ''} size={56} />}
      foot={
        <FlowFoot
          state={state}
          steps={[
            {
              key: 'approve',
              title: t('trade.allow', { collection: item.collectionBrief.name }),
              aside: t('trade.allowAside'),
              asksWallet: true,
              doneBefore: isAllowed ? t('trade.allowed') : undefined,
            },
            { key: 'sign', title: t('trade.reviveSign'), aside: t('trade.free'), asksWallet: true },
          ]}
          labels={{ act: t('trade.reviveSign'), busy: t('trade.signing', { price }), done: t('trade.listed', { price }) }}
          submit={run.submit}
          hint={t('trade.stays')}
        />
      }
    >
      <p className="s16">{t('trade.reviveText')}</p>
      <SaleSums
        item={item}
        form={{ price: listing.unitPrice, quantity: (listing.selling - listing.filled).toString() }}
        token={{ decimals: listing.payTokenDecimals, symbol: listing.payTokenSymbol }}
      />
    </Dialog>
  )
}
