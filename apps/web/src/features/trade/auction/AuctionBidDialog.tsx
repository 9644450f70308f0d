import type { AuctionRecord, ItemRecord } from '@plinth/api'
import { useState } from 'react'
import { totalText } from '../../../entities/auction.ts'
import { exactText, paysText } from '../../../entities/price/amounts.ts'
import { usePriceOutlier } from '../../../entities/price/use-price-outlier.tsx'
import { useAuction, useAuctionBids } from '../../../entities/use-auction.ts'
import { auctionBidFlow } from '../../../flows/acts/auction/auction-bid.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { PriceField } from '../../../kit/PriceField.tsx'
import { bidSteps } from '../bid-steps.ts'
import { leaveWith } from '../leave-with.ts'
import { PaymentBalance } from '../PaymentBalance.tsx'
import { PaySwap } from '../PaySwap.tsx'
import { TradeFrame } from '../TradeFrame.tsx'
import { useTradeForm } from '../use-trade-form.ts'
import { AuctionBidSums } from './AuctionBidSums.tsx'
import { AuctionBidTerms } from './AuctionBidTerms.tsx'
import { useAuctionBid } from './use-auction-bid.ts'

export type AuctionBidDialogProps = { item: ItemRecord; auction: AuctionRecord; onClose: () => void }

/** A price, what happens if it wins or loses, then the steps: wrap what is missing, allow it, sign the bid. */
export function AuctionBidDialog({ item, auction: given, onClose }: AuctionBidDialogProps) {
  const { t } = useTranslation()
  const auction = useAuction(given)
  const bids = useAuctionBids(auction)
  const bidding = useAuctionBid({ item, auction, bids: bids ?? [] })
  const [isUnlimited, setUnlimited] = useState(false)
  const { figures, funding, spendable, money, error } = bidding
  const far = usePriceOutlier({ item, role: 'buyer', unitPrice: figures.total / auction.quantity, token: auction.payToken })
  const { state, run, isBusy, shown, submit, edit } = useTradeForm(auctionBidFlow, {
    context: () => ({
      auction: given,
      total: figures.total,
      payToken: auction.payToken,
      draw: figures.draw,
      buyerFeeBps: bidding.feeBps,
      wrap: funding.wrap,
      isUnlimited,
    }),
    errors: { price: error },
    confirm: far.confirm,
    onDone: () => leaveWith(t('request.bidSuccess'), onClose),
  })
  const isShort = state.phase === 'form' && funding.isShort
  // What was missing when it was submitted: it is there once it is wrapped.
  const wrap = run.context()?.wrap ?? funding.wrap
  const price = totalText(figures.total, auction)
  const each = exactText(bidding.leastEach, money)
  return (
    <TradeFrame
      item={item}
      onClose={onClose}
      kicker={t('auction.bidKicker')}
      band={<PaySwap item={item} amount={auction.quantity} leaves={paysText(figures.draw, money)} when={t('auction.ifYouWin')} />}
      state={state}
      steps={bidSteps({ chainId: item.chainId, wrap, bidding, isUnlimited, t })}
      labels={{ act: t('trade.signBid'), busy: t('trade.bidding', { price }), done: t('trade.bidden', { price }) }}
      submit={submit}
      disabled={isShort}
      hint={t('auction.bidKeep')}
      giveUp={{ label: t('trade.lookAgain'), onPress: onClose }}
    >
      <fieldset className="dialog-form" disabled={isBusy}>
        <PriceField
          label={t(auction.quantity > 1n ? 'trade.bidEach' : 'trade.yourBid')}
          aside={t('auction.atLeast', { price: each })}
          value={bidding.price}
          onChange={(next) => edit(() => bidding.setPrice(next))}
          token={{ key: auction.payTokenAddress, symbol: money.symbol }}
          error={shown.price && t(shown.price, { least: each })}
        />
      </fieldset>
      <AuctionBidSums auction={auction} bidding={bidding} />
      <PaymentBalance
        chainId={item.chainId}
        money={money}
        spendable={spendable}
        isShort={isShort}
        wrap={wrap}
        isUnlimited={isUnlimited}
        onUnlimited={isBusy ? undefined : (next) => edit(() => setUnlimited(next))}
      />
      {!isBusy && far.warning}
      <AuctionBidTerms auction={auction} bidding={bidding} />
    </TradeFrame>
  )
}
