import type { BoxRecord } from '@plinth/api'
import { boxMoney } from '@plinth/sdk'
import { isTicket } from '../../../entities/box.ts'
import { type Money, paysText } from '../../../entities/price/amounts.ts'
import { networkFee } from '../../../entities/price/NetworkFee.tsx'
import type { StepText } from '../../../flows/engine/step-views.ts'
import type { Translate } from '../../../i18n/translate.ts'
import { allowStep } from '../allow-step.ts'
import type { Spendable } from '../use-spendable.ts'

/** "0.1632 ETH", "2 × Opening night". */
export const amountOf = (box: BoxRecord, value: bigint): string =>
  isTicket(box) ? `${value} × ${box.payTokenSymbol}` : paysText(value, { decimals: box.payTokenDecimals, symbol: box.payTokenSymbol })

type StepsGiven = {
  box: BoxRecord
  boxes: number
  amount: string
  money: Money
  spendable: Spendable
  isUnlimited: boolean
  isApproved: boolean
}

/** Leave where a contract is paid with, the payment, the draw. */
export function openSteps({ box, boxes, amount, money, spendable, isUnlimited, isApproved }: StepsGiven, t: Translate): StepText[] {
  const kind = boxMoney(box)
  const leave: StepText = {
    key: 'approve',
    title: t('box.allowTickets'),
    aside: t('trade.allowAside'),
    asksWallet: true,
    doneBefore: isApproved ? t('trade.allowed') : undefined,
  }
  const first = { coin: [], token: [allowStep(spendable, money, isUnlimited, t)], ticket: [leave] }
  const pay = kind === 'ticket' ? t('box.payTickets', { amount }) : t('box.payStep', { count: boxes })
  return [
    ...first[kind],
    { key: 'open', title: pay, aside: networkFee('openBox', box.chainId), asksWallet: true },
    { key: 'draw', title: t('box.drawStep'), aside: t('box.drawAside') },
  ]
}
