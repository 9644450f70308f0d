import type { CardPrice, PortfolioItem } from '@plinth/api'
import { formatUnits } from '@plinth/protocol'
import { Link } from 'react-router'
import { Ago } from '../../../entities/Ago.tsx'
import { Thumb } from '../../../entities/cards/Thumb.tsx'
import { useRowName } from '../../../entities/explore/RowCard.tsx'
import { bpsText } from '../../../entities/statistics/figures.ts'
import { useLocale } from '../../../i18n/index.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { ChainGlyph } from '../../../kit/ChainGlyph.tsx'
import { itemPath } from '../../../lib/links.ts'
import { thumbnail } from '../../../lib/media.ts'
import { groupDigits, priceText } from '../../../lib/numbers.ts'
import { useSession } from '../../../lib/session.ts'
import { useNetwork } from '../../../lib/site.ts'
import { langOf } from '../../../lib/text-lang.ts'
import { WalletName } from './wallets/WalletName.tsx'

type Cell = { row: PortfolioItem }

/** Nothing of it is known, or there is none. */
const NONE = <span className="muted">–</span>

export function WorkCell({ row, size }: Cell & { size: 36 | 48 }) {
  const { t } = useTranslation()
  const network = useNetwork(row.chainId)
  const { address } = useSession()
  const name = useRowName(row)
  const units = row.held > 1n ? t('portfolio.units', { count: groupDigits(row.held.toString()) }) : ''
  return (
    <>
      <Thumb {...thumbnail(row.image)} size={size} />
      <span className="dense-name">
        <Link to={itemPath(row)} className="d clip" lang={langOf(name)} tabIndex={-1}>
          {name}
        </Link>
        <span className="dense-second clip">
          {network && <ChainGlyph symbol={network.symbol} label={network.name} />}
          <span className="clip">
            {row.collectionName}
            {size === 48 && units && ` · ${units}`}
          </span>
          {size === 48 && row.owner !== address && <WalletName address={row.owner} isNarrow />}
        </span>
      </span>
    </>
  )
}

const Money = ({ price }: { price: CardPrice }) => (
  <>
    {priceText(formatUnits(price.unitPrice, price.decimals))} <span className="muted">{price.symbol}</span>
  </>
)

/** What one unit cost, and when; what came for nothing says how. */
export function PaidCell({ row: { paid, boughtAt, how, receivedAt } }: Cell) {
  const { t } = useTranslation()
  return (
    <>
      {paid ? <Money price={paid} /> : NONE}
      <span className="dense-under muted">
        {how === 'bought' ? <Ago at={boughtAt ?? receivedAt} largest="years" /> : t(`portfolio.came.${how}`)}
      </span>
    </>
  )
}

export function LastSaleCell({ row: { lastSale } }: Cell) {
  if (!lastSale) return NONE
  return (
    <>
      <Money price={lastSale.price} />
      <span className="dense-under muted">
        <Ago at={lastSale.at} largest="years" />
      </span>
    </>
  )
}

export const FloorCell = ({ row: { floor } }: Cell) => (floor ? <Money price={floor} /> : NONE)

export function OfferCell({ row: { offer } }: Cell) {
  return offer ? (
    <b className="medium">
      <Money price={offer} />
    </b>
  ) : (
    NONE
  )
}

export function ListedCell({ row: { listed, isAuctioned } }: Cell) {
  const { t } = useTranslation()
  if (isAuctioned)
    return (
      <span className="row g8 end">
        <span className="dot" />
        {t('portfolio.atAuction')}
      </span>
    )
  return listed ? <Money price={listed} /> : <span className="muted">{t('portfolio.notListed')}</span>
}

export function ChangeCell({ row: { change } }: Cell) {
  const { intl } = useLocale()
  if (change === undefined) return NONE
  return <span className={change > 0 ? 'rising' : ''}>{bpsText(change, intl)}</span>
}

/** On a phone: the floor, and under it the top offer and how far the floor is from what was paid. */
export function FiguresCell({ row }: Cell) {
  const { t } = useTranslation()
  const { floor, offer, isAuctioned, change } = row
  return (
    <>
      <b className="money">{floor ? <Money price={floor} /> : NONE}</b>
      <span className="dense-under">
        {isAuctioned ? (
          <span className="row g8 end">
            <span className="dot" />
            {t('portfolio.atAuction')}
          </span>
        ) : (
          <>
            {offer && (
              <span className="muted">{t('portfolio.offerOf', { price: priceText(formatUnits(offer.unitPrice, offer.decimals)) })} </span>
            )}
            {change !== undefined && <ChangeCell row={row} />}
          </>
        )}
      </span>
    </>
  )
}
