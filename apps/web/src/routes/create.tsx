import { Chooser } from '../features/create/Chooser.tsx'
import { useTranslation } from '../i18n/translate.ts'
import { useConfig } from '../lib/site.ts'

export function Component() {
  const { t } = useTranslation()
  const { site } = useConfig()
  return (
    <>
      <title>{`${t('create.chooserTitle')} · ${site.name}`}</title>
      <Chooser />
    </>
  )
}
