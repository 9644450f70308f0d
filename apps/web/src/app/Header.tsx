import { Menu as MenuIcon } from 'lucide-react'
import { lazy, useState } from 'react'
import { Link, NavLink } from 'react-router'
import { SearchBox, SearchGlass } from '../features/search/SearchBox.tsx'
import { TransactionsSlot } from '../features/trade/TransactionsSlot.tsx'
import { allTexts } from '../i18n/index.ts'
import { useTranslation } from '../i18n/translate.ts'
import { IconButton } from '../kit/IconButton.tsx'
import { LazyBoundary } from '../kit/LazyBoundary.tsx'
import { Logo } from '../kit/Logo.tsx'
import { afterFirstView, inTime } from '../lib/chunk.ts'
import { connectPath, RANKINGS_PATH } from '../lib/links.ts'
import { PHONE, useMediaQuery } from '../lib/media-query.ts'
import { isConnected, useSession } from '../lib/session.ts'
import { useAnalytics, useConfig } from '../lib/site.ts'
import { isMobileAgent } from '../lib/user-agent.ts'
import { Account } from './Account.tsx'
import { ExploreMenu } from './ExploreMenu.tsx'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import { NetworkMenu } from './NetworkMenu.tsx'
import { Outside } from './Outside.tsx'
import { PlayMoney } from './PlayMoney.tsx'
import { ThemeToggle } from './ThemeToggle.tsx'
import { Tutorial } from './Tutorial.tsx'

const MobileMenu = lazy(inTime(() => import('./MobileMenu.tsx').then((module) => ({ default: module.MobileMenu }))))

const NewsLink = lazy(inTime(() => import('./NewsLink.tsx').then((module) => ({ default: module.NewsLink }))))

const CartSlot = lazy(
  afterFirstView(async () => {
    await allTexts()
    return { default: (await import('../features/trade/cart/CartSlot.tsx')).CartSlot }
  }),
)

/**
 * 112 and fixed on desktop: logo, search and acts above, places below. 56 and relative on phones. The menu holds what a narrow
 * window has no room for (`header.css`).
 */
export function Header() {
  const { t } = useTranslation()
  const { site } = useConfig()
  const [isMenuOpen, setMenuOpen] = useState(false)
  const isPhone = useMediaQuery(PHONE)
  const session = useSession()
  return (
    <header className="header">
      <div className="wrap header-top">
        <Link to="/" aria-label={t('shell.home', { name: site.name })}>
          <Logo name={site.name} size={isPhone ? 24 : 28} />
        </Link>
        {!isPhone && <SearchBox suggests />}
        <div className="header-acts">
          <TransactionsSlot />
          {isPhone && <SearchGlass />}
          <LazyBoundary fallback={<BellPlace />}>
            <CartSlot />
          </LazyBoundary>
          {isPhone && session.status !== 'visitor' ? (
            <LazyBoundary fallback={<BellPlace />}>{isConnected(session) ? <NewsLink /> : <BellPlace />}</LazyBoundary>
          ) : (
            <Account />
          )}
          <IconButton
            icon={MenuIcon}
            label={t('shell.menu')}
            className={isMobileAgent() ? '' : 'narrow-only'}
            onClick={() => setMenuOpen(true)}
          />
        </div>
      </div>
      {!isPhone && <Places />}
      {isPhone && <PlayMoney strip />}
      <LazyBoundary>{isMenuOpen && <MobileMenu onClose={() => setMenuOpen(false)} />}</LazyBoundary>
    </header>
  )
}

/** Keeps the place of the bell or the cart, so that its neighbours do not move. */
const BellPlace = () => <span className="icon-button" aria-hidden="true" />

function Places() {
  const { t } = useTranslation()
  const analytics = useAnalytics()
  const session = useSession()
  return (
    <div className="header-places">
      <div className="wrap">
        <nav className="nav" aria-label={t('shell.mainNav')}>
          <ExploreMenu />
          <NavLink to={RANKINGS_PATH} className={({ isActive }) => (isActive ? 'on' : '')}>
            {t('shell.rankings')}
          </NavLink>
          <NavLink to="/auctions" className={({ isActive }) => (isActive ? 'on' : '')}>
            {t('shell.auctions')}
          </NavLink>
          <NavLink to="/blindbox" className={({ isActive }) => (isActive ? 'on' : '')}>
            {t('shell.boxes')}
          </NavLink>
          <NavLink
            to={session.status === 'visitor' ? connectPath('/items') : '/items'}
            className={({ isActive }) => (isActive ? 'on' : '')}
          >
            {t('shell.myItems')}
          </NavLink>
          <div className="wide-only">
            <Outside href={analytics}>{t('shell.onChain')}</Outside>
            <Tutorial />
          </div>
        </nav>
        <div className="header-tools">
          <PlayMoney />
          <NetworkMenu />
          <LanguageSwitch />
          <ThemeToggle />
        </div>
      </div>
    </div>
  )
}
