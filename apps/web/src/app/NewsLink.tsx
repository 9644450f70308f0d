import { TIMERS_MS } from '@plinth/protocol'
import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { Link } from 'react-router'
import { useTranslation } from '../i18n/translate.ts'
import { Icon } from '../kit/icons.tsx'
import { api, queryOf } from '../lib/api.ts'
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

export const NEWS_PATH = '/message?tab=unread'

/** The bell, with the dot while something is unread. */
export function NewsLink() {
  const { t } = useTranslation()
  const unread = useUnread()
  const label = unread > 0 ? t('shell.newsUnread', { count: unread }) : t('shell.news')
  return (
    <Link className="icon-button" to={NEWS_PATH} aria-label={label} title={label}>
      <Icon of={Bell} />
      {unread > 0 && <span className="dot" />}
      <span className="visually-hidden" aria-live="polite">
        {unread > 0 && label}
      </span>
    </Link>
  )
}
