import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from '../i18n/translate.ts'
import { FailedState } from '../kit/states.tsx'
import { api, queryOf } from '../lib/api.ts'
import { allPayTokensQuery, categoriesQuery, configQuery } from '../lib/site.ts'
import { LOCAL, readStored } from '../lib/storage.ts'
import { LoadingScreen } from './LoadingScreen.tsx'

const AGAIN_MS = 4_000

/** While the server is away it is asked again by itself. */
const patient = { refetchInterval: ({ state }: { state: { status: string } }) => (state.status === 'error' ? AGAIN_MS : false) } as const

/** Loads what every page needs, then the unread count, then shows the app (document A §4). */
export function Startup({ children }: { children: ReactNode }) {
  // One by one: what asks several at once comes with the pages that need it.
  const loads = [
    useQuery({ ...configQuery(), ...patient }),
    useQuery({ ...categoriesQuery(), ...patient }),
    useQuery({ ...allPayTokensQuery(), ...patient }),
  ]
  // Once in, a failed refresh keeps what is shown.
  const isLoaded = loads.every(({ data }) => data !== undefined)
  const [hadToken] = useState(() => readStored(LOCAL.token) !== undefined)
  const [isIn, setIn] = useState(false)
  // Startup does not wait for a count that does not come.
  const counts = useQuery({ ...queryOf(api.notices.count, {}), enabled: isLoaded && hadToken && !isIn, retry: false })
  if (!isIn && isLoaded && (!hadToken || !counts.isPending)) setIn(true)
  if (isIn) return children
  const retry = () => {
    for (const load of loads) if (load.isError) load.refetch()
  }
  return <Opening isFailing={loads.some(({ isError }) => isError)} onRetry={retry} />
}

/** Says that the market does not answer from the first failure on, through every further try. */
function Opening({ isFailing, onRetry }: { isFailing: boolean; onRetry: () => void }) {
  const { t } = useTranslation()
  const [hasFailed, setFailed] = useState(false)
  if (isFailing && !hasFailed) setFailed(true)
  // The page of approvals reads a kept configuration without the server (APPR-04).
  useEffect(() => {
    if (hasFailed) import('../features/approvals/kept.ts').then((kept) => kept.restoreSite())
  }, [hasFailed])
  if (!hasFailed) return <LoadingScreen />
  return (
    <main className="wrap start-failed">
      <FailedState isPage title={t('state.startTitle')} text={t('state.startText')} retry={onRetry} />
    </main>
  )
}
