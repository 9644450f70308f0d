import type { ItemRecord } from '@plinth/api'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { ItemGrid, type ItemGridProps } from '../../entities/cards/ItemGrid.tsx'
import { cardAuction } from '../../entities/cards/item-view.ts'
import { NetworkFilter } from '../../entities/live-list/NetworkFilter.tsx'
import { SilentNotice } from '../../entities/live-list/SilentNotes.tsx'
import { useTranslation } from '../../i18n/translate.ts'
import { Button, ButtonLink } from '../../kit/Button.tsx'
import { EmptyState } from '../../kit/states.tsx'
import { api, hashKey, pagesOf } from '../../lib/api.ts'
import { chainNow } from '../../lib/clock.ts'
import { useConfig } from '../../lib/site.ts'
import './auctions.css'

const LIMIT = 20
const PARAM = 'chain'
const ALL = -1

const isAtAuction = (item: ItemRecord): boolean => cardAuction(item, chainNow()) !== undefined

/** All auctions that take bids or are about to, the newest first, more as the end comes near. */
export function AuctionsPage({ actOf }: Pick<ItemGridProps, 'actOf'>) {
  const { t } = useTranslation()
  const { site } = useConfig()
  const [params, setParams] = useSearchParams()
  const chosen = params.get(PARAM) ?? ''
  const chainId = /^\d{1,15}$/.test(chosen) ? Number(chosen) : ALL
  const choose = (next: number) => setParams(next === ALL ? {} : { [PARAM]: String(next) }, { replace: true, preventScrollReset: true })
  const list = pagesOf(api.auction.newlist, { page: 1, limit: LIMIT, chainId })
  const pages = useInfiniteQuery(list)
  return (
    <main className="wrap page">
      <title>{`${t('auction.pageTitle')} · ${site.name}`}</title>
      <h1 className="d d56">{t('auction.pageTitle')}</h1>
      <p className="s16 muted auctions-text">{t('auction.pageText')}</p>
      <div className="filter-bar auctions-filter">
        <NetworkFilter chainId={chainId} onChange={choose} />
      </div>
      <SilentNotice chainIds={pages.data?.pages.flatMap(({ list: rows }) => rows.map((item) => item.chainId)) ?? []} />
      <h2 className="visually-hidden">{t('search.works')}</h2>
      <ItemGrid
        list={hashKey(list.queryKey)}
        pages={pages}
        actOf={actOf}
        columns={4}
        belongs={isAtAuction}
        empty={
          <EmptyState title={t('auction.emptyTitle')} text={t('auction.emptyText')}>
            {chainId === ALL ? (
              <ButtonLink variant="primary" to="/items?tab=collectibles">
                {t('auction.toItems')}
              </ButtonLink>
            ) : (
              <Button variant="primary" onClick={() => choose(ALL)}>
                {t('home.showAll')}
              </Button>
            )}
          </EmptyState>
        }
      />
    </main>
  )
}
