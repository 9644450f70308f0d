import type { ItemRecord } from '@plinth/api'
import { lazy, type ReactNode, useEffect, useState } from 'react'
import { LazyBoundary } from '../kit/LazyBoundary.tsx'
import { inTime } from '../lib/chunk.ts'
import { type AskTrade, isTraderKey } from './trader-key.ts'

const TraderKeys = lazy(inTime(async () => ({ default: (await import('./TraderKeys.tsx')).TraderKeys })))

/** Keys of traders on the page of an item, or in a list on the one that has the focus. All of it comes with the first press. */
export function useTraderKeys(ask: AskTrade, item?: ItemRecord): ReactNode {
  const [first, setFirst] = useState<KeyboardEvent>()
  useEffect(() => {
    if (first) return
    const press = (event: KeyboardEvent) => isTraderKey(event) && setFirst(event)
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [first])
  return (
    first && (
      <LazyBoundary>
        <TraderKeys first={first} ask={ask} item={item} />
      </LazyBoundary>
    )
  )
}
