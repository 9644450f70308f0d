import type { ItemRecord, OrderRecord } from '@plinth/api'
import { Link } from 'react-router'
import { bidLeft, bidPrice } from '../../entities/bid.ts'
import { personName } from '../../entities/person-name.ts'
import { Avatar } from '../../entities/UserChip.tsx'
import { useLocale } from '../../i18n/index.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Table } from '../../kit/Table.tsx'
import { accountPath } from '../../lib/links.ts'
import { groupDigits } from '../../lib/numbers.ts'
import { useSession } from '../../lib/session.ts'
import { dayAndTime } from '../../lib/time.ts'
import { BidAct } from './BidAct.tsx'
import type { OpenAct } from './open-act.ts'
import './item-tables.css'

/** Every valid bid, dearest unit first. */
export function BidsTable({ item, bids, open }: { item: ItemRecord; bids: readonly OrderRecord[]; open: OpenAct }) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const { address } = useSession()
  return (
    <Table
      caption={t('work.bids')}
      rows={bids}
      rowKey={({ id }) => id.toString()}
      columns={[
        {
          key: 'bidder',
          head: t('work.bidder'),
          cell: ({ user, maker, validUntil }) => (
            <span className="history-who">
              <Link className="row g8" to={accountPath(maker)}>
                <Avatar person={user} size={24} />
                <span className="clip">{maker === address ? t('work.you') : personName(user)}</span>
              </Link>
              <span className="muted s12 clip">{t('work.untilDay', { until: dayAndTime(validUntil, intl) })}</span>
            </span>
          ),
        },
        { key: 'quantity', head: t('work.quantity'), cell: (bid) => groupDigits(bidLeft(bid).toString()), end: true },
        { key: 'price', head: t('work.price'), cell: (bid) => <BidPrice bid={bid} />, end: true },
        { key: 'act', head: '', cell: (bid) => <BidAct item={item} bid={bid} open={open} />, end: true },
      ]}
    />
  )
}

function BidPrice({ bid }: { bid: OrderRecord }) {
  const { t } = useTranslation()
  return (
    <>
      {bidPrice(bid)}
      {!bid.isFundable && <span className="owner-sells s12 bid-short">{t('work.atRest')}</span>}
    </>
  )
}
