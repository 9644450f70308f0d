import type { PortfolioItem } from '@plinth/api'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useRowName } from '../../../entities/explore/RowCard.tsx'
import { useTranslation } from '../../../i18n/translate.ts'
import { Button } from '../../../kit/Button.tsx'
import { IconButton } from '../../../kit/IconButton.tsx'
import { Icon } from '../../../kit/icons.tsx'
import { hideWorks } from './hide.ts'

/** Puts a work behind "Hidden", or brings it back; only its holder sees the difference (PORT-07). */
export function HideAct({ row }: { row: PortfolioItem }) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const name = useRowName(row)
  const isHidden = row.hidden !== 'no'
  const press = async () => {
    setBusy(true)
    await hideWorks([row], !isHidden)
    setBusy(false)
  }
  if (!isHidden) return <IconButton icon={EyeOff} size="small" label={t('portfolio.hideOf', { name })} onClick={press} />
  return (
    <Button size="small" busy={isBusy} aria-label={t('portfolio.showOf', { name })} onClick={press}>
      <Icon of={Eye} size="small" />
      {t('portfolio.show')}
    </Button>
  )
}
