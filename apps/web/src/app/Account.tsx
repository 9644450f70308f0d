import { lazy } from 'react'
import { useLocation } from 'react-router'
import { useTranslation } from '../i18n/translate.ts'
import { ButtonLink } from '../kit/Button.tsx'
import { LazyBoundary } from '../kit/LazyBoundary.tsx'
import { Skeleton } from '../kit/marks.tsx'
import { inTime } from '../lib/chunk.ts'
import { connectPath } from '../lib/links.ts'
import { useSession } from '../lib/session.ts'

const Profile = lazy(inTime(() => import('./Profile.tsx').then((module) => ({ default: module.Profile }))))

/** The right end of the header: connect for visitors; notices, create and profile with a wallet. */
export function Account() {
  const session = useSession()
  const waiting = <Skeleton width={168} height={40} />
  if (session.status === 'restoring') return waiting
  if (session.status === 'visitor' || !session.address) return <ConnectLink small />
  return (
    <LazyBoundary fallback={waiting}>
      <Profile session={session} address={session.address} />
    </LazyBoundary>
  )
}

/** To the connect page, and back here afterwards. */
export function ConnectLink({ small, onFollow }: { small?: boolean; onFollow?: () => void }) {
  const { t } = useTranslation()
  const { pathname, search } = useLocation()
  const back = pathname === '/404' ? '/' : pathname + search
  return (
    <ButtonLink to={connectPath(back)} variant="primary" size={small ? 'small' : 'normal'} full={!small} onClick={onFollow}>
      {t('shell.connect')}
    </ButtonLink>
  )
}
