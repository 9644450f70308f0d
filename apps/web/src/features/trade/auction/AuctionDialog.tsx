import type { AuctionRecord, ItemRecord } from '@plinth/api'
import { type Address, leastProceeds } from '@plinth/protocol'
import { useState } from 'react'
import { bidPrice } from '../../../entities/bid.ts'
import { useItemFace } from '../../../entities/cards/use-item-face.ts'
import { findOwnListing } from '../../../entities/own-listing.ts'
import { receivesText } from '../../../entities/price/amounts.ts'
import { royaltiesOf } from '../../../entities/price/royalty.ts'
import { usePriceOutlier } from '../../../entities/price/use-price-outlier.tsx'
import { type AuctionContext, auctionFlow, auctionInsteadFlow } from '../../../flows/acts/auction/auction.ts'
import { useApproved } from '../../../flows/acts/money/approval.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { SwapBand } from '../../../kit/Dialog.tsx'
import { chainNow } from '../../../lib/clock.ts'
import { approveStep } from '../allow-step.ts'
import { endStep } from '../EndToo.tsx'
import { leaveWith } from '../leave-with.ts'
import { Pieces } from '../Pieces.tsx'
import { TradeFrame } from '../TradeFrame.tsx'
import { useTradeForm } from '../use-trade-form.ts'
import { lateAndNow } from './AuctionBidTerms.tsx'
import { AuctionFields } from './AuctionFields.tsx'
import { AuctionSums } from './AuctionSums.tsx'
import { AuctionTerms } from './AuctionTerms.tsx'
import type { AuctionForm } from './auction-form.ts'
import { endTimeOf, startTimeOf } from './auction-form.ts'
import { type AuctionDraft, useAuctionForm } from './use-auction-form.ts'

export type AuctionDialogProps = {
  item: ItemRecord
  owner: Address
  owned: bigint
  /** The user's auction, when it is edited before it starts. */
  auction: AuctionRecord | undefined
  onClose: () => void
}

/** Prices, times, the losing bidders' share and what remains of it, then the steps: allow the collection, sign the auction. */
export function AuctionDialog({ item, owner, owned: ownedNow, auction: editedNow, onClose }: AuctionDialogProps) {
  const { t } = useTranslation()
  // Snapshot from when the dialog opened: the market reports later changes in a message.
  const [owned] = useState(ownedNow)
  const [edited] = useState(editedNow)
  // The market takes no auction of what is on sale: the listing ends in this dialog, before the auction is signed.
  const [listing] = useState(() => findOwnListing(item, owner))
  const ends = listing && { is: 'listing' as const, order: listing }
  const title = useItemFace(item).name
  const draft = useAuctionForm({ item, owned, edited })
  const { errors, figures, money, token } = draft
  const isAllowed = useApproved(item)
  const unitPrice = figures.quantity > 0n ? figures.lowest / figures.quantity : 0n
  const far = usePriceOutlier({ item, role: 'seller', unitPrice, token })
  const { state, isBusy, shown, submit, edit } = useTradeForm(ends ? auctionInsteadFlow : auctionFlow, {
    context: () => ({ ...contextOf(item, draft, edited), title, ends }),
    errors,
    confirm: (go) => token && far.confirm(go),
    onDone: () => leaveWith(t('auction.listed'), onClose),
  })
  const terms = { sellerFeeBps: draft.sellerFeeBps, buyerFeeBps: 0n, encourageBps: figures.encourage, royalties: royaltiesOf(item) }
  const sums = leastProceeds({ ...terms, seller: owner }, figures.lowest)
  const more = lateAndNow({ ...figures, payTokenDecimals: money.decimals, payTokenSymbol: money.symbol }, t)
  return (
    <TradeFrame
      item={item}
      onClose={onClose}
      kicker={t(edited ? 'auction.editKicker' : 'auction.kicker')}
      band={<AtLeast item={item} amount={figures.quantity} receives={receivesText(sums.receives, money)} />}
      state={state}
      steps={[
        approveStep(item, isAllowed, t),
        ...(ends ? [endStep(ends, t)] : []),
        { key: 'sign', title: t('auction.sign'), aside: t('trade.free'), asksWallet: true },
      ]}
      labels={{ act: t('auction.sign'), busy: t('auction.signing'), done: t('auction.listed') }}
      submit={submit}
      hint={t('auction.stays')}
    >
      <AuctionFields
        draft={draft}
        owned={owned}
        shown={shown}
        disabled={isBusy}
        isEdit={edited !== undefined}
        onChange={(part: Partial<AuctionForm>) => edit(() => draft.change(part))}
        onToken={(address) => edit(() => draft.setToken(draft.tokens.find((token) => token.address === address)?.address))}
      />
      <AuctionSums
        item={item}
        sums={sums}
        money={money}
        token={token}
        seller={owner}
        sellerFeeBps={draft.sellerFeeBps}
        encourageBps={figures.encourage}
        price={figures.quantity > 1n ? t('auction.atLowestAll', { count: figures.quantity }) : t('auction.atLowest')}
        total={t('auction.leftAtLeast')}
      />
      {!isBusy && far.warning}
      {listing && state.steps.end?.at !== 'done' && <p className="warn-note">{t('leftSigned.endsFirst', { price: bidPrice(listing) })}</p>}
      <AuctionTerms chainId={item.chainId} startTime={draft.startTime} endTime={draft.endTime} encourage={figures.encourage} more={more} />
    </TradeFrame>
  )
}

function AtLeast({ item, amount, receives }: { item: ItemRecord; amount: bigint; receives: string }) {
  const { t } = useTranslation()
  return (
    <SwapBand
      leaves={
        <>
          <Pieces item={item} amount={amount} />
          <div className="s12 muted">{t('auction.whenSettled')}</div>
        </>
      }
      comes={
        <>
          <div className="d d28">{receives}</div>
          <div className="s12 muted">{t('auction.orMore')}</div>
        </>
      }
    />
  )
}

/** Only called with a form that has no errors. */
function contextOf(
  item: ItemRecord,
  { form, figures, token, sellerFeeBps }: AuctionDraft,
  edited: AuctionRecord | undefined,
): Omit<AuctionContext, 'title'> {
  const now = chainNow()
  const [startTime, endTime] = [startTimeOf(form, now), endTimeOf(form, now)]
  if (!token || startTime === undefined || endTime === undefined) throw new Error('An auction needs a pay token, a start and an end')
  const { chainId, collection, tokenId, standard, collectionBrief } = item
  return {
    chainId,
    collection,
    tokenId,
    standard,
    collectionName: collectionBrief.name,
    ...figures,
    payToken: token,
    startTime,
    endTime,
    sellerFeeBps,
    salt: edited?.salt,
  }
}
