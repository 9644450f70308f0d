import type { ItemRecord } from '@plinth/api'
import { isUnminted } from '../../entities/cards/item-view.ts'
import { networkFee } from '../../entities/price/NetworkFee.tsx'
import { useApproved } from '../../flows/acts/money/approval.ts'
import { editSaleFlow, type SaleContext, saleFlow } from '../../flows/acts/order/sale.ts'
import type { StepText } from '../../flows/engine/step-views.ts'
import { type TextKey, type Translate, useTranslation } from '../../i18n/translate.ts'
import { approveStep } from './allow-step.ts'
import { refreshPages } from './fresh-pages.ts'
import { leaveWith } from './leave-with.ts'
import type { SaleErrors } from './sale-form.ts'
import { useTradeForm } from './use-trade-form.ts'

export type SaleTermsOf = Omit<SaleContext, 'chainId' | 'collection' | 'collectionName' | 'tokenId' | 'standard' | 'chain'>

type Given = {
  item: ItemRecord
  terms: () => SaleTermsOf
  errors: SaleErrors
  confirm: (submit: () => void) => void
  sign: TextKey
  /** An open sale is edited; where its price rises it is cancelled first. */
  edits?: 'lower' | 'raise' | 'ended' | undefined
  /** Its dialog stays, with the link for the buyer. */
  isPrivate?: boolean
  onClose: () => void
}

/** Allow the collection where it is not yet, sign the listing: the form and its steps; a higher price cancels the listing in between. */
export function useSaleFlow({ item, terms, errors, confirm, sign, edits, isPrivate = false, onClose }: Given) {
  const { t } = useTranslation()
  const isAllowed = useApproved(item)
  const { chainId, collection, tokenId, standard, collectionBrief } = item
  const form = useTradeForm(edits ? editSaleFlow : saleFlow, {
    errors,
    confirm,
    context: () => ({
      chainId,
      collection,
      collectionName: collectionBrief.name,
      tokenId,
      standard,
      isUnminted: isUnminted(item),
      ...terms(),
    }),
    onDone: isPrivate ? refreshPages : () => leaveWith(t('request.saleSuccess'), onClose),
  })
  const steps: StepText[] = [
    approveStep(item, isAllowed || isUnminted(item), t),
    ...(edits === 'raise' || edits === 'ended' ? [cancelStep(edits, chainId, t)] : []),
    { key: 'sign', title: t(sign), aside: t('trade.free'), asksWallet: true },
  ]
  return { ...form, steps }
}

function cancelStep(edits: 'raise' | 'ended', chainId: number, t: Translate): StepText {
  const doneBefore = edits === 'ended' ? t('trade.takenOff') : undefined
  return { key: 'cancel', title: t('trade.cancelStep'), aside: networkFee('cancel', chainId), asksWallet: true, doneBefore }
}
