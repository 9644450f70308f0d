import { lazy } from 'react'
import { LazyBoundary } from '../../kit/LazyBoundary.tsx'
import { afterFirstView } from '../../lib/chunk.ts'
import type { WorthProps } from './Worth.tsx'

const Worth = lazy(afterFirstView(async () => ({ default: (await import('./Worth.tsx')).Worth })))

/** The worth of a card's price: it comes once the first view stands. */
export function CardWorth(props: WorthProps) {
  return (
    <LazyBoundary>
      <Worth {...props} inCard />
    </LazyBoundary>
  )
}
