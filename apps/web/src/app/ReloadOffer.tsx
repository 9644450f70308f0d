import { useTranslation } from '../i18n/translate.ts'
import { Button } from '../kit/Button.tsx'
import { offerReload, useReloadOffer } from '../lib/chunk.ts'

/** A part of the page failed to load: offers a reload, once, and never reloads unasked. */
export function ReloadOffer() {
  const { t } = useTranslation()
  if (!useReloadOffer()) return null
  return (
    <div className="reload-offer" role="alert">
      <span>{t('state.chunkPart')}</span>
      <Button size="small" variant="primary" onClick={() => location.reload()}>
        {t('state.reload')}
      </Button>
      <Button size="small" variant="quiet" onClick={() => offerReload(false)}>
        {t('state.dismiss')}
      </Button>
    </div>
  )
}
