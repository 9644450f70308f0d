import './announcements.css'
import type { Announcement } from '@plinth/api'
import { TIMERS_MS } from '@plinth/protocol'
import { Info } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '../../i18n/translate.ts'
import { Icon } from '../../kit/icons.tsx'
import { Spinner } from '../../kit/Spinner.tsx'
import { announcementPath } from './announcement-link.ts'
import { useAnnouncements } from './use-announcements.ts'

/**
 * The strip under the banner. Nothing to announce, or no answer: no strip (document A §8 logs it at most). Where it was
 * awaited its place stays blank, so that nothing moves.
 */
export function Announcements() {
  const { t } = useTranslation()
  const { mine, isPending } = useAnnouncements(10)
  const [isAwaited] = useState(isPending)
  if (!isPending && mine.length === 0) return isAwaited ? <div className="announcements none" aria-hidden="true" /> : null
  return (
    <section className="announcements" aria-label={t('home.announcements')}>
      <div className="wrap row g12">
        <Icon of={Info} size="small" />
        {isPending ? <Spinner label={t('kit.loading')} /> : <Rotation announcements={mine} />}
      </div>
    </section>
  )
}

/** One title at a time; it rests while it is looked at, and where motion is unwelcome. */
function Rotation({ announcements }: { announcements: Announcement[] }) {
  const { t } = useTranslation()
  const [at, setAt] = useState(0)
  const [isHeld, setHeld] = useState(false)
  const shown = at % announcements.length
  const announcement = announcements[shown]
  useEffect(() => {
    if (isHeld || announcements.length < 2 || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const timer = setInterval(() => setAt((now) => now + 1), TIMERS_MS.banner)
    return () => clearInterval(timer)
  }, [isHeld, announcements.length])
  const hold = {
    onPointerEnter: () => setHeld(true),
    onPointerLeave: () => setHeld(false),
    onFocus: () => setHeld(true),
    onBlur: () => setHeld(false),
  }
  return (
    <div className="announcement-row grow" {...hold}>
      {announcement && (
        <Link key={shown} className="announcement clip" to={announcementPath(announcement)}>
          {announcement.title}
        </Link>
      )}
      {announcements.length > 1 && (
        <button
          type="button"
          className="announcement-next num muted"
          aria-label={t('home.announcement', { at: shown + 1, total: announcements.length })}
          onClick={() => setAt(at + 1)}
        >
          {shown + 1} / {announcements.length}
        </button>
      )}
      <Link className="announcement-all" to="/noticeList">
        {t('home.allAnnouncements')}
      </Link>
    </div>
  )
}
