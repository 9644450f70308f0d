import type { ItemRecord } from '@plinth/api'
import { lazy, type ReactNode, useEffect, useState } from 'react'
import { LazyBoundary } from '../kit/LazyBoundary.tsx'
import { inTime } from '../lib/chunk.ts'
import { isPlain, isShortcut } from '../lib/shortcuts.ts'
import type { AskTrade } from './TraderKeys.tsx'

const TraderKeys = lazy(inTime(async () => ({ default: (await import('./TraderKeys.tsx')).TraderKeys })))

/** X may be pressed with Shift. */
const KEYS = /^([abcolx]|X)$/

/** Keys of traders on the page of an item, or on the focused one of a list. Their code comes with the first press. */
export function useTraderKeys(ask: AskTrade, item?: ItemRecord): ReactNode {
  const [pressed, setPressed] = useState<KeyboardEvent>()
  useEffect(() => {
    const press = (event: KeyboardEvent) => KEYS.test(event.key) && isPlain(event) && isShortcut(event) && setPressed(event)
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
  return (
    pressed && (
      <LazyBoundary>
        <TraderKeys pressed={pressed} ask={ask} item={item} />
      </LazyBoundary>
    )
  )
}
