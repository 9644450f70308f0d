import { ChartFrame } from '../../entities/charts/ChartFrame.tsx'
import { shareText } from '../../entities/statistics/figures.ts'
import { useLocale } from '../../i18n/index.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { countText } from '../../lib/numbers.ts'

const GROUPS = ['one', 'few', 'some', 'many', 'most'] as const

type Props = { spread: readonly number[]; owners: number; file: string }

/** How many holders have 1, 2 to 3, 4 to 9, 10 to 24, and 25 works or more. */
export function Spread({ spread, owners, file }: Props) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const rows = GROUPS.map((group, at) => ({ group, holders: spread[at] ?? 0 }))
  const most = Math.max(1, ...spread)
  const share = (holders: number) => shareText(holders, owners, intl) ?? ''
  return (
    <ChartFrame
      title={t('analytics.spread')}
      file={`holders-${file}`}
      rows={rows}
      rowKey={({ group }) => group}
      note={t('analytics.people', { count: owners })}
      columns={[
        {
          key: 'group',
          head: t('analytics.works'),
          cell: ({ group }) => t(`analytics.spreadOf.${group}`),
          csv: ({ group }) => t(`analytics.spreadOf.${group}`),
        },
        {
          key: 'holders',
          head: t('analytics.holders'),
          end: true,
          value: ({ holders }) => holders,
          cell: ({ holders }) => countText(holders, intl),
          csv: ({ holders }) => String(holders),
        },
        {
          key: 'share',
          head: t('analytics.share'),
          end: true,
          cell: ({ holders }) => share(holders),
          csv: ({ holders }) => share(holders),
        },
      ]}
    >
      <ul className="spread">
        {rows.map(({ group, holders }) => (
          <li key={group}>
            <span>{t(`analytics.spreadOf.${group}`)}</span>
            <i aria-hidden="true">{holders > 0 && <u style={{ width: `${(holders / most) * 100}%` }} />}</i>
            <b className="num">{countText(holders, intl)}</b>
            <span className="muted num">{share(holders)}</span>
          </li>
        ))}
      </ul>
    </ChartFrame>
  )
}
