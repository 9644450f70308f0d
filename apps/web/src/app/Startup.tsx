import { useQueries } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from '../i18n/translate.ts'
import { FailedState } from '../kit/states.tsx'
import { categoriesQuery, configQuery, payTokensQuery } from '../lib/site.ts'
import { LoadingScreen } from './LoadingScreen.tsx'

/** Loads what every page stands on, then shows the app (document A §4). */
export function Startup({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const [config, categories, payTokens] = useQueries({ queries: [configQuery(), categoriesQuery(), payTokensQuery()] })
  const loads = [config, categories, payTokens]
  // Once in, a failed refresh keeps what is shown.
  if (loads.every((load) => load.data !== undefined)) return children
  if (loads.every((load) => !load.isError)) return <LoadingScreen />
  const retry = () => {
    for (const load of loads) if (load.isError) load.refetch()
  }
  return (
    <main className="wrap start-failed">
      <FailedState isPage title={t('state.startTitle')} text={t('state.startText')} retry={retry} />
    </main>
  )
}
