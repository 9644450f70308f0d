import type { OperatorReply } from '@plinth/api'
import { useTranslation } from '../../i18n/translate.ts'
import { RecordTable } from './RecordTable.tsx'

/** What a question brought: rows, or a text to take along. */
export function Answer({ reply: { said, rows } }: { reply: OperatorReply }) {
  const { t } = useTranslation()
  return (
    <section className="operator-answer" aria-label={t('operator.answer')} aria-live="polite">
      {rows.length > 0 && <RecordTable caption={t('operator.answer')} rows={rows} isStacked />}
      {said && <pre className="addr">{said}</pre>}
      {rows.length === 0 && !said && <p className="muted">{t('operator.nothingFound')}</p>}
    </section>
  )
}
