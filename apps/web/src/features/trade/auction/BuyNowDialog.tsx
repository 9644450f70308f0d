import { useState } from 'react'
import { useItemFace } from '../../../entities/cards/use-item-face.ts'
import { columnTexts, paysText } from '../../../entities/price/amounts.ts'
import { networkFee } from '../../../entities/price/NetworkFee.tsx'
import { useAuction, useAuctionBids } from '../../../entities/use-auction.ts'
import { buyNowFlow } from '../../../flows/acts/auction/buy-now.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { bidSteps } from '../bid-steps.ts'
import { refreshPages, useFreshPagesOnFailure } from '../fresh-pages.ts'
import { PaymentBalance } from '../PaymentBalance.tsx'
import { PaySwap } from '../PaySwap.tsx'
import { feeLines, Sums } from '../Sums.tsx'
import { TradeFrame } from '../TradeFrame.tsx'
import { useTradeForm } from '../use-trade-form.ts'
import type { AuctionBidDialogProps } from './AuctionBidDialog.tsx'
import { useAuctionBid } from './use-auction-bid.ts'

/** Signs a bid at the buy-now total and pays it: wrap, allow, sign, pay. */
export function BuyNowDialog({ item, auction: given, onClose }: AuctionBidDialogProps) {
  const { t } = useTranslation()
  const auction = useAuction(given)
  const bids = useAuctionBids(auction)
  const bidding = useAuctionBid({ item, auction, bids: bids ?? [], fixed: given.buyNow })
  const [isUnlimited, setUnlimited] = useState(false)
  const { figures, funding, spendable, money, feeBps } = bidding
  const title = useItemFace(item).name
  const { state, run, isBusy, submit, edit } = useTradeForm(buyNowFlow, {
    context: () => ({
      auction: given,
      title,
      total: figures.total,
      payToken: auction.payToken,
      draw: figures.draw,
      buyerFeeBps: feeBps,
      wrap: funding.wrap,
      isUnlimited,
    }),
    errors: {},
    onDone: refreshPages,
  })
  useFreshPagesOnFailure(state)
  const isShort = state.phase === 'form' && funding.isShort
  // What was missing when it was submitted: it is there once it is wrapped.
  const wrap = run.context()?.wrap ?? funding.wrap
  const amount = paysText(figures.draw, money)
  const [total = '', fee = ''] = columnTexts([figures.total, figures.fee], money)
  return (
    <TradeFrame
      item={item}
      onClose={onClose}
      kicker={t('auction.buyNowKicker')}
      band={<PaySwap item={item} amount={auction.quantity} leaves={amount} />}
      state={state}
      steps={[
        ...bidSteps({ chainId: item.chainId, wrap, bidding, isUnlimited, t }),
        { key: 'settle', title: t('auction.buyStep', { amount }), aside: networkFee('settle', item.chainId), asksWallet: true },
      ]}
      labels={{ act: t('auction.buy', { amount }), busy: t('auction.buying', { amount }), done: t('trade.bought', { amount }) }}
      submit={submit}
      disabled={isShort || spendable.isReading}
      hint={t(state.phase === 'done' ? 'auction.allPaid' : 'auction.buyNowHintPay')}
      giveUp={{ label: t('trade.lookAgain'), onPress: onClose }}
      closeWhenDone={onClose}
    >
      <Sums
        lines={[
          { key: 'price', label: t('auction.buyNowSums'), value: total },
          ...feeLines(feeBps, fee, t),
          { key: 'royalty', label: t('work.royalty'), value: t('auction.paidBySeller'), muted: true },
        ]}
        total={{ label: t('trade.youPay'), value: amount, worth: { of: auction.payToken, amount: figures.draw } }}
      />
      <PaymentBalance
        chainId={item.chainId}
        money={money}
        spendable={spendable}
        isShort={isShort}
        wrap={wrap}
        isUnlimited={isUnlimited}
        onUnlimited={isBusy ? undefined : (next) => edit(() => setUnlimited(next))}
      />
      <p className="s14 muted">{t('auction.buyNowGoes')}</p>
    </TradeFrame>
  )
}
