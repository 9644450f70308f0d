import { lazy } from 'react'
import { inTime } from '../../lib/chunk.ts'
import type { CollectionTab } from './tabs.ts'

const LOADS = {
  offers: inTime(async () => ({ default: (await import('./OffersTab.tsx')).OffersTab })),
  activity: inTime(async () => ({ default: (await import('./ActivityTab.tsx')).ActivityTab })),
  analytics: inTime(async () => ({ default: (await import('./AnalyticsTab.tsx')).AnalyticsTab })),
  holders: inTime(async () => ({ default: (await import('./HoldersTab.tsx')).HoldersTab })),
  about: inTime(async () => ({ default: (await import('./AboutTab.tsx')).AboutTab })),
}

/** Each tab but the works comes when it is shown. */
export const OffersTab = lazy(LOADS.offers)
export const ActivityTab = lazy(LOADS.activity)
export const AnalyticsTab = lazy(LOADS.analytics)
export const HoldersTab = lazy(LOADS.holders)
export const AboutTab = lazy(LOADS.about)

/** A page that opens with a tab asks for it beside its own code. */
export const loadTab = (tab: CollectionTab): void => void (tab !== 'items' && LOADS[tab]().catch(() => undefined))

/** Small, and a press away. */
export const loadSmallTabs = () => Promise.all([LOADS.offers(), LOADS.activity(), LOADS.holders(), LOADS.about()])
