import { pageTitle } from '@plinth/api'
import type { ComponentProps, ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { ExploreRow } from '../../entities/explore/explore-row.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { ButtonLink } from '../../kit/Button.tsx'
import { EmptyState } from '../../kit/states.tsx'
import { Tabs } from '../../kit/Tabs.tsx'
import { EXPLORE_TABS, type ExploreTab, readTab } from '../../lib/explore-address.ts'
import { presentParams } from '../../lib/present-params.ts'
import { useConfig } from '../../lib/site.ts'
import { ExploreCollections, type ListParts } from './ExploreCollections.tsx'
import { ExploreItems, type ExploreItemsProps } from './ExploreItems.tsx'
import { ExplorePeople } from './ExplorePeople.tsx'
import './explore.css'

type Props = {
  actOf: (row: ExploreRow) => ReactNode
  picks?: Pick<ExploreItemsProps, 'pickOf' | 'onShown'>
  sweepOf: ComponentProps<typeof ExploreItems>['sweepOf']
  /** Lists with figures are another feature's, so the route brings them. */
  collections: (parts: ListParts) => ReactNode
  people: (parts: ListParts) => ReactNode
}

/** Works, collections and people behind three tabs (EXPL-01). */
export function ExplorePage({ actOf, picks, sweepOf, collections, people }: Props) {
  const { t } = useTranslation()
  const { site } = useConfig()
  const [params, setParams] = useSearchParams()
  const tab = readTab(params) ?? 'works'
  const open = (next: ExploreTab) => {
    const other = presentParams()
    if (next === 'works') other.delete('tab')
    else other.set('tab', next)
    other.delete('by')
    setParams(other, { replace: true, preventScrollReset: true })
  }
  return (
    <main className="wrap page explore-page">
      <title>{pageTitle(t('explore.title'), site.name)}</title>
      <h1 className="d d56">{t('explore.title')}</h1>
      <Tabs
        label={t('explore.tabs')}
        value={tab}
        onChange={open}
        items={EXPLORE_TABS.map((value) => ({ value, label: t(`search.${value}`) }))}
      >
        <h2 className="visually-hidden">{t(`search.${tab}`)}</h2>
        {tab === 'works' && <ExploreItems {...picks} actOf={actOf} sweepOf={sweepOf} empty={<NoWork />} />}
        {tab === 'collections' && <ExploreCollections every={collections} />}
        {tab === 'people' && <ExplorePeople every={people} />}
      </Tabs>
    </main>
  )
}

function NoWork() {
  const { t } = useTranslation()
  return (
    <EmptyState title={t('explore.emptyFirst')} text={t('explore.emptyFirstText')}>
      <ButtonLink variant="primary" to="/create">
        {t('home.createOne')}
      </ButtonLink>
    </EmptyState>
  )
}
