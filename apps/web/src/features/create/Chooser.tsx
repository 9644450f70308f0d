import { ArrowRight, ImagePlus } from 'lucide-react'
import { Link } from 'react-router'
import { useTranslation } from '../../i18n/translate.ts'
import { Icon } from '../../kit/icons.tsx'
import './create.css'

/** Ways to create; each leads to its form. */
export function Chooser() {
  const { t } = useTranslation()
  return (
    <main className="wrap page chooser">
      <h1 className="d d56">{t('create.chooserTitle')}</h1>
      <p className="s16 muted chooser-text">{t('create.chooserText')}</p>
      <Link className="chooser-card wall" to="/create/erc721">
        <span className="wall-floor" />
        <span className="chooser-stand">
          <span className="chooser-frame">
            <Icon of={ImagePlus} size="large" />
          </span>
          <span className="plinth chooser-plinth" />
        </span>
        <span className="chooser-words">
          <span className="d d28">{t('create.single')}</span>
          <span className="muted">{t('create.singleText')}</span>
          <span className="row g8 strong chooser-go">
            {t('create.singleStart')}
            <Icon of={ArrowRight} size="small" />
          </span>
        </span>
      </Link>
    </main>
  )
}
