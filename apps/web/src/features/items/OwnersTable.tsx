import type { Holding, ItemRecord } from '@plinth/api'
import { Link } from 'react-router'
import { personName } from '../../entities/person-name.ts'
import { Avatar } from '../../entities/UserChip.tsx'
import { useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { Table } from '../../kit/Table.tsx'
import { accountPath } from '../../lib/links.ts'
import { groupDigits } from '../../lib/numbers.ts'
import { useSession } from '../../lib/session.ts'
import { rowActOf } from './item-role.ts'
import type { OpenAct } from './PriceBlock.tsx'

type Props = { item: ItemRecord; owners: readonly Holding[]; open: OpenAct }

export function OwnersTable({ item, owners, open }: Props) {
  const { t } = useTranslation()
  const { address } = useSession()
  return (
    <Table
      caption={t('work.owners')}
      rows={owners}
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
        { key: 'quantity', head: t('work.quantity'), cell: ({ quantity }) => groupDigits(quantity.toString()), end: true },
        {
          key: 'price',
          head: t('work.price'),
          cell: ({ isOnSale, unitPrice, payTokenSymbol }) =>
            isOnSale ? `${groupDigits(unitPrice)} ${payTokenSymbol}` : <span className="muted">–</span>,
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
