import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { askSignIn } from '../../flows/session/session-store.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { FilterTabs } from '../../kit/FilterTabs.tsx'
import { EmptyState } from '../../kit/states.tsx'
import { api, queryOf } from '../../lib/api.ts'
import { useSession } from '../../lib/session.ts'
import { useConfig } from '../../lib/site.ts'
import { NoticeList } from './NoticeList.tsx'
import { useReading } from './use-reading.ts'
import './news.css'

/** Everything that happened to the reader's items, unread marked with the dot. */
export function News() {
  const { t } = useTranslation()
  const { site } = useConfig()
  const { status } = useSession()
  return (
    <main className="wrap page news">
      <title>{`${t('news.title')} · ${site.name}`}</title>
      <h1 className="d d56">{t('news.title')}</h1>
      {status === 'loggedIn' ? <Reader /> : <Stranger />}
    </main>
  )
}

function Reader() {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const onlyUnread = params.get('tab') === 'unread'
  const { data: counts } = useQuery(queryOf(api.notices.count, {}))
  const { readAll } = useReading()
  return (
    <>
      <div className="news-bar">
        <FilterTabs
          label={t('news.tabs')}
          value={onlyUnread ? 'unread' : 'all'}
          onChange={(tab) => setParams({ tab }, { replace: true, preventScrollReset: true })}
          items={[
            { value: 'all', label: t('news.all'), count: counts?.total },
            { value: 'unread', label: t('news.unread'), count: counts?.unread },
          ]}
        />
        {(counts?.unread ?? 0) > 0 && (
          <button type="button" className="link news-read-all" onClick={() => readAll.mutate()} disabled={readAll.isPending}>
            {t('news.readAll')}
          </button>
        )}
      </div>
      <NoticeList key={String(onlyUnread)} onlyUnread={onlyUnread} />
    </>
  )
}

/** A wallet is connected but not signed in: only its owner may see its notices. */
function Stranger() {
  const { t } = useTranslation()
  return (
    <EmptyState title={t('news.signInTitle')} text={t('news.signInText')}>
      <Button variant="primary" dot onClick={() => void askSignIn('act')}>
        {t('session.signIn')}
      </Button>
    </EmptyState>
  )
}
