import { type ItemRecord, type OfferRecord, pageTitle } from '@plinth/api'
import { type ComponentProps, lazy, useMemo, useState } from 'react'
import { useItemFace } from '../../entities/cards/use-item-face.ts'
import { SilentNotice } from '../../entities/live-list/SilentNotes.tsx'
import { STANDING_TEXT, useOwnPart } from '../../entities/use-standing.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { LazyBoundary } from '../../kit/LazyBoundary.tsx'
import { MissingPage } from '../../kit/MissingPage.tsx'
import { Skeleton } from '../../kit/marks.tsx'
import { FailedState, PartFailed } from '../../kit/states.tsx'
import { inTime } from '../../lib/chunk.ts'
import { useFirstSight } from '../../lib/first-sight.ts'
import { useInSight } from '../../lib/in-sight.ts'
import { useMediaQuery } from '../../lib/media-query.ts'
import { failedListText } from '../../lib/outage.ts'
import { useSession } from '../../lib/session.ts'
import { useConfig } from '../../lib/site.ts'
import { About } from './About.tsx'
import { History } from './History.tsx'
import { historyRows } from './history-view.ts'
import { ItemHead } from './ItemHead.tsx'
import { ItemMenu } from './ItemMenu.tsx'
import { ItemTabs } from './ItemTabs.tsx'
import { type ItemRef, useHistory, useItem } from './item-query.ts'
import { JustMade } from './JustMade.tsx'
import { NARROW } from './narrow.ts'
import type { DialogsOf } from './open-act.ts'
import { PriceBlock } from './PriceBlock.tsx'
import { PriceFacts } from './PriceFacts.tsx'
import { Provenance } from './Provenance.tsx'
import type { PrivatePart } from './private/PrivateSales.tsx'
import { Rarity } from './Rarity.tsx'
import { Stage } from './Stage.tsx'
import { Traits } from './Traits.tsx'
import './item.css'

/** Its code comes after the page. */
const ItemChart = lazy(inTime(() => import('./price/ItemChart.tsx').then((module) => ({ default: module.ItemChart }))))

const PrivateSales = lazy(inTime(() => import('./private/PrivateSales.tsx').then((module) => ({ default: module.PrivateSales }))))

export type ItemPageProps = {
  itemRef: ItemRef | undefined /** The route puts the trade dialogs in. */
  useDialogs: DialogsOf
  more: (item: ItemRecord) => React.ReactNode
  /** What an operator can do with it. */
  operatorActs: (item: ItemRecord) => React.ReactNode
  /** And with one that is not shown: it may have been hidden. */
  missingActs: (ref: ItemRef) => React.ReactNode
}

/** One item through its four states. */
export function ItemPage({ itemRef, ...parts }: ItemPageProps) {
  return itemRef ? <Known itemRef={itemRef} {...parts} /> : <Missing />
}

function Known({ itemRef, missingActs, ...parts }: ItemPageProps & { itemRef: ItemRef }) {
  const item = useItem(itemRef)
  const history = useHistory(itemRef)
  if (item.isPending) return <ItemSkeleton />
  if (item.data === null) return <Missing>{missingActs(itemRef)}</Missing>
  if (!item.data) return <Failed error={item.error} retry={() => item.refetch()} />
  return <Loaded item={item.data} history={history} {...parts} />
}

type LoadedProps = { item: ItemRecord; history: ReturnType<typeof useHistory> } & Pick<
  ItemPageProps,
  'useDialogs' | 'more' | 'operatorActs'
>

function Loaded({ item, history, useDialogs, more, operatorActs }: LoadedProps) {
  const { t } = useTranslation()
  const { site } = useConfig()
  const face = useItemFace(item)
  const { open, accept, dialogs } = useDialogs(item)
  const standing = useOwnPart(item)?.standing
  const rows = useMemo(() => historyRows(history.data ?? []), [history.data])
  const retry = history.isError && !history.data ? history.refetch : undefined
  const isNarrow = useMediaQuery(NARROW)
  const { status } = useSession()
  const [privatePart, setPrivatePart] = useState<PrivatePart>()
  const [offers, setOffers] = useState<readonly OfferRecord[]>([])
  const facts = (
    <>
      <Rarity item={item} />
      <Provenance item={item} />
    </>
  )
  return (
    <main>
      <title>{`${standing ? `${t(STANDING_TEXT[standing])} · ` : ''}${pageTitle(face.name, site.name)}`}</title>
      <div className="wrap item">
        <div className="item-stage">
          <Stage item={item} menu={<ItemMenu item={item} open={open} />} />
        </div>
        <div className="item-side">
          <ItemHead item={item} />
          <JustMade item={item} />
          <SilentNotice chainIds={[item.chainId]} />
          {(status === 'loggedIn' || location.search.includes('&private')) && (
            <LazyBoundary>
              <PrivateSales item={item} open={open} onPart={setPrivatePart} />
            </LazyBoundary>
          )}
          <PriceBlock item={item} rows={rows} open={open} privatePart={privatePart} />
          <PriceFacts item={item} rows={rows} offers={offers} />
          {operatorActs(item)}
          <ItemTabs
            item={item}
            history={history}
            rows={rows}
            open={open}
            accept={accept}
            hasHistory={isNarrow}
            offers={offers}
            onOffers={setOffers}
          />
          {!isNarrow && <div className="item-facts">{facts}</div>}
        </div>
        <div className="item-below">
          <About item={item} />
          {!isNarrow && <History isPending={history.isPending} rows={rows} chainId={item.chainId} />}
          {retry ? <PartFailed text={t('work.historyFailed')} retry={retry} /> : history.data && <Chart item={item} rows={rows} />}
          <Traits item={item} offers={offers} />
          {isNarrow && facts}
        </div>
      </div>
      {more(item)}
      {dialogs}
    </main>
  )
}

/** Its sales and floors are asked for once it is seen. */
function Chart(props: ComponentProps<typeof ItemChart>) {
  const { place, isSeen } = useInSight<HTMLDivElement>()
  const room = <div ref={place} className="item-chart-place" />
  return isSeen ? (
    <LazyBoundary fallback={room}>
      <ItemChart {...props} />
    </LazyBoundary>
  ) : (
    room
  )
}

function Missing({ children }: { children?: React.ReactNode }) {
  const { t } = useTranslation()
  return (
    <MissingPage title={t('work.notFoundTitle')} text={t('work.notFoundText')} to="/" way={t('work.toMarket')}>
      {children}
    </MissingPage>
  )
}

function Failed({ error, retry }: { error: unknown; retry: () => void }) {
  const { t } = useTranslation()
  return (
    <main className="wrap page">
      <FailedState isPage title={t('work.failedTitle')} text={failedListText(error)} retry={retry} />
    </main>
  )
}

function ItemSkeleton() {
  const { t } = useTranslation()
  useFirstSight()
  return (
    <main>
      <div className="visually-hidden" role="status">
        <h1>{t('kit.loading')}</h1>
      </div>
      <div className="wrap item" aria-hidden="true">
        <div className="item-stage">
          <div className="wall stage skeleton" />
        </div>
        <div className="item-side">
          <Skeleton width={200} height={40} />
          <div className="item-title">
            <Skeleton width="80%" height={60} />
          </div>
          <Skeleton width={280} height={40} />
          <div className="price-block">
            <Skeleton width={160} height={20} />
            <div className="price-big">
              <Skeleton width="50%" height={48} />
            </div>
            <Skeleton width="100%" height={48} />
          </div>
        </div>
      </div>
    </main>
  )
}
