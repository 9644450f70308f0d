import { useTranslation } from '../../i18n/translate.ts'
import { Skeleton } from '../../kit/marks.tsx'

/** The rows of a ranking that is on its way: as high as they will be. */
export function Waiting() {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('kit.loading')} className="rankings-waiting">
      {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((key) => (
        <div key={key} className="rankings-box">
          <Skeleton width={48} height={48} />
          <Skeleton width="min(160px, 60%)" height={16} />
          <Skeleton width={72} height={14} />
        </div>
      ))}
    </div>
  )
}
