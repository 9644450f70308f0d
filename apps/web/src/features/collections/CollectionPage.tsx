import { type Collection, pageTitle } from '@plinth/api'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { SilentNotice } from '../../entities/live-list/SilentNotes.tsx'
import type { OpenOffer } from '../../entities/offer-act.ts'
import { useLocale } from '../../i18n/index.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { LazyBoundary } from '../../kit/LazyBoundary.tsx'
import { MissingPage } from '../../kit/MissingPage.tsx'
import { Skeleton } from '../../kit/marks.tsx'
import { FailedState } from '../../kit/states.tsx'
import { Tabs } from '../../kit/Tabs.tsx'
import { useSoon } from '../../lib/chunk.ts'
import { mediaUrl, thumbnail } from '../../lib/media.ts'
import { PHONE, useMediaQuery } from '../../lib/media-query.ts'
import { countText } from '../../lib/numbers.ts'
import { failedListText } from '../../lib/outage.ts'
import { useConfig } from '../../lib/site.ts'
import { CollectionHead } from './CollectionHead.tsx'
import { FigureBoxes, FigureStrip } from './FigureStrip.tsx'
import { collectionOf, figuresQuery, infoQuery, type Ref, readRef, statQuery } from './info-query.ts'
import type { Shown } from './shown.ts'
import { AboutTab, ActivityTab, AnalyticsTab, HoldersTab, loadSmallTabs, OffersTab } from './tab-parts.ts'
import { COLLECTION_TABS, fromFormer, readTab, withTab } from './tabs.ts'
import './collection.css'
import './collection-tabs.css'

/** Works with their filters and the acts of the owner are other features', so the route brings them. */
type Acts = {
  itemsOf: (shown: Shown) => ReactNode
  ownerActOf: (collection: Collection) => ReactNode
  missingActs: (ref: Ref) => ReactNode
  openOffer: OpenOffer
}

export function CollectionPage({ address, chain, ...acts }: { address: string; chain: string | null } & Acts) {
  const ref = readRef(address, chain)
  return ref ? <Known {...ref} {...acts} /> : <Missing />
}

function Known({ address, chainId, missingActs, ...acts }: Ref & Acts) {
  const { t } = useTranslation()
  const info = useQuery(infoQuery({ address, chainId }))
  if (info.isPending) return <HeadSkeleton />
  if (!info.data)
    return (
      <main className="wrap page">
        <FailedState isPage title={t('collection.failedTitle')} text={failedListText(info.error)} retry={() => info.refetch()} />
      </main>
    )
  const collection = collectionOf(info.data)
  return collection ? (
    <Loaded collection={collection} address={address} {...acts} />
  ) : (
    <Missing>{missingActs({ address, chainId })}</Missing>
  )
}

function Loaded({ collection, address, itemsOf, ownerActOf, openOffer }: Shown & Omit<Acts, 'missingActs'>) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const { site } = useConfig()
  const [params, setParams] = useSearchParams()
  const tab = readTab(params)
  const former = fromFormer(params)
  useEffect(() => {
    if (former) setParams(former, { replace: true, preventScrollReset: true })
  })
  useSoon(loadSmallTabs)
  const of = { collection: address, chainId: collection.chainId }
  const figures = useQuery(figuresQuery(of))
  const { data: stat, isPending: isCounting } = useQuery(statQuery(of))
  const isAwaited = figures.isPending
  // The head stands first; what is below it is drawn in the next moment.
  const isPanelDrawn = useDeferredValue(true, false)
  const counts = { items: stat?.items, holders: figures.data?.owners }
  const countOf = (value: string) => {
    const count = counts[value as keyof typeof counts]
    return count === undefined ? {} : { count: countText(count, intl) }
  }
  return (
    <main>
      <title>{pageTitle(collection.name, site.name)}</title>
      <Banner collection={collection} />
      <div className="wrap">
        <CollectionHead
          collection={collection}
          address={address}
          royalty={figures.data?.royalty}
          isAwaited={isAwaited}
          ownerAct={ownerActOf(collection)}
        />
        <SilentNotice chainIds={[collection.chainId]} />
        <FigureStrip collection={collection} address={address} figures={figures} />
        {/* Their counts would push them aside. */}
        <div className={isAwaited || isCounting ? 'collection-tabs awaited' : 'collection-tabs'}>
          <Tabs
            label={t('collection.tabs')}
            value={tab}
            onChange={(next) => setParams((now) => withTab(now, next), { replace: true, preventScrollReset: true })}
            items={COLLECTION_TABS.map((value) => ({ value, label: t(`collection.tab.${value}`), ...countOf(value) }))}
          >
            <div className={isPanelDrawn ? 'collection-panel' : 'collection-panel awaited'}>
              {isPanelDrawn && tab === 'items' && !former && (
                <>
                  <h2 className="visually-hidden">{t('collection.works')}</h2>
                  {itemsOf({ collection, address })}
                </>
              )}
              {isPanelDrawn && (
                <LazyBoundary key={tab} fallback={<Skeleton height={420} width="100%" />}>
                  {tab === 'offers' && <OffersTab collection={collection} address={address} open={openOffer} />}
                  {tab === 'activity' && <ActivityTab collection={collection} address={address} />}
                  {tab === 'analytics' && <AnalyticsTab collection={collection} address={address} figures={figures.data} />}
                  {tab === 'holders' && <HoldersTab collection={collection} address={address} />}
                  {tab === 'about' && <AboutTab collection={collection} address={address} royalty={figures.data?.royalty} />}
                </LazyBoundary>
              )}
            </div>
          </Tabs>
        </div>
      </div>
    </main>
  )
}

/** The collection's own picture, else its cover out of focus, else the bare wall. */
function Banner({ collection }: { collection: Collection }) {
  const own = mediaUrl(collection.bannerUrl)
  const { src } = thumbnail(collection.cover)
  return (
    <div className={own || src ? 'collection-banner' : 'collection-banner wall'}>
      {own ? <img src={own} alt="" fetchPriority="high" /> : src && <img className="blurred" src={src} alt="" fetchPriority="high" />}
    </div>
  )
}

function Missing({ children }: { children?: ReactNode }) {
  const { t } = useTranslation()
  return (
    <MissingPage title={t('collection.notFoundTitle')} text={t('collection.notFoundText')} to="/" way={t('collection.market')}>
      {children}
    </MissingPage>
  )
}

/** The boxes of the head, the figures and the tabs, so that nothing moves when they come. */
function HeadSkeleton() {
  const { t } = useTranslation()
  const isPhone = useMediaQuery(PHONE)
  const cover = isPhone ? 72 : 112
  return (
    <main>
      <div className="visually-hidden" role="status">
        <h1>{t('kit.loading')}</h1>
      </div>
      <div className="collection-banner wall" />
      <div className="wrap" aria-hidden="true">
        <div className="collection-head">
          <div className="collection-cover">
            <Skeleton width={cover} height={cover} />
          </div>
          <div className="collection-name">
            <Skeleton width={isPhone ? 200 : 320} height={isPhone ? 36 : 44} />
          </div>
          <div className="collection-words">
            <div className="collection-line">
              <Skeleton width={260} height={28} />
            </div>
            <Skeleton width={isPhone ? 300 : 520} height={20} />
          </div>
        </div>
        <FigureBoxes />
        <div className="collection-tabs">
          <div className="tabs" />
        </div>
      </div>
    </main>
  )
}
