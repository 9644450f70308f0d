import type { PortfolioItem } from '@plinth/api'
import { Eye, EyeOff } from 'lucide-react'
import { useRowName } from '../../../entities/explore/RowCard.tsx'
import { PickBox } from '../../../entities/selection/PickBox.tsx'
import { MOST_PICKED, pick, usePicks } from '../../../entities/selection/selection.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { Button } from '../../../kit/Button.tsx'
import { Icon } from '../../../kit/icons.tsx'
import { rowKey } from '../../../lib/rows.ts'
import { useSession } from '../../../lib/session.ts'
import { hideWorks } from './hide.ts'

export function PickRow({ row }: { row: PortfolioItem }) {
  const name = useRowName(row)
  return <PickBox work={row} name={name} />
}

type RowsProps = { rows: readonly PortfolioItem[] }

/** All that are read, as many as can be picked. */
export function PickAll({ rows }: RowsProps) {
  const { t } = useTranslation()
  const { address } = useSession()
  const picks = usePicks()
  const some = rows.slice(0, MOST_PICKED)
  const picked = some.filter((row) => picks.has(rowKey(row))).length
  const isAll = picked > 0 && picked === some.length
  return (
    <label className="ledger-pick-all">
      <input
        type="checkbox"
        aria-label={t('portfolio.pickAll')}
        checked={isAll}
        ref={(box) => {
          if (box) box.indeterminate = picked > 0 && !isAll
        }}
        onChange={() => address && pick(address, some, !isAll)}
      />
    </label>
  )
}

/** On a phone and on a desk: what is picked goes behind "Hidden", or comes back. */
export function HidePicked({ rows, isHidden }: RowsProps & { isHidden: boolean }) {
  const { t } = useTranslation()
  const { address } = useSession()
  const picks = usePicks()
  const picked = rows.filter((row) => picks.has(rowKey(row)))
  if (picked.length === 0 || !address) return null
  const press = async () => pick(address, await hideWorks(picked, !isHidden), false)
  return (
    <Button size="small" onClick={press}>
      <Icon of={isHidden ? Eye : EyeOff} size="small" />
      {t(isHidden ? 'portfolio.showPicked' : 'portfolio.hidePicked', { count: picked.length })}
    </Button>
  )
}
