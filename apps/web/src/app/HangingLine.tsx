import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../i18n/translate.ts'
import { configQuery } from '../lib/site.ts'
import './hanging-line.css'

const AGAIN_MS = 2_000

/** Counts the demo's acts while they are played in an open market, and goes with the last of them. */
export function HangingLine() {
  const { t } = useTranslation()
  const { data } = useQuery({ ...configQuery(), refetchInterval: AGAIN_MS })
  const hanging = data?.hanging
  if (!hanging) return null
  const { done, total, failed } = hanging
  return (
    <p className="hanging-line" role="note">
      <span className="wrap">
        {t('hanging.playing')} <span className="num">{t('hanging.count', { done, total })}</span>
        {failed > 0 && ` ${t('hanging.failed', { count: failed })}`}
      </span>
    </p>
  )
}
