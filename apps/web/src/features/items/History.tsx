import { useState } from 'react'
import { useTranslation } from '../../i18n/translate.ts'
import { countText } from '../../lib/numbers.ts'
import { HistoryTable } from './HistoryTable.tsx'
import type { HistoryRow } from './history-view.ts'
import './history.css'

const FIRST = 8

type Props = { isPending: boolean; rows: readonly HistoryRow[]; chainId: number }

/** Open in the wide column, where there is one; on phones it is a tab. */
export function History({ isPending, rows, chainId }: Props) {
  const { t, locale } = useTranslation()
  const [isWhole, setWhole] = useState(false)
  if (isPending) return <div className="item-history-place" />
  if (rows.length === 0) return null
  return (
    <section className="item-history">
      <h2 className="d d22">{t('work.history')}</h2>
      <HistoryTable rows={rows} chainId={chainId} most={isWhole ? rows.length : FIRST} />
      {!isWhole && rows.length > FIRST && (
        <button type="button" className="link" onClick={() => setWhole(true)}>
          {t('work.wholeHistory', { count: countText(rows.length, locale) })}
        </button>
      )}
    </section>
  )
}
