import type { ItemRecord, OfferRecord } from '@plinth/api'
import { lazy } from 'react'
import { Link } from 'react-router'
import { useCategoryName } from '../../entities/category-name.ts'
import type { OpenAccept } from '../../entities/offers/accept-line.ts'
import { personName } from '../../entities/person-name.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Arrived } from '../../kit/Arrived.tsx'
import { DefinitionList } from '../../kit/DefinitionList.tsx'
import { LazyBoundary } from '../../kit/LazyBoundary.tsx'
import { Tabs } from '../../kit/Tabs.tsx'
import { inTime } from '../../lib/chunk.ts'
import { useInSight } from '../../lib/in-sight.ts'
import { accountPath, collectionPath } from '../../lib/links.ts'
import { royaltyPercent } from '../../lib/numbers.ts'
import { useSession } from '../../lib/session.ts'
import { useChainNowAt } from '../../lib/use-chain-now.ts'
import { useParam } from '../../lib/use-param.ts'
import { auctionRows } from './auction-rows.ts'
import { BidAct } from './BidAct.tsx'
import { HistoryTable } from './HistoryTable.tsx'
import type { HistoryRow } from './history-view.ts'
import { useAuctions, type useHistory } from './item-query.ts'
import { openBids } from './item-role.ts'
import { OwnersTable } from './OwnersTable.tsx'
import type { OpenAct } from './open-act.ts'

/** What it can be sold to, in a chunk that comes once the tabs are seen. */
const LadderSource = lazy(inTime(async () => ({ default: (await import('./ladder/LadderSource.tsx')).LadderSource })))
const Ladder = lazy(inTime(async () => ({ default: (await import('./ladder/LadderSource.tsx')).LadderSlot })))
/** Its code comes once it is chosen. */
const AuctionsTab = lazy(inTime(async () => ({ default: (await import('./AuctionsTab.tsx')).AuctionsTab })))

const TABS = ['info', 'owners', 'history', 'bids', 'auctions'] as const
type Tab = (typeof TABS)[number]
type Props = {
  item: ItemRecord
  history: ReturnType<typeof useHistory>
  rows: readonly HistoryRow[]
  open: OpenAct
  accept: OpenAccept
  /** False where the page shows the history elsewhere. */
  hasHistory: boolean
  /** What it can be sold to, once that is known. */
  offers: readonly OfferRecord[]
  onOffers: (offers: readonly OfferRecord[]) => void
}

/** Info and owners always, history, bids and auctions only where there are some (ITEM-13 to ITEM-16) or that is unknown. */
export function ItemTabs({ item, history, rows, open, accept, hasHistory, offers, onOffers }: Props) {
  const { t } = useTranslation()
  const [chosen = 'info', setTab] = useParam('tab', TABS)
  const { address } = useSession()
  const bids = openBids(item)
  const { chainId, collection, tokenId } = item
  const { place, isSeen } = useInSight<HTMLDivElement>()
  const known = useAuctions({ chainId, collection, tokenId }, isSeen || chosen === 'auctions')
  // The live ones came with the item; whether others ended is asked once all of this is seen.
  const listed = known.data?.list ?? item.auctions
  const auctions = auctionRows(listed, address, useChainNowAt(listed.map(({ expiredTime }) => expiredTime)))
  const counts: Partial<Record<Tab, number>> = {
    history: hasHistory ? history.data && rows.length : 0,
    bids: bids.length + offers.filter(({ kind }) => kind !== 'item').length,
    auctions: known.data && auctions.length,
  }
  const tab = counts[chosen] === 0 ? 'info' : chosen
  /** On its way it has a tab only for who asked for it by the address. */
  const tabOf = (value: Tab, label: string, isPending: boolean) =>
    counts[value] === 0 || (isPending && tab !== value) ? [] : [{ value, label, count: counts[value] }]
  const owners = item.holdings.filter(({ quantity }) => quantity > 0n)
  return (
    <section className="item-tabs">
      <Tabs
        label={t('work.tabs')}
        value={tab}
        onChange={setTab}
        items={[
          { value: 'info', label: t('work.info') },
          { value: 'owners', label: t('work.owners'), count: owners.length },
          ...tabOf('history', t('work.history'), history.isPending),
          ...tabOf('bids', t('inbox.tab'), false),
          ...tabOf('auctions', t('auction.tab'), known.isPending && auctions.length === 0),
        ]}
      >
        {tab === 'info' && <Info item={item} />}
        {tab === 'owners' && <OwnersTable item={item} owners={owners} open={open} />}
        {tab === 'history' && (
          <Arrived of={history} failed={t('work.historyFailed')}>
            <HistoryTable rows={rows} chainId={item.chainId} />
          </Arrived>
        )}
        {tab === 'bids' && (
          <LazyBoundary>
            <Ladder
              item={item}
              bids={bids}
              offers={offers}
              bidAct={(bid) => <BidAct item={item} bid={bid} open={open} />}
              accept={accept}
            />
          </LazyBoundary>
        )}
        {tab === 'auctions' && (
          <Arrived of={known} failed={t('home.auctionsFailed')}>
            <LazyBoundary>
              <AuctionsTab auctions={auctions} open={open} />
            </LazyBoundary>
          </Arrived>
        )}
      </Tabs>
      {(isSeen || chosen === 'bids') && (
        <LazyBoundary>
          <LadderSource item={item} onOffers={onOffers} />
        </LazyBoundary>
      )}
      <div ref={place} />
    </section>
  )
}

function Info({ item }: { item: ItemRecord }) {
  const { t } = useTranslation()
  const nameOf = useCategoryName()
  return (
    <div className="item-panel">
      <DefinitionList
        facts={[
          {
            key: 'creator',
            label: t('work.creator'),
            value: (
              <Link className="link" to={accountPath(item.creator.address)}>
                {personName(item.creator)}
              </Link>
            ),
          },
          {
            key: 'collection',
            label: t('work.collection'),
            value: (
              <Link className="link" to={collectionPath(item.collection, item.chainId)}>
                {item.collectionBrief.name}
              </Link>
            ),
          },
          { key: 'category', label: t('work.category'), value: item.category ? nameOf(item.category) : t('work.none') },
          { key: 'royalty', label: t('work.royalty'), value: <span className="num">{royaltyPercent(item.royalties)}</span> },
        ]}
      />
    </div>
  )
}
