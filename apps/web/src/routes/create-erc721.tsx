import { TOKEN_STANDARD } from '@plinth/protocol'
import { CreateItem } from '../features/create/CreateItem.tsx'
import { useTranslation } from '../i18n/translate.ts'
import { useConfig } from '../lib/site.ts'

export function Component() {
  const { t } = useTranslation()
  const { site } = useConfig()
  return (
    <>
      <title>{`${t('create.single')} · ${site.name}`}</title>
      <CreateItem standard={TOKEN_STANDARD.ERC721} />
    </>
  )
}
