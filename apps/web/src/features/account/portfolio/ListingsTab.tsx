import type { ItemRecord, ListingWarning, OrderRecord, PortfolioListing } from '@plinth/api'
import { type Address, formatUnits } from '@plinth/protocol'
import { useInfiniteQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Thumb } from '../../../entities/cards/Thumb.tsx'
import { useRowName } from '../../../entities/explore/RowCard.tsx'
import { ListFoot } from '../../../entities/live-list/ListFoot.tsx'
import { Worth } from '../../../entities/price/Worth.tsx'
import type { OwnOffer } from '../../../flows/acts/order/end-too.ts'
import { useLocale } from '../../../i18n/index.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { Button, ButtonLink } from '../../../kit/Button.tsx'
import { Icon } from '../../../kit/icons.tsx'
import { Skeleton } from '../../../kit/marks.tsx'
import { EmptyState, FailedState } from '../../../kit/states.tsx'
import { itemPath } from '../../../lib/links.ts'
import { thumbnail } from '../../../lib/media.ts'
import { useNearEnd } from '../../../lib/near-end.ts'
import { groupDigits, priceText } from '../../../lib/numbers.ts'
import { langOf } from '../../../lib/text-lang.ts'
import { dayAndTime } from '../../../lib/time.ts'
import { PrivateListings } from '../private/PrivateListings.tsx'
import { listingsQuery, type Scope } from './portfolio-query.ts'
import { WalletName } from './wallets/WalletName.tsx'

export type ListingAct = 'editSale' | 'extendSale' | 'reviveSale' | 'cancelSale'

/** What mends a listing with this warning. */
const ACTS = {
  belowFloor: 'editSale',
  moved: 'cancelSale',
  returned: 'reviveSale',
  unapproved: 'reviveSale',
  refused: 'cancelSale',
  endsSoon: 'extendSale',
} as const satisfies Record<ListingWarning, ListingAct>

type Props = {
  me: Address | undefined
  scope: Scope
  openOrder: (order: OrderRecord, act: ListingAct) => void
  actOf: (item: ItemRecord, ends?: OwnOffer) => ReactNode
}

/** Everything on sale, what needs a second look first, each with what mends it (PORT-05). */
export function ListingsTab({ me, scope, openOrder, actOf }: Props) {
  const { t } = useTranslation()
  const pages = useInfiniteQuery(listingsQuery(scope, me))
  const end = useNearEnd<HTMLDivElement>(() => pages.fetchNextPage(), pages.hasNextPage && !pages.isFetchingNextPage && !pages.isError)
  if (!pages.data)
    return pages.isError ? (
      <FailedState title={t('portfolio.listingsFailed')} retry={() => pages.refetch()} />
    ) : (
      <Skeleton height={320} width="100%" />
    )
  const rows = pages.data.pages.flatMap(({ list }) => list)
  return (
    <>
      {me && (scope.wallet ?? me) === me && <PrivateListings actOf={actOf} />}
      {rows.length === 0 ? (
        <EmptyState title={t('account.empty.sale.title')} text={t('account.empty.sale.text')}>
          <ButtonLink variant="primary" to="/items?tab=items&listed=no">
            {t('portfolio.toWorks')}
          </ButtonLink>
        </EmptyState>
      ) : (
        <ul className="ledger-list" aria-label={t('portfolio.tab.listings')}>
          {rows.map((row) => (
            <Listing key={`${row.order.chainId}:${row.order.id}`} row={row} isOwn={row.order.maker === me} openOrder={openOrder} />
          ))}
        </ul>
      )}
      <div ref={end} className="list-end">
        <ListFoot pages={pages} />
      </div>
    </>
  )
}

function Listing({ row, isOwn, openOrder }: { row: PortfolioListing; isOwn: boolean } & Pick<Props, 'openOrder'>) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const { order, image, collectionName, warnings } = row
  const work = { chainId: order.chainId, collection: order.sellToken, tokenId: order.sellTokenId }
  const name = useRowName({ name: row.name, tokenId: order.sellTokenId })
  const left = order.selling - order.filled
  const unitPrice = order.buying / order.selling
  const { decimals, symbol, address } = order.payToken
  return (
    <li className="ledger-listing">
      <Thumb {...thumbnail(image)} size={48} />
      <span className="dense-name">
        <Link to={itemPath(work)} className="d clip" lang={langOf(name)}>
          {name}
        </Link>
        <span className="dense-second clip">
          {collectionName}
          {left > 1n && ` · ${t('portfolio.units', { count: groupDigits(left.toString()) })}`}
        </span>
      </span>
      <span className="ledger-listing-price num">
        <b className="money">
          {priceText(formatUnits(unitPrice, decimals))} {symbol}
        </b>
        <span className="dense-under muted">
          <Worth of={{ chainId: order.chainId, address, decimals }} amount={unitPrice} />
        </span>
      </span>
      <span className="ledger-listing-until muted">
        {order.validUntil === 0 ? t('approvals.noEnd') : t('work.untilDay', { until: dayAndTime(order.validUntil, intl) })}
      </span>
      <span className="ledger-listing-acts">
        {isOwn ? <ListingActs order={order} name={name} warnings={warnings} openOrder={openOrder} /> : <WalletName address={order.maker} />}
      </span>
      {warnings.map((warning) => (
        <Warning key={warning} warning={warning} row={row} />
      ))}
    </li>
  )
}

type ActsProps = Pick<PortfolioListing, 'order' | 'warnings'> & Pick<Props, 'openOrder'> & { name: string }

function ListingActs({ order, name, warnings, openOrder }: ActsProps) {
  const { t } = useTranslation()
  // One act mends several warnings.
  const acts = [...new Set(warnings.map((warning) => ACTS[warning]))]
  const shown: readonly ListingAct[] = acts.length > 0 ? acts : ['editSale']
  return (
    <>
      {shown.map((act) => (
        <Button key={act} size="small" aria-label={t(`portfolio.actOf.${act}`, { name })} onClick={() => openOrder(order, act)}>
          {t(`portfolio.act.${act}`)}
        </Button>
      ))}
      {!shown.includes('cancelSale') && (
        <Button
          size="small"
          variant="quiet"
          aria-label={t('portfolio.actOf.cancelSale', { name })}
          onClick={() => openOrder(order, 'cancelSale')}
        >
          {t('portfolio.act.cancelSale')}
        </Button>
      )}
    </>
  )
}

function Warning({ warning, row: { order, floor } }: { warning: ListingWarning; row: PortfolioListing }) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const values = {
    floor: floor ? `${priceText(formatUnits(floor.unitPrice, floor.decimals))} ${floor.symbol}` : '',
    until: dayAndTime(order.validUntil, intl),
  }
  return (
    <p className="ledger-warning">
      <Icon of={TriangleAlert} size="small" />
      {t(`portfolio.warning.${warning}`, values)}
    </p>
  )
}
