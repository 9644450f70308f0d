import type { OrderRecord } from '@plinth/api'
import { TOKEN_STANDARD } from '@plinth/protocol'
import { useState } from 'react'
import { acceptSums } from '../../entities/bid.ts'
import { useItemFace } from '../../entities/cards/use-item-face.ts'
import { personName } from '../../entities/person-name.ts'
import { receivesText } from '../../entities/price/amounts.ts'
import { networkFee } from '../../entities/price/NetworkFee.tsx'
import { usePriceOutlier } from '../../entities/price/use-price-outlier.tsx'
import { useApproved } from '../../flows/acts/money/approval.ts'
import { acceptAndEndFlow, acceptFlow, readAcceptSubject } from '../../flows/acts/order/accept-bid.ts'
import { useLocale } from '../../i18n/index.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { SwapBand } from '../../kit/Dialog.tsx'
import { priceText } from '../../lib/numbers.ts'
import { dayAndTime } from '../../lib/time.ts'
import { AcceptSums } from './AcceptSums.tsx'
import { approveStep } from './allow-step.ts'
import { EndTooField, endsOf, useEndToo, withEnd } from './EndToo.tsx'
import { refreshPages, useFreshPagesOnFailure } from './fresh-pages.ts'
import { acceptable } from './hold-form.ts'
import { Pieces } from './Pieces.tsx'
import { QuantityField } from './QuantityField.tsx'
import { quantityError } from './sale-form.ts'
import { TradeFrame } from './TradeFrame.tsx'
import type { HoldDialogProps } from './TransferDialog.tsx'
import { useTradeForm } from './use-trade-form.ts'

export type AcceptBidDialogProps = HoldDialogProps & { bid: OrderRecord }

/** What leaves you, what you get of it after fee and royalty, then: allow the collection, sell to the bidder. */
export function AcceptBidDialog({ item, owner, bid: bidNow, owned: ownedNow, pending: pendingNow, onClose }: AcceptBidDialogProps) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  // Snapshot from when the dialog opened: the market reports later changes in a message.
  const [bid] = useState(bidNow)
  const [owned] = useState(ownedNow)
  const [sent] = useState(() => readSent(pendingNow, bidNow))
  const available = sent ? BigInt(sent.quantity) : acceptable(bid, owned)
  const [quantity, setQuantity] = useState(available.toString())
  const wrong = quantityError(quantity, available)
  const amount = wrong ? 1n : BigInt(quantity)
  const sums = acceptSums(item, bid, amount, owner)
  const { chainId, collection, tokenId, standard, collectionBrief } = item
  const title = useItemFace(item).name
  const isAllowed = useApproved(item)
  const far = usePriceOutlier({
    item,
    role: 'seller',
    unitPrice: bid.selling / bid.buying,
    token: { address: bid.payTokenAddress, decimals: bid.payTokenDecimals, symbol: bid.payTokenSymbol },
  })
  const endToo = useEndToo({ item, owner, owned, leaving: amount, isSent: sent !== undefined })
  const { state, run, isBusy, shown, submit, edit } = useTradeForm(endToo.offer ? acceptAndEndFlow : acceptFlow, {
    context: () => ({
      chainId,
      collection,
      collectionName: collectionBrief.name,
      tokenId,
      title,
      shown: bid,
      quantity: amount,
      receives: sums.receives,
      isSent: sent !== undefined,
      ends: endsOf(endToo),
    }),
    errors: { quantity: wrong },
    confirm: far.confirm,
    sent: sent && { accept: sent.hash },
    onDone: refreshPages,
  })
  useFreshPagesOnFailure(state)
  const isDone = state.phase === 'done'
  // From here on only the end of an own listing is left to do.
  const isAccepted = state.steps.accept?.at === 'done'
  const isEdition = standard === TOKEN_STANDARD.ERC1155
  const receives = receivesText(sums.receives, { decimals: bid.payTokenDecimals, symbol: bid.payTokenSymbol })
  const name = personName(bid.user)
  const price = `${priceText(bid.unitPrice)} ${bid.payTokenSymbol}`
  return (
    <TradeFrame
      item={item}
      onClose={onClose}
      kicker={t(bid.buying > 1n ? 'hold.acceptKickerEach' : 'hold.acceptKicker', { name, price })}
      band={<SwapBand leaves={<Pieces item={item} amount={amount} />} comes={<div className="d d28">{receives}</div>} />}
      {...withEnd(
        endToo,
        isAccepted,
        {
          state,
          steps: [
            approveStep(item, isAllowed, t),
            { key: 'accept', title: t('hold.acceptStep', { name }), aside: networkFee('accept', chainId), asksWallet: true },
          ],
          labels: {
            act: t('hold.accept', { amount: receives }),
            busy: t('hold.accepting', { amount: receives }),
            done: t('hold.accepted', { amount: receives }),
          },
          submit: isAccepted ? run.submit : submit,
          hint: isDone ? t('hold.accepted', { amount: receives }) : t('hold.acceptNote'),
          giveUp: { label: t('trade.lookAgain'), onPress: onClose },
          closeWhenDone: onClose,
        },
        t,
      )}
    >
      {isEdition && !sent && (
        <fieldset className="dialog-form" disabled={isBusy || isAccepted}>
          <QuantityField
            aside={t('hold.canSell', { count: available.toString() })}
            value={quantity}
            onChange={(next) => edit(() => setQuantity(next))}
            max={available}
            error={shown.quantity}
          />
        </fieldset>
      )}
      <AcceptSums item={item} bid={bid} amount={amount} sums={sums} />
      {!sent && !isAccepted && !isBusy && far.warning}
      {!isDone && bid.validUntil > 0 && <p className="hint">{t('hold.goodUntil', { time: dayAndTime(bid.validUntil, intl) })}</p>}
      {!isDone && <EndTooField of={endToo} isFixed={isBusy || isAccepted} />}
    </TradeFrame>
  )
}

/** Of this very bid, out and on its way. */
function readSent(pending: HoldDialogProps['pending'], bid: OrderRecord): { hash: string; quantity: string } | undefined {
  const quantity = pending?.subject === undefined ? undefined : readAcceptSubject(pending.subject, bid)
  return pending?.hash && quantity !== undefined ? { hash: pending.hash, quantity } : undefined
}
