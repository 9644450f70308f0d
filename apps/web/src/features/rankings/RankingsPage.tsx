import { pageTitle } from '@plinth/api'
import { ALL_CHAINS } from '@plinth/protocol'
import { useSearchParams } from 'react-router'
import { useCategoryName } from '../../entities/category-name.ts'
import { NetworkFilter } from '../../entities/live-list/NetworkFilter.tsx'
import { SilentNotice } from '../../entities/live-list/SilentNotes.tsx'
import { useTranslation } from '../../i18n/translate.ts'
import { Select } from '../../kit/Field.tsx'
import { Segmented } from '../../kit/Segmented.tsx'
import { Tabs } from '../../kit/Tabs.tsx'
import { useCategories, useConfig, useNetworks } from '../../lib/site.ts'
import { type ChosenRanking, PERIOD_TEXTS, periodsOf, rankingParams, readRanking, TABS } from './address.ts'
import { CollectionRanking } from './CollectionRanking.tsx'
import { PeopleRanking } from './PeopleRanking.tsx'
import { useScope, useShownPeriod } from './ranking-query.ts'
import { Waiting } from './Waiting.tsx'
import './rankings.css'

/** Collections by what was sold, by floor or by age, and people; all of its state is in the address (RANK-01 to RANK-03). */
export function RankingsPage() {
  const { t } = useTranslation()
  const { site } = useConfig()
  const [params, setParams] = useSearchParams()
  const state = readRanking(params)
  const scope = useScope(state)
  const period = useShownPeriod(state, scope)
  const networks = useNetworks()
  const change = (part: Partial<ChosenRanking>) =>
    setParams(rankingParams({ ...state, ...part }), { replace: true, preventScrollReset: true })
  const { tab, people } = state
  const periods = periodsOf(tab)
  const shown =
    scope &&
    (tab === 'people' ? (
      <PeopleRanking key={`${people}:${scope.chainId}`} by={people} chainId={scope.chainId} onBy={(by) => change({ people: by })} />
    ) : (
      period && <CollectionRanking key={params.toString()} state={{ ...state, period }} scope={scope} onChange={change} />
    ))
  return (
    <main className="wrap page rankings">
      <title>{pageTitle(t('rankings.title'), site.name)}</title>
      <div className="row between rankings-head">
        <h1 className="d d56">{t('rankings.title')}</h1>
        <div className="rankings-filters">
          <NetworkFilter
            chainId={scope?.chainId ?? state.chainId}
            onChange={(chainId) => change({ chainId })}
            hasAll={scope?.hasAll ?? true}
          />
          {tab !== 'people' && <CategoryFilter category={state.category} onChange={(category) => change({ category })} />}
        </div>
      </div>
      <Tabs
        label={t('rankings.orders')}
        value={tab}
        onChange={(by) => change({ tab: by })}
        items={TABS.map((value) => ({ value, label: t(`rankings.by.${value}`) }))}
      >
        <div className="rankings-bar">
          {periods.length > 0 && (
            <Segmented
              label={t('rankings.period')}
              value={period}
              options={periods.map((value) => ({ value, label: t(PERIOD_TEXTS[value]) }))}
              onChange={(chosen) => change({ period: chosen })}
            />
          )}
          {tab === 'people' && (
            <Segmented
              label={t('rankings.peopleBy')}
              value={people}
              options={(['bought', 'sold', 'made'] as const).map((value) => ({ value, label: t(`rankings.people.${value}`) }))}
              onChange={(by) => change({ people: by })}
            />
          )}
        </div>
        <SilentNotice chainIds={scope && scope.chainId !== ALL_CHAINS ? [scope.chainId] : networks.map(({ chainId }) => chainId)} />
        {shown || <Waiting />}
      </Tabs>
    </main>
  )
}

type CategoryProps = { category: bigint | undefined; onChange: (category: bigint | undefined) => void }

/** The whole tree, what lies under another one behind its name. */
function CategoryFilter({ category, onChange }: CategoryProps) {
  const { t } = useTranslation()
  const nameOf = useCategoryName()
  const listed = (tree: ReturnType<typeof useCategories>, above: readonly string[] = []): { value: string; label: string }[] =>
    tree.flatMap((one) => {
      const path = [...above, nameOf(one)]
      return [{ value: one.id.toString(), label: path.join(', ') }, ...listed(one.children, path)]
    })
  return (
    <Select
      label={t('rankings.category')}
      placeholder={t('rankings.allCategories')}
      value={category?.toString() ?? ''}
      options={listed(useCategories())}
      onChange={(value) => onChange(value === '' ? undefined : BigInt(value))}
    />
  )
}
