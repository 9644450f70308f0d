import type { CollectionStatistics } from '@plinth/api'
import { type Address, formatUnits, ZERO_ADDRESS } from '@plinth/protocol'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Ago } from '../../entities/Ago.tsx'
import { Thumb } from '../../entities/cards/Thumb.tsx'
import type { ExploreRow } from '../../entities/explore/explore-row.ts'
import { moneyOf, priceOf, shownPrice, useRowName } from '../../entities/explore/RowCard.tsx'
import type { RowState } from '../../entities/live-list/row-state.ts'
import { personName } from '../../entities/person-name.ts'
import { CardWorth } from '../../entities/price/CardWorth.tsx'
import { ChangedDot } from '../../entities/price/ChangedDot.tsx'
import { FeeOnTop } from '../../entities/price/Price.tsx'
import { statistics } from '../../entities/statistics/calls.ts'
import { Avatar } from '../../entities/UserChip.tsx'
import { STANDING_TEXT, useOwnPart } from '../../entities/use-standing.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { ChainGlyph } from '../../kit/ChainGlyph.tsx'
import { queryClient, queryOf } from '../../lib/api.ts'
import { itemPath } from '../../lib/links.ts'
import { thumbnail } from '../../lib/media.ts'
import { priceText } from '../../lib/numbers.ts'
import { payTokensQuery, useNetwork } from '../../lib/site.ts'
import { langOf } from '../../lib/text-lang.ts'

type Cell = { row: ExploreRow }

/** Nothing of it is known, or there is none. */
const NONE = <span className="muted">–</span>

export function WorkCell({ row }: Cell) {
  const network = useNetwork(row.chainId)
  const name = useRowName(row)
  return (
    <>
      <Thumb {...thumbnail(row.image)} size={36} />
      <span className="dense-name">
        <Link to={itemPath(row)} className="d clip" lang={langOf(name)} tabIndex={-1}>
          {name}
        </Link>
        <span className="dense-second clip">
          {network && <ChainGlyph symbol={network.symbol} label={network.name} />}
          <span className="clip">{row.collectionName}</span>
        </span>
      </span>
    </>
  )
}

type PriceProps = Cell & {
  state: RowState
  /** Its worth has no column of its own. */
  isNarrow: boolean
  staleSince: ReactNode
}

export function PriceCell({ row, state, isNarrow, staleSince }: PriceProps) {
  const { t } = useTranslation()
  const { price, auction, isLocked, isTradeLocked } = row
  if (state !== 'here')
    return (
      <span className="row g8 end">
        {state === 'sold' && <span className="dot" />}
        <span className="muted">{t(state === 'sold' ? 'item.sold' : 'item.gone')}</span>
      </span>
    )
  if (isLocked) return <span className="muted">{t(isTradeLocked ? 'item.tradeLocked' : 'item.pending')}</span>
  if (price)
    return (
      <>
        <ChangedDot value={shownPrice(row)} />
        <b className="money">
          {priceText(priceOf(price))} {price.symbol}
        </b>
        {!!price.buyerFee && <FeeOnTop bps={price.buyerFee} />}
        {isNarrow && (
          <span className="dense-under">
            <WorthCell row={row} staleSince={staleSince} />
          </span>
        )}
      </>
    )
  return auction ? <AuctionPrice row={row} auction={auction} /> : NONE
}

/** Highest bid or start price; bidders see their standing. */
function AuctionPrice({ row, auction }: Cell & { auction: NonNullable<ExploreRow['auction']> }) {
  const { t } = useTranslation()
  const standing = useOwnPart(row)?.standing
  const amount = auction.highestPrice > 0n ? auction.highestPrice : auction.startPrice
  return (
    <>
      <span className="row g8 end">
        <span className="dot" />
        <b className="money">
          {priceText(formatUnits(amount, auction.decimals))} {auction.symbol}
        </b>
      </span>
      {standing && <span className="dense-under">{t(STANDING_TEXT[standing])}</span>}
    </>
  )
}

type WorthProps = Cell & {
  /** The network is silent: its prices are from this time. */
  staleSince: ReactNode
}

export function WorthCell({ row: { price, chainId }, staleSince }: WorthProps) {
  if (!price) return NONE
  if (staleSince) return <span className="stale">{staleSince}</span>
  return <CardWorth of={moneyOf(chainId, price)} amount={price.unitPrice} />
}

const BPS = 10_000n

/** How far above the cheapest of its collection in the same money. While the table runs by it is neither looked up nor watched. */
export function ToFloorCell({ row, isStill }: Cell & { isStill: boolean }) {
  if (!row.price) return NONE
  const query = queryOf(statistics.collection, { collection: row.collection, chainId: row.chainId })
  return isStill ? <WatchedFloor row={row} query={query} /> : <ToFloor row={row} figures={queryClient.getQueryData(query.queryKey)} />
}

type FloorQuery = ReturnType<typeof queryOf<Parameters<typeof statistics.collection>[0], CollectionStatistics>>

function WatchedFloor({ row, query }: Cell & { query: FloorQuery }) {
  const { data } = useQuery({ ...query, staleTime: 60_000 })
  return <ToFloor row={row} figures={data} />
}

function ToFloor({ row: { price }, figures }: Cell & { figures: CollectionStatistics | undefined }) {
  const { t } = useTranslation()
  const floor = price && figures?.floors.find((one) => one.payToken === price.payToken)
  if (!price || !floor || floor.unitPrice === 0n) return NONE
  const above = ((price.unitPrice - floor.unitPrice) * BPS) / floor.unitPrice
  if (above === 0n) return <span className="tag">{t('explore.table.isFloor')}</span>
  const tenths = (above < 0n ? -above : above) / 10n
  return `${above < 0n ? '−' : '+'}${tenths / 10n}.${tenths % 10n}%`
}

export function LastSaleCell({ row: { lastSale, chainId } }: Cell) {
  const token = useToken(chainId, lastSale?.money)
  if (!lastSale || !token) return NONE
  return `${priceText(formatUnits(lastSale.unitPrice, token.decimals))} ${token.symbol}`
}

/** A money as its network calls it; the zero address is the coin. */
function useToken(chainId: number, address: Address | undefined): { symbol: string; decimals: number } | undefined {
  const { data } = useQuery(payTokensQuery(chainId))
  const network = useNetwork(chainId)
  if (address === undefined) return undefined
  const found = data?.find((token) => token.address === address)
  if (found) return found
  return address === ZERO_ADDRESS && network ? { symbol: network.symbol, decimals: 18 } : undefined
}

export const OfferCell = ({ row: { bid } }: Cell) => (bid ? `${priceText(priceOf(bid))} ${bid.symbol}` : NONE)

export function OwnerCell({ row: { owner } }: Cell) {
  const { t } = useTranslation()
  if (!owner) return <span className="muted">{t('explore.table.several')}</span>
  return (
    <>
      <Avatar person={owner} size={20} />
      <span className="clip">{personName(owner)}</span>
    </>
  )
}

export const ListedCell = ({ row: { listedAt } }: Cell) => (listedAt === undefined ? NONE : <Ago at={listedAt} />)
