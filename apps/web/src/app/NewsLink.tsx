import { TIMERS_MS } from '@plinth/protocol'
import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { lazy } from 'react'
import { Link } from 'react-router'
import { allTexts } from '../i18n/index.ts'
import { useTranslation } from '../i18n/translate.ts'
import { Icon } from '../kit/icons.tsx'
import { LazyBoundary } from '../kit/LazyBoundary.tsx'
import { api, queryOf } from '../lib/api.ts'
import { inTime } from '../lib/chunk.ts'
import { useWhileDown } from '../lib/live-state.ts'
import { useSession } from '../lib/session.ts'

/** The signed-in account's unread notices; 0 for visitors. */
export function useUnread(): number {
  const { status } = useSession()
  const refetchInterval = useWhileDown(TIMERS_MS.heartbeat)
  const { data } = useQuery({
    ...queryOf(api.notices.count, {}),
    enabled: status === 'loggedIn',
    refetchInterval,
  })
  return status === 'loggedIn' ? (data?.unread ?? 0) : 0
}

const OwnAuctions = lazy(
  inTime(async () => {
    const [{ OwnAuctions: own }] = await Promise.all([import('./OwnAuctions.tsx'), allTexts()])
    return { default: own }
  }),
)

export const NEWS_PATH = '/message?tab=unread'

/** The bell, with the dot while something is unread; with it comes the line about its auctions. */
export function NewsLink() {
  const { t } = useTranslation()
  const { status } = useSession()
  const unread = useUnread()
  const label = unread > 0 ? t('shell.newsUnread', { count: unread }) : t('shell.news')
  return (
    <>
      <Link className="icon-button" to={NEWS_PATH} aria-label={label} title={label}>
        <Icon of={Bell} />
        {unread > 0 && <span className="dot" />}
        <span className="visually-hidden" aria-live="polite">
          {unread > 0 && label}
        </span>
      </Link>
      <LazyBoundary>{status === 'loggedIn' && <OwnAuctions />}</LazyBoundary>
    </>
  )
}
