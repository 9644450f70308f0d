import { useTranslation } from '../i18n/translate.ts'
import { Button } from '../kit/Button.tsx'
import { FailedState } from '../kit/states.tsx'

/** Whatever a page throws ends here: a sentence, and two ways on. A full load also cures a chunk that a new release replaced. */
export function Broken() {
  const { t } = useTranslation()
  return (
    <main className="wrap">
      <title>{t('state.brokenTitle')}</title>
      <FailedState isPage title={t('state.brokenTitle')} text={t('state.brokenText')}>
        <Button variant="primary" onClick={() => location.reload()}>
          {t('state.reload')}
        </Button>
        <Button onClick={() => location.assign('/')}>{t('state.toMarket')}</Button>
      </FailedState>
    </main>
  )
}
