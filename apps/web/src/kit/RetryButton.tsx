import { RotateCw } from 'lucide-react'
import { useTranslation } from '../i18n/translate.ts'
import { Button } from './Button.tsx'
import { Icon } from './icons.tsx'

/** Beside what did not come, or below it. */
export function RetryButton({ onRetry }: { onRetry: () => unknown }) {
  const { t } = useTranslation()
  return (
    <Button size="small" onClick={() => void onRetry()}>
      <Icon of={RotateCw} size="small" />
      {t('kit.retry')}
    </Button>
  )
}
