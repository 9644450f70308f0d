import type { OperatorRow } from '@plinth/api'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { keyOf, queryOf } from '../../lib/api.ts'
import { useSession } from '../../lib/session.ts'
import { ActDialog, type Asked } from './ActDialog.tsx'
import { useLabels } from './labels.ts'
import { MarketNetworks } from './market-networks.ts'
import { operatorApi } from './operator-api.ts'
import './operator.css'

export type OnPage = {
  group: 'items' | 'collections' | 'users'
  /** The acts that make sense for it as it stands, or as its row in the group's list says. */
  acts: readonly string[] | ((row: OperatorRow | undefined) => readonly string[])
  /** Finds its row, where the page does not know how it stands. */
  list?: Readonly<Record<string, string>>
  /** Names it to the server. */
  values: Readonly<Record<string, string>>
  subject: string
}

/** Buttons for the acts that this role may do; each asks for its reason first, as in the console. */
export function PageActsOfRole({ group, acts, list, values, subject }: OnPage) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { address } = useSession()
  const [asked, setAsked] = useState<Asked>()
  const { data } = useQuery({
    queryKey: [...keyOf(operatorApi.desk), address, 'page'],
    queryFn: ({ signal }) => operatorApi.desk({}, { signal }),
    staleTime: 60_000,
  })
  const rows = useQuery({ ...queryOf(operatorApi.look, { group, act: 'list', values: list ?? {} }), enabled: list !== undefined })
  const known = data?.groups.find(({ name }) => name === group)?.acts ?? []
  const asItStands = typeof acts === 'function' ? acts(rows.data?.rows[0]) : acts
  const offered = asItStands.flatMap((name) => known.find((act) => act.name === name && !act.isLook) ?? [])
  if (!data || rows.isLoading || offered.length === 0) return null
  return (
    <MarketNetworks value={data.networks}>
      <section className="operator-page-acts" aria-label={t('operator.title')}>
        <span className="s13 muted">{t('operator.onPage')}</span>
        {offered.map((act) => {
          const title = labels.act(group, act.name)
          return (
            <Button key={act.name} size="small" onClick={() => setAsked({ group, act, title, subject, given: values, start: {} })}>
              {title}
            </Button>
          )
        })}
      </section>
      {asked && <ActDialog asked={asked} onClose={() => setAsked(undefined)} />}
    </MarketNetworks>
  )
}
