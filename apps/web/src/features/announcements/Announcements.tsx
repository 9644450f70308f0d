import './announcements.css'
import { TIMERS_MS } from '@plinth/protocol'
import { useQuery } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocale } from '../../i18n/index.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Icon } from '../../kit/icons.tsx'
import { Spinner } from '../../kit/Spinner.tsx'
import { api, queryOf } from '../../lib/api.ts'

/** The strip under the banner. Nothing to announce, or no answer: no strip (document A §8 logs it at most). */
export function Announcements() {
  const { t } = useTranslation()
  const { locale } = useLocale()
  const { data, isPending } = useQuery(queryOf(api.announcement.list, { platform: 1, type: 1, page: 1, limit: 10 }))
  const mine = data?.filter((each) => each.lang === locale) ?? []
  if (!isPending && mine.length === 0) return null
  return (
    <section className="announcements" aria-label={t('home.announcements')}>
      <div className="wrap row g12">
        <Icon of={Info} size="small" />
        {isPending ? <Spinner label={t('kit.loading')} /> : <Rotation titles={mine.map(({ title }) => title)} />}
      </div>
    </section>
  )
}

/** One title at a time; it rests while it is looked at, and where motion is unwelcome. */
function Rotation({ titles }: { titles: string[] }) {
  const { t } = useTranslation()
  const [at, setAt] = useState(0)
  const [isHeld, setHeld] = useState(false)
  const shown = at % titles.length
  useEffect(() => {
    if (isHeld || titles.length < 2 || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const timer = setInterval(() => setAt((now) => now + 1), TIMERS_MS.banner)
    return () => clearInterval(timer)
  }, [isHeld, titles.length])
  const hold = {
    onPointerEnter: () => setHeld(true),
    onPointerLeave: () => setHeld(false),
    onFocus: () => setHeld(true),
    onBlur: () => setHeld(false),
  }
  return (
    <div className="announcement-row grow" {...hold}>
      <span key={shown} className="announcement clip">
        {titles[shown]}
      </span>
      {titles.length > 1 && (
        <button
          type="button"
          className="announcement-next num muted"
          aria-label={t('home.announcement', { at: shown + 1, total: titles.length })}
          onClick={() => setAt(at + 1)}
        >
          {shown + 1} / {titles.length}
        </button>
      )}
    </div>
  )
}
