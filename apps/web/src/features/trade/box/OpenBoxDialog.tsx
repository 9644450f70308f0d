import type { BoxRecord } from '@plinth/api'
import { boxDue } from '@plinth/sdk'
import { useState } from 'react'
import { isTicket, leftOf, mostBoxes } from '../../../entities/box.ts'
import { boxesError } from '../../../entities/box-quantity.ts'
import { isSigned, type OpenBoxContext, openBoxFlow } from '../../../flows/acts/box/open-box.ts'
import { FlowFoot } from '../../../flows/engine/FlowFoot.tsx'
import { useTranslation } from '../../../i18n/translate.ts'
import { Stepper } from '../../../kit/choices.tsx'
import { Dialog, SwapBand } from '../../../kit/Dialog.tsx'
import { refreshPages, useFreshPagesOnFailure } from '../fresh-pages.ts'
import { PaymentBalance } from '../PaymentBalance.tsx'
import { useSpendable } from '../use-spendable.ts'
import { useTradeForm } from '../use-trade-form.ts'
import { BoxThumb } from './BoxThumb.tsx'
import { OpenSums } from './OpenSums.tsx'
import { OpenTerms } from './OpenTerms.tsx'
import { amountOf, openSteps } from './open-steps.ts'
import { Reveal } from './Reveal.tsx'
import { TicketBalance } from './TicketBalance.tsx'
import { useTickets } from './use-tickets.ts'
import './open-box.css'

type Props = {
  box: BoxRecord
  boxes: number
  /** An opening that is paid, or on its way: only its draw is awaited. */
  watched?: { openTx: string; isMined: boolean }
  onClose: () => void
}

/** What leaves you, what may come, how it is drawn and how it is undone; then leave, one payment, the draw and the items. */
export function OpenBoxDialog({ box: given, boxes, watched, onClose }: Props) {
  const { t } = useTranslation()
  // Snapshot from when the dialog opened: the market reports later changes in a message.
  const [box] = useState(given)
  const [typed, setTyped] = useState(boxes.toString())
  const [isUnlimited, setUnlimited] = useState(false)
  const facts = { left: leftOf(given), most: mostBoxes(box) }
  const wrong = watched ? undefined : boxesError(typed, facts)
  const count = wrong ? 1 : Number(typed)
  const totalDue = boxDue(box, count)
  const spendable = useSpendable({
    chainId: box.chainId,
    token: box.payTokenAddress,
    payment: isTicket(box) ? 0n : totalDue,
    at: box.contract,
  })
  const tickets = useTickets(box)
  const [flow] = useState(() => openBoxFlow(box))
  const { state, run, submit } = useTradeForm(flow, {
    context: (): OpenBoxContext => ({
      box,
      boxes: count,
      isUnlimited,
      isSent: watched !== undefined,
      paidIn: watched?.isMined ? watched.openTx : undefined,
    }),
    errors: { boxes: wrong },
    sent: watched && { open: watched.isMined ? undefined : watched.openTx },
    onDone: refreshPages,
  })
  useFreshPagesOnFailure(state)
  if (isSigned(state) || (watched && state.phase !== 'failed'))
    return <Reveal box={box} boxes={count} isPaid={state.steps.open?.at === 'done'} opening={run.context()?.opening} onClose={onClose} />
  const isForm = state.phase === 'form'
  const balance = isTicket(box) ? tickets.held : spendable.balance
  const isShort = isForm && balance !== undefined && balance < totalDue
  const amount = amountOf(box, totalDue)
  const money = { decimals: box.payTokenDecimals, symbol: box.payTokenSymbol }
  return (
    <Dialog
      open
      onClose={onClose}
      kicker={t('box.kicker')}
      title={box.name}
      thumb={<BoxThumb box={box} />}
      band={
        <SwapBand
          leaves={<div className="d d28">{amount}</div>}
          comes={<div className="d d22 box-comes">{t('box.comes', { count: count * box.nftAmount })}</div>}
        />
      }
      foot={
        <FlowFoot
          state={state}
          steps={openSteps({ box, boxes: count, amount, money, spendable, isUnlimited, isApproved: tickets.isApproved }, t)}
          labels={{ act: t('box.openFor', { count, amount }), busy: t('box.opening'), done: t('box.isOpen') }}
          submit={submit}
          disabled={isShort || spendable.isReading || wrong !== undefined}
          hint={t('box.noteWait')}
          giveUp={{ label: t('trade.lookAgain'), onPress: onClose }}
        />
      }
    >
      <Stepper
        label={t('box.howMany')}
        aside={t('box.left', { left: facts.left, total: box.amount })}
        value={typed}
        onChange={(next) => isForm && setTyped(next)}
        max={BigInt(Math.min(facts.left, facts.most))}
        less={t('trade.less')}
        more={t('trade.more')}
        error={wrong && t(wrong, { count: facts.most })}
      />
      <OpenSums box={box} boxes={count} />
      {isTicket(box) ? (
        <TicketBalance box={box} held={tickets.held} isShort={isShort} />
      ) : (
        <PaymentBalance
          chainId={box.chainId}
          money={money}
          spendable={spendable}
          isShort={isShort}
          isUnlimited={isUnlimited}
          onUnlimited={isForm ? setUnlimited : undefined}
        />
      )}
      <OpenTerms box={box} />
    </Dialog>
  )
}
