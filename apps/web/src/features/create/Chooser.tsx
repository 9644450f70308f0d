import { ArrowRight, Image, Images } from 'lucide-react'
import { Link } from 'react-router'
import { useTranslation } from '../../i18n/translate.ts'
import { Icon } from '../../kit/icons.tsx'
import './create.css'

/** Single or multiple; each leads to its form. */
export function Chooser() {
  const { t } = useTranslation()
  return (
    <main className="wrap page chooser">
      <h1 className="d d56">{t('create.chooserTitle')}</h1>
      <p className="s16 muted chooser-text">{t('create.chooserText')}</p>
      <div className="chooser-cards">
        <Way to="/create/erc721" icon={Image} title={t('create.single')} text={t('create.singleText')} />
        <Way to="/create/erc1155" icon={Images} title={t('create.multiple')} text={t('create.multipleText')} isMany />
      </div>
    </main>
  )
}

type WayProps = { to: string; icon: typeof Image; title: string; text: string; isMany?: boolean }

function Way({ to, icon, title, text, isMany }: WayProps) {
  const { t } = useTranslation()
  return (
    <Link className="chooser-card wall" to={to}>
      <span className="wall-floor" />
      <span className="chooser-stand">
        <span className={isMany ? 'chooser-frame many' : 'chooser-frame'}>
          <Icon of={icon} size="large" />
        </span>
        <span className="plinth chooser-plinth" />
      </span>
      <span className="chooser-words">
        <span className="d d28">{title}</span>
        <span className="muted">{text}</span>
        <span className="row g8 strong chooser-go">
          {t('create.begin')}
          <Icon of={ArrowRight} size="small" />
        </span>
      </span>
    </Link>
  )
}
