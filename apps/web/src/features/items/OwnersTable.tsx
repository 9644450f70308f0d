import type { Holding, ItemRecord } from '@plinth/api'
import { Link } from 'react-router'
import { personName } from '../../entities/person-name.ts'
import { FeeOnTop } from '../../entities/price/Price.tsx'
import { Avatar } from '../../entities/UserChip.tsx'
import { useOwnLock } from '../../flows/transactions/purchases.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { Table } from '../../kit/Table.tsx'
import { accountPath } from '../../lib/links.ts'
import { groupDigits, priceText } from '../../lib/numbers.ts'
import { useSession } from '../../lib/session.ts'
import { rowActOf } from './item-role.ts'
import type { OpenAct } from './open-act.ts'

type Props = { item: ItemRecord; owners: readonly Holding[]; open: OpenAct }

export function OwnersTable({ item: given, owners, open }: Props) {
  const { t } = useTranslation()
  const item = useOwnLock(given)
  const { address } = useSession()
  return (
    <Table
      caption={t('work.owners')}
      rows={sellersFirst(owners, item)}
      rowKey={({ owner }) => owner}
      columns={[
        {
          key: 'owner',
          head: t('work.owner'),
          cell: ({ user, owner }) => (
            <Link className="row g8" to={accountPath(owner)}>
              <Avatar person={user} size={24} />
              <span className="clip">{owner === address ? t('work.you') : personName(user)}</span>
            </Link>
          ),
        },
        {
          key: 'quantity',
          head: t('work.quantity'),
          cell: ({ quantity, isOnSale, onSaleQuantity }) => (
            <>
              {groupDigits(quantity.toString())}
              {isOnSale && quantity > 1n && (
                <span className="owner-sells s12 muted">{t('work.ofThemOnSale', { count: groupDigits(onSaleQuantity.toString()) })}</span>
              )}
            </>
          ),
          end: true,
        },
        {
          key: 'price',
          head: t('work.price'),
          cell: ({ owner, isOnSale, unitPrice, payTokenSymbol }) => {
            if (!isOnSale) return <span className="muted">–</span>
            const fee = item.listings.find(({ maker }) => maker === owner)?.buyerFee
            return (
              <>
                {priceText(unitPrice)} {payTokenSymbol} {!!fee && <FeeOnTop bps={fee} />}
              </>
            )
          },
          end: true,
        },
        {
          key: 'act',
          head: '',
          cell: ({ owner }) => {
            const row = rowActOf(item, owner, address)
            if (!row) return null
            return (
              <Button size="small" disabled={row.act === 'buy' && item.isLocked} onClick={() => open(row.act, row.order)}>
                {t(row.act === 'buy' ? 'work.buy' : 'work.takeOff')}
              </Button>
            )
          },
          end: true,
        },
      ]}
    />
  )
}

/** Who sells comes first, cheapest first as the server sent the sales; then who holds most. */
function sellersFirst(owners: readonly Holding[], { listings }: ItemRecord): Holding[] {
  const placeOf = ({ owner, isOnSale }: Holding) => {
    const at = isOnSale ? listings.findIndex(({ maker }) => maker === owner) : -1
    return at < 0 ? listings.length : at
  }
  return owners.toSorted((a, b) => placeOf(a) - placeOf(b) || (b.quantity > a.quantity ? 1 : b.quantity < a.quantity ? -1 : 0))
}
