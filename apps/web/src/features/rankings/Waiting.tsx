import { useTranslation } from '../../i18n/translate.ts'
import { Skeleton } from '../../kit/marks.tsx'

export function Waiting() {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('kit.loading')} className="rankings-waiting">
      {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((key) => (
        <Skeleton key={key} height={64} width="100%" />
      ))}
    </div>
  )
}
