import type { ItemRecord } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { useState } from 'react'
import { endOf, findOwnOffer, offerPrice, unitsOf } from '../../entities/own-offer.ts'
import { networkFee } from '../../entities/price/NetworkFee.tsx'
import { usePrivateSales } from '../../entities/private-sales.ts'
import type { OwnOffer } from '../../flows/acts/order/end-too.ts'
import type { FlowFootProps } from '../../flows/engine/FlowFoot.tsx'
import type { StepText } from '../../flows/engine/step-views.ts'
import { useBatch } from '../../flows/transactions/use-batch.ts'
import { useLocale } from '../../i18n/index.ts'
import { type Translate, useTranslation } from '../../i18n/translate.ts'
import { Switch } from '../../kit/choices.tsx'
import { dayAndTime } from '../../lib/time.ts'

type Given = {
  item: ItemRecord
  owner: Address
  owned: bigint
  leaving: bigint
  /** False where the last one is destroyed: nothing can be sold then, signed or not. */
  mayReturn?: boolean
  isSent: boolean
}

export type EndToo = {
  /** The account's listing or auction, when the dialog opened. */
  offer: OwnOffer | undefined
  /** The same where too few stay for it once so many have left. */
  left: OwnOffer | undefined
  /** One transaction does the act and ends it. */
  isOne: boolean
  isChosen: boolean
  choose: (isChosen: boolean) => void
}

/**
 * What the account has signed for an item that leaves: it would live again if the item came back, so the same dialog ends it too,
 * unless the account declines (F-120). A transaction of an earlier opening is only followed: nothing else is sent for it.
 */
export function useEndToo({ item, owner, owned, leaving, mayReturn = true, isSent }: Given): EndToo {
  const [shown] = useState(() => findOwnOffer(item, owner))
  // As it was first answered: the dialog itself ends it.
  const [reserved, keep] = useState<OwnOffer>()
  const { own } = usePrivateSales(item)
  if (own && !reserved && !isSent) keep({ is: 'listing', order: own })
  const offer = shown ?? reserved
  const isOne = useBatch(item.chainId)
  const [isChosen, choose] = useState(!isSent)
  const isLeft = mayReturn && offer !== undefined && owned - leaving < unitsOf(offer)
  return { offer, left: isLeft ? offer : undefined, isOne, isChosen, choose }
}

export const endsOf = ({ left, isChosen }: EndToo): OwnOffer | undefined => (isChosen ? left : undefined)

export function endStep(offer: OwnOffer, t: Translate, isOne = false): StepText {
  const title = t(offer.is === 'listing' ? 'trade.cancelStep' : 'auction.cancelStep')
  if (isOne) return { key: 'end', title, aside: t('leftSigned.sameTransaction') }
  const { chainId } = offer.is === 'listing' ? offer.order : offer.auction
  return { key: 'end', title, aside: networkFee('cancel', chainId), asksWallet: true }
}

/** The foot of a dialog whose act may be followed by an end: once the act is done, the button and the hint are about the end alone. */
export function withEnd(endToo: EndToo, isActDone: boolean, foot: FlowFootProps, t: Translate): FlowFootProps {
  const ends = endsOf(endToo)
  if (!ends) return foot
  const steps = [...foot.steps, endStep(ends, t, endToo.isOne && !isActDone)]
  if (!isActDone || foot.state.phase === 'done') return { ...foot, steps }
  const [act, busy, done] =
    ends.is === 'listing'
      ? [t('leftSigned.endListing'), t('leftSigned.ending'), t('leftSigned.ended')]
      : [t('auction.cancel'), t('auction.cancelling'), t('auction.isCancelled')]
  return { ...foot, steps, labels: { act, busy, done }, hint: t('leftSigned.laterHint') }
}

/** Whether it ends too; where it does not, what that lets happen. */
export function EndTooField({ of: { left, isOne, isChosen, choose }, isFixed }: { of: EndToo; isFixed: boolean }) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  if (!left) return null
  const price = offerPrice(left)
  const until = endOf(left)
  return (
    <>
      <Switch
        label={t(left.is === 'listing' ? 'leftSigned.endListingToo' : 'leftSigned.endAuctionToo', { price })}
        hint={t(isOne ? 'leftSigned.endTooOneHint' : 'leftSigned.endTooHint')}
        checked={isChosen}
        disabled={isFixed}
        onChange={choose}
      />
      {!isChosen && (
        <p className="warn-note">
          {until > 0 ? t('leftSigned.staysUntil', { price, until: dayAndTime(until, intl) }) : t('leftSigned.stays', { price })}
        </p>
      )}
    </>
  )
}
