import { lazy } from 'react'
import { LazyBoundary } from '../../kit/LazyBoundary.tsx'
import { inTime } from '../../lib/chunk.ts'
import type { OnPage } from './PageActsOfRole.tsx'
import { useRole } from './use-role.ts'

/** Comes for those who have a role alone. */
const PageActsOfRole = lazy(inTime(async () => ({ default: (await import('./PageActsOfRole.tsx')).PageActsOfRole })))

/** What an operator can do with what the page shows, without going to the console; nothing without a role. */
export function PageActs(on: OnPage) {
  const role = useRole()
  return <LazyBoundary>{role && <PageActsOfRole {...on} />}</LazyBoundary>
}
