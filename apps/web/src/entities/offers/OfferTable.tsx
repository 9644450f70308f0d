import type { OfferRecord } from '@plinth/api'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useLocale } from '../../i18n/index.ts'
import { namesText } from '../../i18n/lists.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { type Column, Table } from '../../kit/Table.tsx'
import { accountPath } from '../../lib/links.ts'
import { PHONE, useMediaQuery } from '../../lib/media-query.ts'
import { countText } from '../../lib/numbers.ts'
import { useSession } from '../../lib/session.ts'
import { dayAndTime } from '../../lib/time.ts'
import type { OpenOffer } from '../offer-act.ts'
import { personName } from '../person-name.ts'
import { exactText } from '../price/amounts.ts'
import { Worth } from '../price/Worth.tsx'
import { Avatar } from '../UserChip.tsx'
import './offers.css'

type Props = {
  caption: string
  rows: readonly OfferRecord[]
  open: OpenOffer
  /** The reader's own: says of what collection each is, and not by whom. */
  collectionOf?: (offer: OfferRecord) => ReactNode
}

/** Offers for sets, with what their maker can do. */
export function OfferTable({ caption, rows, open, collectionOf }: Props) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const { address } = useSession()
  const isPhone = useMediaQuery(PHONE)
  const hasOwn = rows.some(({ maker }) => maker === address)
  const end = ({ validUntil }: OfferRecord) => dayAndTime(validUntil, intl)
  const actsOf = (offer: OfferRecord) => offer.maker === address && <Acts offer={offer} open={open} />
  const units = ({ left, covered }: OfferRecord) =>
    t('offer.list.units', { left: countText(left, intl), covered: countText(covered, intl) })
  const columns: Column<OfferRecord>[] = [
    {
      key: 'price',
      head: t('offer.list.price'),
      cell: ({ unitPrice, payToken }) => (
        <span className="offer-cell">
          <b className="num">{exactText(unitPrice, payToken)}</b>
          <span className="s12 muted">
            <Worth of={payToken} amount={unitPrice} />
          </span>
        </span>
      ),
    },
    {
      key: 'what',
      head: t('offer.list.what'),
      cell: (offer) => (
        <span className="offer-cell">
          {collectionOf?.(offer)}
          <What offer={offer} />
          {isPhone && (
            <>
              <span className="s12 num">{units(offer)}</span>
              <span className="s12 muted">{t('offer.list.until', { end: end(offer) })}</span>
              {!collectionOf && <Maker offer={offer} />}
            </>
          )}
          {offer.maker === address && <State offer={offer} />}
          {isPhone && actsOf(offer)}
        </span>
      ),
    },
  ]
  const wide: Column<OfferRecord>[] = [
    { key: 'left', head: t('offer.list.left'), end: true, cell: ({ left }) => <span className="num">{countText(left, intl)}</span> },
    {
      key: 'covered',
      head: t('offer.list.covered'),
      end: true,
      cell: ({ covered }) => <span className="num">{countText(covered, intl)}</span>,
    },
    { key: 'ends', head: t('offer.list.ends'), className: 'offer-after', cell: end },
    ...(collectionOf ? [] : [{ key: 'maker', head: t('offer.list.maker'), cell: (offer: OfferRecord) => <Maker offer={offer} /> }]),
    ...(hasOwn ? [{ key: 'acts', head: t('offer.list.acts'), end: true, cell: actsOf }] : []),
  ]
  return (
    <Table
      className="offers"
      caption={caption}
      rows={rows}
      rowKey={({ id, chainId }) => `${chainId}:${id}`}
      columns={isPhone ? columns : [...columns, ...wide]}
    />
  )
}

function Maker({ offer: { user, maker } }: { offer: OfferRecord }) {
  const { t } = useTranslation()
  const { address } = useSession()
  return (
    <Link className="row g8 offer-maker" to={accountPath(maker)}>
      <Avatar person={user} size={24} />
      <span className="clip">{maker === address ? t('work.you') : personName(user)}</span>
    </Link>
  )
}

/** "Palette: Ember or Moss · 74 works". */
function What({ offer: { kind, attributes = [], items } }: { offer: OfferRecord }) {
  const { t } = useTranslation()
  const { intl, locale } = useLocale()
  const count = { count: items ?? 0, formatted: countText(items ?? 0, intl) }
  const tag = <span className="s12 muted">{t(`offer.list.kind.${kind === 'attributes' ? kind : 'collection'}`)}</span>
  if (kind !== 'attributes')
    return (
      <>
        {tag}
        <span>{items === undefined ? t('offer.list.collection') : t('offer.list.today', count)}</span>
      </>
    )
  return (
    <>
      {tag}
      <span>{attributes.map(({ key, values }) => `${key}: ${namesText(values, locale)}`).join(' · ')}</span>
      <span className="s12 muted">{t('offer.list.attributes', count)}</span>
    </>
  )
}

/** What its maker has to know: too little money, money that others share, works that came or went. */
function State({ offer: { isFundable, isExpired, covered, sharesMoney, joined = 0, gone = 0 } }: { offer: OfferRecord }) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const counted = (count: number) => ({ count, formatted: countText(count, intl) })
  const lines = [
    !isExpired && (!isFundable || covered === 0n) && t('offer.list.resting'),
    sharesMoney && t('offer.list.shares'),
    joined > 0 && t('offer.list.joined', counted(joined)),
    gone > 0 && t('offer.list.gone', counted(gone)),
  ].filter((line) => line !== false && line !== undefined)
  return lines.map((line) => (
    <span key={line} className="s12 offer-state">
      {line}
    </span>
  ))
}

/** Works that came or went are taken in by another set: one press ends this one and signs that. */
function Acts({ offer, open }: { offer: OfferRecord; open: OpenOffer }) {
  const { t } = useTranslation()
  const { chainId, collection, joined = 0, gone = 0 } = offer
  const of = { chainId, collection, offer }
  const act = joined > 0 || gone > 0 ? 'renew' : 'raise'
  return (
    <span className="row g8 offer-acts">
      <Button size="small" onClick={() => open({ act, ...of })}>
        {t(`offer.${act}`)}
      </Button>
      <Button size="small" onClick={() => open({ act: 'cancel', ...of })}>
        {t('offer.end')}
      </Button>
    </span>
  )
}
