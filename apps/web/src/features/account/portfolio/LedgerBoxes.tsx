import { useTranslation } from '../../../i18n/translate.ts'
import { Skeleton } from '../../../kit/marks.tsx'
import '../../../entities/rows/dense.css'

const BOXES = 10

/** As high as the rows will be. */
export function LedgerBoxes() {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('kit.loading')} className="dense ledger-table">
      <div className="dense-head" />
      {Array.from({ length: BOXES }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <div key={index} className="dense-row">
          <div className="dense-work">
            <Skeleton width={36} height={36} />
            <Skeleton width={140} height={14} />
          </div>
          <Skeleton width={64} height={12} />
        </div>
      ))}
    </div>
  )
}
