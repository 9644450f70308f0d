import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocale } from '../../i18n/index.ts'
import { api, queryOf } from '../../lib/api.ts'

/** What the operator announces in the reader's language, newest first. A failure is logged, as document A §8 has it. */
export function useAnnouncements(limit: number) {
  const { locale } = useLocale()
  const { data, error, isPending, refetch } = useQuery(queryOf(api.announcement.list, { platform: 1, type: 1, page: 1, limit }))
  useEffect(() => {
    if (error) console.warn('announcement.list', error.message)
  }, [error])
  return { all: data, mine: data?.filter((each) => each.lang === locale) ?? [], error, isPending, refetch }
}
