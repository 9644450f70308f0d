import type { ItemFilters } from '@plinth/api'
import { lazy } from 'react'
import { LazyBoundary } from '../kit/LazyBoundary.tsx'
import { afterFirstView } from '../lib/chunk.ts'

const Sweep = lazy(afterFirstView(async () => ({ default: (await import('../features/trade/cart/Sweep.tsx')).Sweep })))

/** Buys the cheapest of the works that fit. */
export const sweepOf = (filters: ItemFilters) => (
  <LazyBoundary>
    <Sweep filters={filters} />
  </LazyBoundary>
)
