import { type Claimed, findClaimed, pageTitle, readClaim } from '@plinth/api'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useLocale } from '../../i18n/index.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { ButtonLink } from '../../kit/Button.tsx'
import { Icon } from '../../kit/icons.tsx'
import { Skeleton } from '../../kit/marks.tsx'
import { FailedState, NotFound } from '../../kit/states.tsx'
import { useConfig } from '../../lib/site.ts'
import { dayOf } from '../../lib/time.ts'
import { failureOf } from '../../wallet/errors.ts'
import { useAnnouncements } from './use-announcements.ts'
import './announcement-pages.css'

const MOST = 100

/** One announcement. The link says which; other text in the link is untrusted, so the text shown is the server's. */
export function AnnouncementPage() {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const claim = readClaim(params.get('announce'))
  return (
    <main className="wrap page announce">
      <Link className="back" to="/noticeList">
        <Icon of={ArrowLeft} size="small" />
        {t('announcement.all')}
      </Link>
      {claim ? <Found claim={claim} /> : <Missing />}
    </main>
  )
}

function Found({ claim }: { claim: Claimed }) {
  const { intl } = useLocale()
  const { site } = useConfig()
  const { all, error, isPending, refetch } = useAnnouncements(MOST)
  if (isPending) return <Waiting />
  if (!all) return <FailedState isPage text={failureOf(error).text} retry={() => void refetch()} />
  const ours = findClaimed(all, claim)
  if (!ours) return <Unvouched claim={claim} />
  return (
    <Words title={ours.title} content={ours.content} lang={ours.lang}>
      <title>{pageTitle(ours.title, site.name)}</title>
      <time className="muted" dateTime={new Date(ours.createdAt * 1_000).toISOString()}>
        {dayOf(ours.createdAt, intl)}
      </time>
    </Words>
  )
}

/** Text from the link alone: shown, since old announcements leave the list, but never as the market's own. */
function Unvouched({ claim }: { claim: Claimed }) {
  const { t } = useTranslation()
  const { site } = useConfig()
  return (
    <>
      <title>{`${t('announcement.unknownTitle')} · ${site.name}`}</title>
      <h1 className="d d40">{t('announcement.unknownTitle')}</h1>
      <p className="s16 announce-warning" role="note">
        {t('announcement.unknownText', { name: site.name })}
      </p>
      <blockquote className="announce-quote muted">
        <div className="strong">{claim.title}</div>
        <div className="announce-text">{claim.content}</div>
      </blockquote>
    </>
  )
}

function Words({ title, content, lang, children }: { title: string; content: string; lang: string; children: ReactNode }) {
  return (
    <article lang={lang}>
      {children}
      <h1 className="d d40">{title}</h1>
      <div className="s16 announce-text">{content}</div>
    </article>
  )
}

function Missing() {
  const { t } = useTranslation()
  return (
    <NotFound title={t('announcement.missing')} text={t('announcement.missingText')}>
      <ButtonLink variant="primary" to="/noticeList">
        {t('announcement.all')}
      </ButtonLink>
    </NotFound>
  )
}

function Waiting() {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('kit.loading')} className="announce-words">
      <Skeleton width={112} height={16} />
      <Skeleton width="70%" height={40} />
      <Skeleton width="100%" height={96} />
    </div>
  )
}
