import type { InboxRow } from '@plinth/api'
import { MOST_ACCEPTED } from '@plinth/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ListFoot } from '../../../entities/live-list/ListFoot.tsx'
import { lineKey, type OpenAccept, offerSums } from '../../../entities/offers/accept-line.ts'
import { refreshPassed } from '../../../entities/offers/PassMenu.tsx'
import { exactText } from '../../../entities/price/amounts.ts'
import { namesText } from '../../../i18n/lists.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { Button } from '../../../kit/Button.tsx'
import { Select } from '../../../kit/Field.tsx'
import { Skeleton } from '../../../kit/marks.tsx'
import { EmptyState, FailedState } from '../../../kit/states.tsx'
import { toast } from '../../../kit/toast.tsx'
import { useNearEnd } from '../../../lib/near-end.ts'
import { offerApi } from '../../../lib/offer-api.ts'
import { useSession } from '../../../lib/session.ts'
import { useNetworks } from '../../../lib/site.ts'
import { failureOf } from '../../../wallet/errors.ts'
import { InboxList } from './InboxList.tsx'
import { bestOf, inboxQuery, lineOf } from './inbox-query.ts'
import './inbox.css'

const LEAST = ['0', '50', '80', '90', '100'] as const
/** How many one press chooses. */
const BEST = 5

/** Offers received: all that the viewer's works can be sold to now, best first (PORT-04). */
export function Inbox({ accept }: { accept: OpenAccept }) {
  const { t } = useTranslation()
  const { status, address } = useSession()
  const me = status === 'loggedIn' ? address : undefined
  const pages = useInfiniteQuery(inboxQuery(me))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const end = useNearEnd<HTMLDivElement>(() => pages.fetchNextPage(), pages.hasNextPage && !pages.isFetchingNextPage && !pages.isError)
  if (!pages.data)
    return pages.isError ? <FailedState title={t('inbox.failed')} retry={() => pages.refetch()} /> : <Skeleton height={320} width="100%" />
  const rows = pages.data.pages.flatMap(({ list }) => list)
  const least = pages.data.pages[0]?.least ?? 0
  const picked = rows.filter((row) => chosen.has(lineKey(row)))
  const choose = (some: readonly InboxRow[]) => setChosen(new Set(some.map(lineKey)))
  const acceptRows = (some: readonly InboxRow[]) => accept(some.slice(0, MOST_ACCEPTED).map((row) => lineOf(row, t)))
  const best = bestOf(rows, BEST)
  return (
    <section className="inbox" aria-label={t('inbox.received')}>
      <div className="inbox-head">
        <span className="row g12">
          {rows.length > 0 && (
            <label className="inbox-pick">
              <input
                type="checkbox"
                aria-label={t('inbox.selectAll')}
                checked={picked.length === rows.length}
                ref={(box) => {
                  if (box) box.indeterminate = picked.length > 0 && picked.length < rows.length
                }}
                onChange={(event) => choose(event.target.checked ? rows : [])}
              />
            </label>
          )}
          {best.length > 1 && (
            <Button size="small" onClick={() => choose(best)}>
              {t('inbox.best', { count: best.length })}
            </Button>
          )}
        </span>
        <Least least={least} />
      </div>
      {rows.length === 0 ? (
        <EmptyState title={t(least > 0 ? 'inbox.emptyLeast' : 'inbox.empty')} text={t('inbox.emptyText')} />
      ) : (
        me && (
          <InboxList
            rows={rows}
            owner={me}
            chosen={chosen}
            onChoose={(key, isChosen) =>
              setChosen(isChosen ? new Set([...chosen, key]) : new Set([...chosen].filter((one) => one !== key)))
            }
            accept={(line) => accept([line])}
            hasDot={picked.length === 0}
          />
        )
      )}
      <div ref={end} className="list-end">
        <ListFoot pages={pages} />
      </div>
      {me && picked.length > 0 && <Bar rows={picked} me={me} clear={() => choose([])} accept={acceptRows} />}
    </section>
  )
}

type BarProps = {
  rows: readonly InboxRow[]
  me: NonNullable<ReturnType<typeof useSession>['address']>
  clear: () => void
  accept: (rows: readonly InboxRow[]) => void
}

/** What was chosen, and one transaction for each network of it. */
function Bar({ rows, me, clear, accept }: BarProps) {
  const { t, locale } = useTranslation()
  const networks = useNetworks()
  const byChain = [...Map.groupBy(rows, ({ offer }) => offer.chainId)]
  const byToken = Map.groupBy(rows, ({ offer }) => `${offer.chainId}:${offer.payToken.address}`)
  const sums = [...byToken.values()].map((some) => {
    const sum = some.reduce((all, { offer, items: [work] }) => all + (work ? offerSums(offer, work, 1n, me).receives : 0n), 0n)
    return some[0] ? exactText(sum, some[0].offer.payToken) : ''
  })
  return (
    <div className="inbox-bar">
      <span>
        <b>{t('inbox.chosen', { count: rows.length })}</b>{' '}
        <span className="muted num">{t('inbox.youGet', { amount: namesText(sums, locale) })}</span>
      </span>
      <Button size="small" onClick={clear}>
        {t('inbox.clear')}
      </Button>
      {byChain.map(([chainId, some], at) => (
        <Button key={chainId} size="small" variant={at === 0 ? 'primary' : 'secondary'} dot={at === 0} onClick={() => accept(some)}>
          {byChain.length === 1
            ? t('inbox.acceptMany', { count: some.length })
            : t('inbox.acceptOn', { count: some.length, network: networks.find((network) => network.chainId === chainId)?.name ?? '' })}
        </Button>
      ))}
    </div>
  )
}

/** The account's minimum, as a share of the floor. */
function Least({ least }: { least: number }) {
  const { t } = useTranslation()
  const known = LEAST.find((value) => Number(value) === least)
  const change = async (value: string) => {
    try {
      await offerApi.setLeast({ least: Number(value) })
      await refreshPassed()
    } catch (error) {
      toast(failureOf(error).text, 'bad')
    }
  }
  const textOf = (value: string) => (value === '0' ? t('inbox.leastAny') : t('inbox.leastFrom', { percent: `${value}%` }))
  const options = known ? LEAST : [...LEAST, String(least)]
  return (
    <Select
      label={t('inbox.least')}
      value={String(least)}
      options={options.map((value) => ({ value, label: textOf(value) }))}
      onChange={(value) => void change(value)}
    />
  )
}
