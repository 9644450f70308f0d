import type { ItemRecord } from '@plinth/api'
import { isUnminted } from '../../entities/cards/item-view.ts'
import { useApproved } from '../../flows/acts/money/approval.ts'
import { type SaleContext, saleFlow } from '../../flows/acts/order/sale.ts'
import type { StepText } from '../../flows/engine/step-views.ts'
import { useFlow } from '../../flows/engine/use-flow.ts'
import { type TextKey, useTranslation } from '../../i18n/translate.ts'
import { approveStep } from './allow-step.ts'
import { leaveWith } from './leave-with.ts'

export type SaleTermsOf = Omit<SaleContext, 'chainId' | 'collection' | 'collectionName' | 'tokenId' | 'standard' | 'chain'>

/** Allow the collection where it is not yet, sign the listing: the run and its two steps. */
export function useSaleFlow({
  item,
  terms,
  sign,
  onClose,
}: {
  item: ItemRecord
  terms: () => SaleTermsOf
  sign: TextKey
  onClose: () => void
}) {
  const { t } = useTranslation()
  const isAllowed = useApproved(item)
  const { chainId, collection, tokenId, standard, collectionBrief } = item
  const { state, run } = useFlow(saleFlow, {
    context: () => ({
      chainId,
      collection,
      collectionName: collectionBrief.name,
      tokenId,
      standard,
      isUnminted: isUnminted(item),
      ...terms(),
    }),
    onDone: () => leaveWith(t('request.saleSuccess'), onClose),
  })
  const steps: StepText[] = [
    approveStep(item, isAllowed || isUnminted(item), t),
    { key: 'sign', title: t(sign), aside: t('trade.free'), asksWallet: true },
  ]
  return { state, run, steps }
}
