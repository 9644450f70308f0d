import type { ItemRecord } from '@plinth/api'
import { exactText, type Money } from '../../entities/price/amounts.ts'
import type { StepText } from '../../flows/engine/step-views.ts'
import type { Translate } from '../../i18n/translate.ts'
import type { Spendable } from './use-spendable.ts'

/** Lets the market take what a payment needs. */
export function allowStep({ need, isAllowed }: Spendable, money: Money, isUnlimited: boolean, t: Translate): StepText {
  return {
    key: 'allow',
    title: t('trade.allowPay', { amount: isUnlimited ? money.symbol : exactText(need, money) }),
    aside: t(isUnlimited ? 'trade.allowAny' : 'trade.allowOnly'),
    asksWallet: true,
    doneBefore: isAllowed ? t('trade.allowed') : undefined,
  }
}

/** Lets the market move the items of a collection. */
export function approveStep({ collectionBrief }: Pick<ItemRecord, 'collectionBrief'>, isApproved: boolean, t: Translate): StepText {
  return {
    key: 'approve',
    title: t('trade.allow', { collection: collectionBrief.name }),
    aside: t('trade.allowAside'),
    asksWallet: true,
    doneBefore: isApproved ? t('trade.allowed') : undefined,
  }
}
