import { useQuery } from '@tanstack/react-query'
import { lazy, useEffect, useState } from 'react'
import type { Params } from 'react-router'
import type { ItemGridProps } from '../entities/cards/ItemGrid.tsx'
import { Announcements } from '../features/announcements/Announcements.tsx'
import { LiveAuctions } from '../features/auctions/LiveAuctions.tsx'
import { liveAuctions } from '../features/auctions/live-auctions.ts'
import { Banner } from '../features/banner/Banner.tsx'
import { HomeBoxesPlace } from '../features/boxes/HomeBoxesPlace.tsx'
import { newestBoxes } from '../features/boxes/newest-boxes.ts'
import { readFilters } from '../features/market/filters.ts'
import { Market } from '../features/market/Market.tsx'
import { marketQuery } from '../features/market/market-query.ts'
import { HomeRankingPlace } from '../features/rankings/HomeRankingPlace.tsx'
import { allTexts } from '../i18n/index.ts'
import { LazyBoundary } from '../kit/LazyBoundary.tsx'
import { queryClient } from '../lib/api.ts'
import { inTime } from '../lib/chunk.ts'
import { useConfig } from '../lib/site.ts'

const CardActs = lazy(
  inTime(async () => {
    const [{ CardActs: acts }] = await Promise.all([import('./CardActs.tsx'), allTexts()])
    return { default: acts }
  }),
)

/** Below the first view, with the texts it says. */
const HomeBoxes = lazy(
  inTime(async () => {
    const [{ HomeBoxes: boxes }] = await Promise.all([import('../features/boxes/HomeBoxes.tsx'), allTexts()])
    return { default: boxes }
  }),
)

/** The same. */
const HomeRanking = lazy(
  inTime(async () => {
    const [{ HomeRanking: ranking }] = await Promise.all([import('../features/rankings/HomeRanking.tsx'), allTexts()])
    return { default: ranking }
  }),
)

/** The same; a network is silent two minutes after its last block at the soonest. */
const HomeSilent = lazy(
  inTime(async () => {
    const [{ HomeSilent: silent }] = await Promise.all([import('./HomeSilent.tsx'), allTexts()])
    return { default: silent }
  }),
)

/** Long enough for the first view, short enough for the first hand that reaches for a card. */
const ACTS_AFTER_MS = 1_500
/** How long the market waits for what is above it. */
const HELD_MS = 3_000

export function ahead(_: Params, search: URLSearchParams): void {
  const filters = readFilters(search)
  void queryClient.prefetchQuery(liveAuctions)
  void queryClient.prefetchQuery(newestBoxes)
  // Which categories lie below a chosen one is not known yet.
  if (filters.category === undefined) void queryClient.prefetchInfiniteQuery(marketQuery(filters, undefined))
}

export function Component() {
  const { site } = useConfig()
  const auctions = useQuery(liveAuctions)
  const boxes = useQuery(newestBoxes)
  const isSettled = useAfter(ACTS_AFTER_MS)
  const isLate = useAfter(HELD_MS)
  const [acts, setActs] = useState<Pick<ItemGridProps, 'actOf'>>({})
  const place = boxes.data && boxes.data.list.length > 0 ? <HomeBoxesPlace /> : null
  return (
    <main>
      <title>{site.name}</title>
      <Banner />
      <Announcements />
      <LazyBoundary>{isSettled && <HomeSilent />}</LazyBoundary>
      <LiveAuctions {...acts} />
      <LazyBoundary fallback={place}>{isSettled ? <HomeBoxes /> : place}</LazyBoundary>
      {/* Not shown before what is above it is known, so that it need not move. */}
      <div hidden={!isLate && (auctions.isPending || boxes.isPending)}>
        <LazyBoundary fallback={<HomeRankingPlace />}>{isSettled ? <HomeRanking /> : <HomeRankingPlace />}</LazyBoundary>
        <Market {...acts} />
      </div>
      <LazyBoundary>{isSettled && <CardActs onReady={setActs} />}</LazyBoundary>
    </main>
  )
}

function useAfter(ms: number): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return isOver
}
