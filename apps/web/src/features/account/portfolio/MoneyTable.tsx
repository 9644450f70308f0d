import type { MoneySums } from '@plinth/api'
import { ChevronDown } from 'lucide-react'
import { exactText } from '../../../entities/price/amounts.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { ChainGlyph } from '../../../kit/ChainGlyph.tsx'
import { Icon } from '../../../kit/icons.tsx'
import { Table } from '../../../kit/Table.tsx'
import { useNetworks } from '../../../lib/site.ts'
import { SUMS, signOf, toneOf } from './sums.ts'

const COLUMNS = [...SUMS.slice(0, 6), 'gas', 'cost', ...SUMS.slice(6)] as const

/** Every sum to its last digit, by network and money. */
export function MoneyTable({ moneys }: { moneys: readonly MoneySums[] }) {
  const { t } = useTranslation()
  const networks = useNetworks()
  return (
    <details className="ledger-moneys">
      <summary className="s14 medium">
        {t('portfolio.byMoney')}
        <Icon of={ChevronDown} size="small" />
      </summary>
      <div className="ledger-scroll">
        <Table
          caption={t('portfolio.byMoney')}
          tight
          rows={moneys}
          rowKey={({ chainId, money }) => `${chainId}:${money}`}
          columns={[
            {
              key: 'money',
              head: t('portfolio.money'),
              cell: ({ chainId, payToken }) => {
                const network = networks.find((one) => one.chainId === chainId)
                return (
                  <span className="row g8">
                    {network && <ChainGlyph symbol={network.symbol} label={network.name} />}
                    {payToken.symbol}
                  </span>
                )
              },
            },
            ...COLUMNS.map((key) => ({
              key,
              head: t(`portfolio.sum.${key}`),
              end: true,
              cell: (sums: MoneySums) => {
                const value = sums[key]
                if (value === undefined) return '–'
                return (
                  <span className={`num ${toneOf(value, key)}`}>
                    {signOf(value, key)}
                    {exactText(value < 0n ? -value : value, sums.payToken)}
                  </span>
                )
              },
            })),
          ]}
        />
      </div>
    </details>
  )
}
