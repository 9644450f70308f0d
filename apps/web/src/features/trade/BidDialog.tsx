import type { ItemRecord, OrderRecord } from '@plinth/api'
import { useState } from 'react'
import { paysText } from '../../entities/price/amounts.ts'
import { usePriceOutlier } from '../../entities/price/use-price-outlier.tsx'
import { type BidContext, bidFlow } from '../../flows/acts/order/bid.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { priceText } from '../../lib/numbers.ts'
import { BidFields } from './BidFields.tsx'
import { BidFoot } from './BidFoot.tsx'
import { BidSums } from './BidSums.tsx'
import { BidTerms } from './BidTerms.tsx'
import { bidSteps } from './bid-steps.ts'
import { useFreshPagesOnFailure } from './fresh-pages.ts'
import { ItemDialog } from './ItemDialog.tsx'
import { leaveWith } from './leave-with.ts'
import { PaymentBalance } from './PaymentBalance.tsx'
import { PaySwap } from './PaySwap.tsx'
import { EMPTY_SALE } from './sale-form.ts'
import { UnwrapDialog } from './UnwrapDialog.tsx'
import { type Bidding, useBid } from './use-bid.ts'
import { useTradeForm } from './use-trade-form.ts'

export type BidDialogProps = {
  item: ItemRecord
  owned: bigint
  /** The user's open bid, when it is raised. */
  bid: OrderRecord | undefined
  /** A bid that ended with the contracts it was signed for: the form begins with its terms. */
  again?: OrderRecord | undefined
  onClose: () => void
}

/** Price, number, time, all that it can come to mean, then the steps: wrap what is missing, allow it, sign the bid. */
export function BidDialog({ item, owned, bid: openBid, again, onClose }: BidDialogProps) {
  const { t } = useTranslation()
  // Snapshot from when the dialog opened: the market reports later changes in a message.
  const [bid] = useState(openBid)
  const [most] = useState(item.supply - owned)
  const bidding = useBid({ item, most, bid, again })
  const [isUnlimited, setUnlimited] = useState(false)
  // As much as was idle when it was asked for: what is sent from there changes it.
  const [unwrapping, setUnwrapping] = useState(0n)
  const { errors, figures, funding, spendable, money, token } = bidding
  const far = usePriceOutlier({ item, role: 'buyer', unitPrice: figures.unitPrice, token })
  const { state, run, isBusy, shown, submit, edit } = useTradeForm(bidFlow, {
    context: () => contextOf({ item, bid, bidding, isUnlimited }),
    errors,
    confirm: (go) => token && far.confirm(go),
    onDone: () => leaveWith(t('request.bidSuccess'), onClose),
  })
  useFreshPagesOnFailure(state)
  const isShort = state.phase === 'form' && funding.isShort
  // What was missing when it was submitted: it is there once it is wrapped.
  const wrap = run.context()?.wrap ?? funding.wrap
  const price = `${priceText(bidding.form.price || '0')} ${money.symbol}`
  return (
    <ItemDialog
      item={item}
      onClose={onClose}
      kicker={t(bid ? 'trade.raiseKicker' : again ? 'trade.bidAgainKicker' : 'trade.bidKicker')}
      band={<PaySwap item={item} amount={figures.left} leaves={paysText(figures.draw, money)} when={t('trade.whenAccepted')} />}
      foot={
        <BidFoot
          state={state}
          bid={bid}
          price={price}
          isShort={isShort}
          submit={submit}
          onClose={onClose}
          steps={bidSteps({ chainId: item.chainId, wrap, bidding, isUnlimited, t })}
          onAnotherTime={() => edit(() => bidding.change({ life: EMPTY_SALE.life, pick: EMPTY_SALE.pick }))}
        />
      }
    >
      <BidFields
        item={item}
        bid={bid}
        most={most}
        bidding={bidding}
        shown={shown}
        disabled={isBusy}
        onChange={(part) => edit(() => bidding.change(part))}
        onToken={(address) => edit(() => bidding.setToken(bidding.tokens.find((token) => token.address === address)))}
      />
      <BidSums item={item} figures={figures} money={money} feeBps={bidding.feeBps} token={bidding.token} />
      <PaymentBalance
        chainId={item.chainId}
        money={money}
        spendable={spendable}
        isShort={isShort}
        wrap={wrap}
        isUnlimited={isUnlimited}
        onUnwrap={bidding.idle > 0n && !isBusy ? () => setUnwrapping(bidding.idle) : undefined}
        onUnlimited={isBusy ? undefined : (next) => edit(() => setUnlimited(next))}
      />
      {!isBusy && far.warning}
      <BidTerms bid={bid} bidding={bidding} />
      {unwrapping > 0n && token && <UnwrapDialog token={token} idle={unwrapping} coin={bidding.coin} onClose={() => setUnwrapping(0n)} />}
    </ItemDialog>
  )
}

type Signed = { item: ItemRecord; bid: OrderRecord | undefined; bidding: Bidding; isUnlimited: boolean }

/** Only called with a form that has no errors. */
function contextOf({ item, bid, bidding, isUnlimited }: Signed): BidContext {
  const { token, figures, feeBps, funding, until } = bidding
  if (!token || until === undefined) throw new Error('A bid needs a pay token and an end')
  const { chainId, collection, tokenId, standard } = item
  return {
    chainId,
    collection,
    tokenId,
    standard,
    quantity: figures.quantity,
    unitPrice: figures.unitPrice,
    payToken: token,
    draw: figures.draw,
    maxBuyerFeeBps: feeBps,
    sellerFeeBps: bidding.sellerFeeBps,
    wrap: funding.wrap,
    validUntil: until,
    salt: bid?.salt,
    isUnlimited,
  }
}
