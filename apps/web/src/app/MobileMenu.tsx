import { Dialog } from '@base-ui/react/dialog'
import { ChevronDown, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useCategoryName } from '../entities/category-name.ts'
import { useTranslation } from '../i18n/translate.ts'
import { Button, ButtonLink } from '../kit/Button.tsx'
import { Icon } from '../kit/icons.tsx'
import { Logo } from '../kit/Logo.tsx'
import { useLayer } from '../kit/use-layer.ts'
import { categoryPath, connectPath, RANKINGS_PATH } from '../lib/links.ts'
import { isConnected, useSession } from '../lib/session.ts'
import { useAnalytics, useCategories, useConfig } from '../lib/site.ts'
import { ConnectLink } from './Account.tsx'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import { NetworkList } from './NetworkList.tsx'
import { NEWS_PATH, useUnread } from './NewsLink.tsx'
import { Outside } from './Outside.tsx'
import { Following, ProfileCard, ProfileItems } from './Profile.tsx'
import { ThemeToggle } from './ThemeToggle.tsx'

/** All of a phone, the right side of a wider window: Explore unfolding to the categories, places, language, theme, acts. */
export function MobileMenu({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { site } = useConfig()
  useLayer(true, onClose)
  return (
    <Dialog.Root open onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup className="mobile-menu" aria-label={t('shell.menu')}>
          <div className="mobile-menu-head">
            <Logo name={site.name} size={24} />
            <Dialog.Close className="icon-button" aria-label={t('shell.closeMenu')}>
              <Icon of={X} />
            </Dialog.Close>
          </div>
          <MenuPlaces onFollow={onClose} />
          <MenuActs onFollow={onClose} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function MenuPlaces({ onFollow }: { onFollow: () => void }) {
  const { t } = useTranslation()
  const { site } = useConfig()
  const analytics = useAnalytics()
  const session = useSession()
  const categories = useCategories()
  const nameOf = useCategoryName()
  const unread = useUnread()
  const [isExploring, setExploring] = useState(true)
  return (
    <nav className="mobile-places" aria-label={t('shell.mainNav')}>
      <button type="button" aria-expanded={isExploring} onClick={() => setExploring(!isExploring)}>
        {t('shell.explore')}
        <Icon of={ChevronDown} />
      </button>
      {isExploring && (
        <ul>
          <li>
            <Link to="/explore" onClick={onFollow}>
              {t('shell.allWorks')}
            </Link>
          </li>
          {categories.map((category) => (
            <li key={category.id}>
              <Link to={categoryPath(category.id)} onClick={onFollow}>
                {nameOf(category)}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <Link to={RANKINGS_PATH} onClick={onFollow}>
        {t('shell.rankings')}
      </Link>
      <Link to="/auctions" onClick={onFollow}>
        {t('shell.auctions')}
      </Link>
      <Link to="/blindbox" onClick={onFollow}>
        {t('shell.boxes')}
      </Link>
      <Link to={session.status === 'visitor' ? connectPath('/items') : '/items'} onClick={onFollow}>
        {t('shell.myItems')}
      </Link>
      {isConnected(session) && (
        <Link to={NEWS_PATH} onClick={onFollow}>
          {t('shell.news')}
          {unread > 0 && (
            <span className="row g8 num s16">
              <span className="dot" />
              {unread}
            </span>
          )}
        </Link>
      )}
      <Outside href={analytics}>{t('shell.onChain')}</Outside>
      <Outside href={site.tutorial}>{t('shell.tutorial')}</Outside>
    </nav>
  )
}

function MenuActs({ onFollow }: { onFollow: () => void }) {
  const { t } = useTranslation()
  const session = useSession()
  const [isFollowing, setFollowing] = useState(false)
  const isHere = isConnected(session)
  const create = (
    <ButtonLink to={isHere ? '/create' : connectPath('/create')} variant={isHere ? 'primary' : 'secondary'} full onClick={onFollow}>
      <Icon of={Plus} size="small" />
      {t('shell.create')}
    </ButtonLink>
  )
  const leave = async () => {
    onFollow()
    await session.disconnect()
  }
  return (
    <div className="mobile-acts">
      <div className="row between">
        <LanguageSwitch />
        <ThemeToggle />
      </div>
      <NetworkList onFollow={onFollow} />
      {isHere && session.address ? (
        <>
          <ProfileCard session={session} address={session.address} onFollow={onFollow} />
          <div>
            <ProfileItems session={session} onFollow={onFollow} onFollowing={() => setFollowing(true)} />
          </div>
          {create}
          <Button full onClick={leave}>
            {t(session.byMail ? 'shell.logOut' : 'shell.disconnect')}
          </Button>
        </>
      ) : (
        <>
          <ConnectLink onFollow={onFollow} />
          {create}
        </>
      )}
      {isFollowing && session.address && <Following session={session} address={session.address} onClose={() => setFollowing(false)} />}
    </div>
  )
}
