import { useTranslation } from '../../i18n/translate.ts'
import { useJustChanged } from '../../lib/use-just-changed.ts'

/** Marks a price that changed while it was looked at; `value` is whatever tells two prices apart. */
export function ChangedDot({ value }: { value: string | undefined }) {
  const { t } = useTranslation()
  const label = t('item.changed')
  return useJustChanged(value) ? <span className="dot" role="img" aria-label={label} title={label} /> : null
}
