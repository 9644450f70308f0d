import { lazy } from 'react'
import { useReportAsk } from '../../flows/engine/report-ask.ts'
import { allTexts } from '../../i18n/index.ts'
import { LazyBoundary } from '../../kit/LazyBoundary.tsx'
import { inTime } from '../../lib/chunk.ts'

const ReportDialog = lazy(
  inTime(async () => {
    const [{ ReportDialog: dialog }] = await Promise.all([import('./ReportDialog.tsx'), allTexts()])
    return { default: dialog }
  }),
)

/** The report dialog that menus ask for, fetched when it is first needed. */
export function ReportSlot() {
  const subject = useReportAsk()
  return <LazyBoundary>{subject && <ReportDialog subject={subject} />}</LazyBoundary>
}
