import type { Dashboard } from '@plinth/api'
import { formatUnits } from '@plinth/protocol'
import { useTranslation } from '../../i18n/translate.ts'
import { Table } from '../../kit/Table.tsx'
import { priceText } from '../../lib/numbers.ts'
import { MoneyName } from './MoneyName.tsx'

type Fees = Dashboard['sellerFees'][number]

const BAR = 6
const HEIGHT = 32

/** What the market earned of its sales: a bar for each of the last 30 days, and the sum. */
export function SellerFees({ sellerFees }: Pick<Dashboard, 'sellerFees'>) {
  const { t } = useTranslation()
  const text = (amount: string, { decimals }: Fees) => priceText(formatUnits(BigInt(amount), decimals))
  return (
    <>
      <Table
        caption={t('operator.dashboard.sellerFees')}
        tight
        rows={sellerFees}
        rowKey={({ chainId, symbol }) => `${chainId} ${symbol}`}
        columns={[
          { key: 'money', head: t('operator.dashboard.money'), cell: (row) => <MoneyName {...row} /> },
          { key: 'days', head: t('operator.dashboard.byDay'), cell: (row) => <Bars days={row.days} /> },
          {
            key: 'today',
            head: t('operator.dashboard.today'),
            end: true,
            cell: (row) => <span className="num">{text(row.days.at(-1) ?? '0', row)}</span>,
          },
          {
            key: 'total',
            head: t('operator.dashboard.month'),
            end: true,
            cell: (row) => <span className="num">{text(row.total, row)}</span>,
          },
        ]}
      />
      <p className="s13 muted">{t('operator.dashboard.sellerFeesText')}</p>
    </>
  )
}

/** Numbers for the drawing alone. */
function Bars({ days }: { days: readonly string[] }) {
  const most = Math.max(...days.map(Number), 1)
  return (
    <svg className="operator-bars" viewBox={`0 0 ${days.length * BAR} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      {days.map((fees, place) => {
        const height = (HEIGHT * Number(fees)) / most
        // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its day
        return <rect key={place} x={place * BAR} y={HEIGHT - Math.max(height, 1)} width={BAR - 2} height={Math.max(height, 1)} />
      })}
    </svg>
  )
}
