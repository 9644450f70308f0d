import type { AuctionRecord, ItemRecord } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { useState } from 'react'
import { activeBids, totalText } from '../../../entities/auction.ts'
import { useItemFace } from '../../../entities/cards/use-item-face.ts'
import { networkFee } from '../../../entities/price/NetworkFee.tsx'
import { useAuctionBids } from '../../../entities/use-auction.ts'
import { cancelAuctionBidFlow } from '../../../flows/acts/auction/cancel-auction-bid.ts'
import { isBusy } from '../../../flows/engine/step-views.ts'
import { useFlow } from '../../../flows/engine/use-flow.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { Switch } from '../../../kit/choices.tsx'
import { leaveWith } from '../leave-with.ts'
import { TradeFrame } from '../TradeFrame.tsx'

export type TakeBackDialogProps = { item: ItemRecord; auction: AuctionRecord; me: Address; onClose: () => void }

/** Cancels all bids of the viewer at an auction: with the market for free, and optionally on chain. */
export function TakeBackDialog(props: TakeBackDialogProps) {
  const [isChosen, setOnChain] = useState(false)
  const bids = useAuctionBids(props.auction) ?? []
  // Any account may send its settlement, so the market can't withdraw it.
  const isPublic = activeBids(bids).some(({ bidder, isPublic: isOut }) => bidder === props.me && isOut)
  const [wasPublic, setWasPublic] = useState(false)
  if (isPublic && !wasPublic) setWasPublic(true)
  const onChain = isChosen || wasPublic
  // Another list of steps is another run.
  return <Asking key={String(onChain)} {...props} onChain={onChain} isFixed={wasPublic} setOnChain={setOnChain} />
}

type AskingProps = TakeBackDialogProps & { onChain: boolean; isFixed: boolean; setOnChain: (onChain: boolean) => void }

function Asking({ item, auction: given, me, onClose, onChain, isFixed, setOnChain }: AskingProps) {
  const { t } = useTranslation()
  const [auction] = useState(given)
  const [flow] = useState(() => cancelAuctionBidFlow(onChain))
  const bids = useAuctionBids(auction) ?? []
  const own = activeBids(bids).filter(({ bidder }) => bidder === me)
  const highestOwnTotal = own.reduce((most, bid) => (bid.total > most ? bid.total : most), 0n)
  const { name: title } = useItemFace(item)
  const { state, run } = useFlow(flow, {
    context: () => ({ auction, title, total: highestOwnTotal }),
    onDone: () => leaveWith(t('request.cancelSuccess'), onClose),
  })
  // Once the market has dropped the bids its list is empty, but the cancellation on chain is still to come.
  const total = run.context()?.total ?? highestOwnTotal
  const isHalfDone = state.steps.forget?.at === 'done'
  return (
    <TradeFrame
      item={item}
      onClose={onClose}
      kicker={t('auction.takeBackKicker')}
      state={state}
      steps={[
        { key: 'forget', title: t('auction.forgetStep'), aside: t('trade.free') },
        ...(onChain ? [{ key: 'void', title: t('auction.voidStep'), aside: networkFee('cancel', item.chainId), asksWallet: true }] : []),
      ]}
      labels={{ act: t('trade.takeBack'), busy: t('trade.takingBack'), done: t('trade.takenBack') }}
      submit={run.submit}
      disabled={total === 0n}
      giveUp={{ label: t('trade.lookAgain'), onPress: onClose }}
    >
      <p className="s16">{t('auction.takeBackTip', { price: totalText(total, auction) })}</p>
      <p className="muted">{t('auction.takeBackText')}</p>
      {!isBusy(state) && !isHalfDone && (
        <Switch
          label={t('auction.onChain')}
          hint={t(isFixed ? 'auction.onChainOnly' : 'auction.onChainHint')}
          checked={onChain}
          disabled={isFixed}
          onChange={setOnChain}
        />
      )}
    </TradeFrame>
  )
}
