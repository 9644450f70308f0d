import type { AuctionPhase, ItemRecord } from '@plinth/api'
import { auctionPhase } from '@plinth/protocol'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { ItemGrid, type ItemGridProps } from '../../entities/cards/ItemGrid.tsx'
import { cardAuction } from '../../entities/cards/item-view.ts'
import { NetworkFilter } from '../../entities/live-list/NetworkFilter.tsx'
import { SilentNotice } from '../../entities/live-list/SilentNotes.tsx'
import { useTranslation } from '../../i18n/translate.ts'
import { Button, ButtonLink } from '../../kit/Button.tsx'
import { Segmented } from '../../kit/Segmented.tsx'
import { EmptyState } from '../../kit/states.tsx'
import { api, hashKey, pagesOf } from '../../lib/api.ts'
import { chainNow } from '../../lib/clock.ts'
import { useConfig } from '../../lib/site.ts'
import './auctions.css'

const LIMIT = 20
const ALL = -1
const PHASES = ['live', 'soon', 'ended'] as const satisfies readonly AuctionPhase[]
const SORTS = ['ending', 'create_time'] as const

/** The phase of each list, as the clock of the chain goes on. */
const PHASE_OF = { begin: 'soon', end: 'live', expired: 'ended', final: undefined } as const

const isIn = (phase: AuctionPhase) => (item: ItemRecord) => {
  const auction = cardAuction(item, chainNow())
  return auction !== undefined && PHASE_OF[auctionPhase(auction, chainNow())] === phase
}

/** Phase, network and order in the address; defaults are left out of it. */
function useAsked() {
  const [params, setParams] = useSearchParams()
  const chosen = params.get('chain') ?? ''
  const asked = {
    chainId: /^\d{1,15}$/.test(chosen) ? Number(chosen) : ALL,
    phase: PHASES.find((phase) => phase === params.get('phase')) ?? 'live',
    sort: SORTS.find((sort) => sort === params.get('sort')) ?? 'ending',
  }
  const ask = (part: Partial<typeof asked>) => {
    const { chainId, phase, sort } = { ...asked, ...part }
    const next = {
      chain: chainId === ALL ? '' : String(chainId),
      phase: phase === 'live' ? '' : phase,
      sort: sort === 'ending' ? '' : sort,
    }
    setParams(Object.fromEntries(Object.entries(next).filter(([, value]) => value !== '')), { replace: true, preventScrollReset: true })
  }
  return { asked, ask }
}

/** Auctions that take bids, are about to, or wait for their payment; the one that ends first first, more as the end comes near. */
export function AuctionsPage({ actOf }: Pick<ItemGridProps, 'actOf'>) {
  const { t } = useTranslation()
  const { site } = useConfig()
  const { asked, ask } = useAsked()
  const { chainId, phase, sort } = asked
  const list = pagesOf(api.auction.newlist, { page: 1, limit: LIMIT, sort, phase, chainId })
  const pages = useInfiniteQuery(list)
  return (
    <main className="wrap page">
      <title>{`${t('auction.pageTitle')} · ${site.name}`}</title>
      <h1 className="d d56">{t('auction.pageTitle')}</h1>
      <p className="s16 muted auctions-text">{t('auction.pageText')}</p>
      <div className="auctions-filter">
        <Segmented
          label={t('auction.which')}
          value={phase}
          options={PHASES.map((value) => ({ value, label: t(`auction.phase.${value}`) }))}
          onChange={(value) => ask({ phase: value })}
        />
        <NetworkFilter chainId={chainId} onChange={(value) => ask({ chainId: value })} />
        <Segmented
          label={t('auction.sortBy')}
          value={sort}
          options={SORTS.map((value) => ({ value, label: t(`auction.sort.${value}`) }))}
          onChange={(value) => ask({ sort: value })}
        />
      </div>
      <SilentNotice chainIds={pages.data?.pages.flatMap(({ list: rows }) => rows.map((item) => item.chainId)) ?? []} />
      <h2 className="visually-hidden">{t('search.works')}</h2>
      <ItemGrid
        list={hashKey(list.queryKey)}
        pages={pages}
        actOf={actOf}
        columns={4}
        belongs={isIn(phase)}
        empty={
          <EmptyState title={t(`auction.none.${phase}`)} text={t('auction.emptyText')}>
            {chainId === ALL ? (
              <ButtonLink variant="primary" to="/items?tab=collectibles">
                {t('auction.toItems')}
              </ButtonLink>
            ) : (
              <Button variant="primary" onClick={() => ask({ chainId: ALL })}>
                {t('home.showAll')}
              </Button>
            )}
          </EmptyState>
        }
      />
    </main>
  )
}
