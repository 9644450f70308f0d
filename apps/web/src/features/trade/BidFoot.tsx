import type { OrderRecord } from '@plinth/api'
import type { FlowState } from '../../flows/engine/engine.ts'
import { FlowFoot } from '../../flows/engine/FlowFoot.tsx'
import { failedCode, type StepText } from '../../flows/engine/step-views.ts'
import { useTranslation } from '../../i18n/translate.ts'

export type BidFootProps = {
  state: FlowState
  steps: readonly StepText[]
  /** The open bid, when it is raised. */
  bid: Pick<OrderRecord, 'salt'> | undefined
  /** With its symbol, as the button says it. */
  price: string
  isShort: boolean
  submit: () => void
  onAnotherTime: () => void
  onClose: () => void
}

/**
 * The steps of a bid and its button. A final refusal offers no retry: the bidder reloads the item or gives a new bid more time.
 */
export function BidFoot({ state, steps, bid, price, isShort, submit, onAnotherTime, onClose }: BidFootProps) {
  const { t } = useTranslation()
  const isTooLate = bid === undefined && failedCode(state) === 'ORDER_EXPIRED'
  return (
    <FlowFoot
      state={state}
      steps={steps}
      labels={{ act: t('trade.signBid'), busy: t('trade.bidding', { price }), done: t('trade.bidden', { price }) }}
      submit={submit}
      disabled={isShort}
      hint={t('trade.bidStays')}
      giveUp={isTooLate ? { label: t('trade.anotherTime'), onPress: onAnotherTime } : { label: t('trade.lookAgain'), onPress: onClose }}
    />
  )
}
