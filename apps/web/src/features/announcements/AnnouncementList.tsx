import type { Announcement } from '@plinth/api'
import { Link } from 'react-router'
import { useLocale } from '../../i18n/index.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { ButtonLink } from '../../kit/Button.tsx'
import { Skeleton } from '../../kit/marks.tsx'
import { EmptyState, FailedState } from '../../kit/states.tsx'
import { useConfig } from '../../lib/site.ts'
import { dayOf } from '../../lib/time.ts'
import { failureOf } from '../../wallet/errors.ts'
import { announcementPath } from './announcement-link.ts'
import { useAnnouncements } from './use-announcements.ts'
import './announcement-pages.css'

/** All that one call gives. */
const MOST = 100

/** What the operator announced, newest first. */
export function AnnouncementList() {
  const { t } = useTranslation()
  const { site } = useConfig()
  return (
    <main className="wrap page announce">
      <title>{`${t('announcement.title')} · ${site.name}`}</title>
      <h1 className="d d56">{t('announcement.title')}</h1>
      <Rows />
    </main>
  )
}

function Rows() {
  const { t } = useTranslation()
  const { mine, error, isPending, refetch } = useAnnouncements(MOST)
  if (isPending) return <Waiting />
  if (error) return <FailedState text={failureOf(error).text} retry={() => void refetch()} />
  if (mine.length === 0)
    return (
      <EmptyState title={t('announcement.empty')} text={t('announcement.emptyText')}>
        <ButtonLink variant="primary" to="/">
          {t('state.toMarket')}
        </ButtonLink>
      </EmptyState>
    )
  return (
    <ul className="announce-rows">
      {mine.map((announcement) => (
        <Row key={announcement.id.toString()} announcement={announcement} />
      ))}
    </ul>
  )
}

function Row({ announcement }: { announcement: Announcement }) {
  const { intl } = useLocale()
  const { title, content, createdAt } = announcement
  return (
    <li className="announce-row">
      <time className="muted num" dateTime={new Date(createdAt * 1_000).toISOString()}>
        {dayOf(createdAt, intl)}
      </time>
      <div className="announce-words">
        <Link className="announce-link d d22" to={announcementPath(announcement)}>
          {title}
        </Link>
        <p className="muted announce-begin">{content}</p>
      </div>
    </li>
  )
}

function Waiting() {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('kit.loading')} className="announce-rows">
      {['64%', '48%', '72%'].map((width) => (
        <div key={width} className="announce-row">
          <Skeleton width={112} height={16} />
          <div className="announce-words">
            <Skeleton width={width} height={24} />
            <Skeleton width="92%" height={16} />
          </div>
        </div>
      ))}
    </div>
  )
}
