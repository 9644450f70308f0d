import type { AuctionRecord, ItemRecord } from '@plinth/api'
import { type Address, ALL_CHAINS } from '@plinth/protocol'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { auctionLabel, totalText } from '../../../entities/auction.ts'
import { Thumb } from '../../../entities/cards/Thumb.tsx'
import { useItemFace } from '../../../entities/cards/use-item-face.ts'
import { ListFoot } from '../../../entities/live-list/ListFoot.tsx'
import { STANDING_TEXT, useOwnParts } from '../../../entities/use-standing.ts'
import { useLocale } from '../../../i18n/index.ts'
import { type TextKey, useTranslation } from '../../../i18n/translate.ts'
import { ButtonLink } from '../../../kit/Button.tsx'
import { Skeleton } from '../../../kit/marks.tsx'
import { EmptyState, FailedState } from '../../../kit/states.tsx'
import { api, pagesOf, queryOf } from '../../../lib/api.ts'
import { itemPath } from '../../../lib/links.ts'
import { useNearEnd } from '../../../lib/near-end.ts'
import { langOf } from '../../../lib/text-lang.ts'
import { dayAndTime } from '../../../lib/time.ts'

const LIMIT = 20

/** Running ones that the account owns or bids in, and its own that are over. */
export function AuctionsTab({ me, chainId }: { me: Address | undefined; chainId: number }) {
  const { t } = useTranslation()
  const parts = useOwnParts()
  const running = Object.values(parts)
    .filter(({ own: { auction } }) => chainId === ALL_CHAINS || auction.chainId === chainId)
    .toSorted((a, b) => a.own.auction.endTime - b.own.auction.endTime)
  const over = useInfiniteQuery({
    ...pagesOf(api.auction.list, { page: 1, limit: LIMIT, isFinished: true, chainId, ...(me && { owner: me }) }),
    enabled: me !== undefined,
  })
  const end = useNearEnd<HTMLDivElement>(() => over.fetchNextPage(), over.hasNextPage && !over.isFetchingNextPage && !over.isError)
  const ended = over.data?.pages.flatMap(({ list }) => list)
  if (running.length === 0 && ended?.length === 0)
    return (
      <EmptyState title={t('portfolio.noAuctions')} text={t('portfolio.noAuctionsText')}>
        <ButtonLink variant="primary" to="/auctions">
          {t('portfolio.toAuctions')}
        </ButtonLink>
      </EmptyState>
    )
  return (
    <>
      {running.length > 0 && (
        <Part title={t('portfolio.running')}>
          {running.map(({ own: { auction }, standing }) => (
            <Row
              key={auction.id.toString()}
              auction={auction}
              state={standing ? STANDING_TEXT[standing] : auctionLabel(auction)}
              hasDot={standing === 'won' || standing === 'toAccept'}
              isOwn={auction.owner === me}
            />
          ))}
        </Part>
      )}
      {!ended ? (
        over.isError ? (
          <FailedState title={t('portfolio.auctionsFailed')} retry={() => over.refetch()} />
        ) : (
          <Skeleton height={160} width="100%" />
        )
      ) : (
        ended.length > 0 && (
          <Part title={t('portfolio.over')}>
            {ended.map((auction) => (
              <Row key={auction.id.toString()} auction={auction} state={auctionLabel(auction)} isOwn />
            ))}
          </Part>
        )
      )}
      <div ref={end} className="list-end">
        <ListFoot pages={over} />
      </div>
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="ledger-part">
      <h2 className="d d22">{title}</h2>
      <ul className="ledger-list">{children}</ul>
    </section>
  )
}

type RowProps = { auction: AuctionRecord; state: TextKey; isOwn: boolean; hasDot?: boolean }

function Row({ auction, state, isOwn, hasDot = false }: RowProps) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const { collection, tokenId, chainId, highestPrice, startPrice, endTime } = auction
  const { data: item } = useQuery({ ...queryOf(api.nft.detail, { collection, tokenId, chainId }), staleTime: 60_000 })
  return (
    <li className="ledger-listing">
      {item ? <Work item={item} text={t(isOwn ? 'portfolio.yours' : 'portfolio.youBid')} /> : <Boxes />}
      <span className="ledger-listing-price num">
        <b className="money">{totalText(highestPrice > 0n ? highestPrice : startPrice, auction)}</b>
        <span className="dense-under muted">{t(highestPrice > 0n ? 'item.highestBid' : 'item.startPrice')}</span>
      </span>
      <span className="ledger-listing-until muted">{dayAndTime(endTime, intl)}</span>
      <span className="ledger-listing-acts">
        {hasDot && <span className="dot" />}
        {t(state)}
      </span>
    </li>
  )
}

function Boxes() {
  return (
    <>
      <Skeleton width={48} height={48} />
      <Skeleton width={120} height={16} />
    </>
  )
}

function Work({ item, text }: { item: ItemRecord; text: string }) {
  const { name, picture } = useItemFace(item)
  return (
    <>
      <Thumb src={picture?.src ?? ''} {...(picture?.srcSet && { srcSet: picture.srcSet })} size={48} />
      <span className="dense-name">
        <Link to={itemPath(item)} className="d clip" lang={langOf(name)}>
          {name}
        </Link>
        <span className="dense-second clip">{text}</span>
      </span>
    </>
  )
}
