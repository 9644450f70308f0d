import type { AuctionRecord } from '@plinth/api'
import { Link } from 'react-router'
import { auctionLabel, isHeld, isLiveAuction, totalText } from '../../entities/auction.ts'
import { AuctionClock } from '../../entities/cards/AuctionClock.tsx'
import { personName } from '../../entities/person-name.ts'
import { Avatar } from '../../entities/UserChip.tsx'
import { useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { Tag } from '../../kit/marks.tsx'
import { Segmented } from '../../kit/Segmented.tsx'
import { accountPath } from '../../lib/links.ts'
import { groupDigits } from '../../lib/numbers.ts'
import { useSession } from '../../lib/session.ts'
import { useChainNowAt } from '../../lib/use-chain-now.ts'
import { useParam } from '../../lib/use-param.ts'
import { auctionRowActs } from './auction-row-acts.ts'
import type { OpenAct } from './open-act.ts'

const WHICH = ['live', 'finished'] as const

/** The auctions of an item, live or finished; on the finished ones where none is live (ITEM-17, ITEM-18). */
export function AuctionsTab({ auctions, open }: { auctions: readonly AuctionRecord[]; open: OpenAct }) {
  const { t } = useTranslation()
  const live = auctions.filter(isLiveAuction)
  const [which = live.length > 0 ? 'live' : 'finished', choose] = useParam('auctions', WHICH)
  const rows = which === 'live' ? live : auctions.filter((auction) => !isLiveAuction(auction))
  return (
    <div className="item-panel">
      <Segmented
        label={t('auction.which')}
        value={which}
        options={[
          { value: 'live', label: t('auction.showLive') },
          { value: 'finished', label: t('auction.showFinished') },
        ]}
        onChange={choose}
      />
      {rows.length === 0 ? (
        <p className="muted auction-none">{t(which === 'live' ? 'auction.noneLive' : 'auction.noneFinished')}</p>
      ) : (
        <ul className="auction-rows">
          {rows.map((auction) => (
            <Row key={auction.id.toString()} auction={auction} open={open} />
          ))}
        </ul>
      )}
    </div>
  )
}

function Row({ auction, open }: { auction: AuctionRecord; open: OpenAct }) {
  const { t } = useTranslation()
  const { address } = useSession()
  const now = useChainNowAt([auction.startTime])
  const isLive = isLiveAuction(auction)
  const names = { editAuction: t('auction.edit'), viewAuction: t('auction.see'), cancelAuction: t('auction.cancel') }
  const price = auction.highestPrice > 0n ? auction.highestPrice : auction.startPrice
  return (
    <li className="auction-row">
      <Link className="row g8" to={accountPath(auction.owner)}>
        <Avatar person={auction.user} size={28} />
        <span className="clip">{auction.owner === address ? t('work.you') : personName(auction.user)}</span>
      </Link>
      <span className="auction-row-price">
        <b className="num">
          {auction.quantity > 1n && `${groupDigits(auction.quantity.toString())} × `}
          {totalText(auction.quantity > 1n ? price / auction.quantity : price, auction)}
        </b>
        <span className="s12 muted">{t(auction.highestPrice > 0n ? 'item.highestBid' : 'item.startPrice')}</span>
      </span>
      <span className="s12 muted auction-row-state">
        {isLive && isHeld(auction) ? <AuctionClock times={auction} /> : <Tag>{t(isLive ? 'auction.atRest' : auctionLabel(auction))}</Tag>}
      </span>
      <span className="row g8 auction-row-acts">
        {auctionRowActs(auction, address, now).map((act) => (
          <Button key={act} size="small" onClick={() => open(act, undefined, auction)}>
            {names[act]}
          </Button>
        ))}
      </span>
    </li>
  )
}
