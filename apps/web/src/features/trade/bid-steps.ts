import { exactText } from '../../entities/price/amounts.ts'
import { networkFee } from '../../entities/price/NetworkFee.tsx'
import type { StepText } from '../../flows/engine/step-views.ts'
import type { Translate } from '../../i18n/translate.ts'
import { allowStep } from './allow-step.ts'
import type { Bidding } from './use-bid.ts'

type StepsGiven = {
  chainId: number
  wrap: bigint
  bidding: Pick<Bidding, 'spendable' | 'money' | 'coin'> & { figures: Pick<Bidding['figures'], 'draw'> }
  isUnlimited: boolean
  t: Translate
}

/** Of any bid, for a price or at an auction: wrap what is missing, allow it, sign. */
export function bidSteps({ chainId, wrap, bidding: { spendable, money, coin, figures }, isUnlimited, t }: StepsGiven): StepText[] {
  const wrapping: StepText = {
    key: 'wrap',
    title: t('trade.wrapStep', { amount: exactText(wrap, { ...money, symbol: coin }), symbol: money.symbol }),
    aside: networkFee('wrap', chainId),
    asksWallet: true,
  }
  return [
    ...(wrap > 0n ? [wrapping] : []),
    // Of nothing that is typed yet nothing is said.
    figures.draw > 0n
      ? allowStep(spendable, money, isUnlimited, t)
      : { key: 'allow', title: t('trade.allowPay', { amount: money.symbol }) },
    { key: 'sign', title: t('trade.signBid'), aside: t('trade.free'), asksWallet: true },
  ]
}
