import type { AuctionRecord, ItemRecord } from '@plinth/api'
import { type Address, AUCTION_SETTLEMENT } from '@plinth/protocol'
import type { AuctionAct } from '../../../entities/auction-acts.ts'
import { findPending } from '../../../flows/transactions/transactions.ts'
import { AuctionBidDialog } from './AuctionBidDialog.tsx'
import { AuctionDialog } from './AuctionDialog.tsx'
import { BuyNowDialog } from './BuyNowDialog.tsx'
import { CancelAuctionDialog } from './CancelAuctionDialog.tsx'
import { DetailDialog, type DetailDialogProps } from './DetailDialog.tsx'
import { OpenSettleDialog } from './OpenSettleDialog.tsx'
import { SettleDialog } from './SettleDialog.tsx'
import { TakeBackDialog } from './TakeBackDialog.tsx'

/** What is done at an auction; `startAuction` has none yet. */
export type AuctionDialogAct =
  | 'startAuction'
  | 'editAuction'
  | 'viewAuction'
  | 'cancelAuction'
  | 'takeBackBid'
  | 'buyNowAuction'
  | 'settleAuction'
  | AuctionAct

type Props = {
  act: AuctionDialogAct
  item: ItemRecord
  owned: bigint
  auction: AuctionRecord | undefined
  /** Undefined for a visitor, who may look. */
  me: Address | undefined
  onAct: DetailDialogProps['onAct']
  onClose: () => void
}

export function AuctionDialogs({ act, item, owned, auction, me, onAct, onClose }: Props) {
  if (act === 'viewAuction') return auction ? <DetailDialog item={item} auction={auction} me={me} onAct={onAct} onClose={onClose} /> : null
  if (me === undefined) return null
  if (act === 'startAuction') return <AuctionDialog item={item} owned={owned} onClose={onClose} owner={me} auction={undefined} />
  if (!auction) return null
  switch (act) {
    case 'editAuction':
      return <AuctionDialog item={item} owned={owned} auction={auction} onClose={onClose} owner={me} />
    case 'cancelAuction':
      return <CancelAuctionDialog item={item} auction={auction} onClose={onClose} />
    case 'bidAuction':
      return <AuctionBidDialog item={item} auction={auction} onClose={onClose} />
    case 'buyNowAuction':
      return <BuyNowDialog item={item} auction={auction} onClose={onClose} />
    case 'settleAuction':
      return <OpenSettleDialog item={item} auction={auction} onClose={onClose} pending={findPending(act, me, item)} />
    case 'takeBackBid':
      return <TakeBackDialog item={item} auction={auction} me={me} onClose={onClose} />
    case 'acceptAuction':
    case 'buyAuction': {
      const type = act === 'acceptAuction' ? AUCTION_SETTLEMENT.ACCEPT : AUCTION_SETTLEMENT.BUY
      return <SettleDialog item={item} auction={auction} me={me} type={type} onClose={onClose} pending={findPending(act, me, item)} />
    }
  }
}
