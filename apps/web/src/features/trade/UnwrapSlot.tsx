import { lazy } from 'react'
import { useUnwrapAsk } from '../../flows/acts/money/unwrap-ask.ts'
import { allTexts } from '../../i18n/index.ts'
import { LazyBoundary } from '../../kit/LazyBoundary.tsx'
import { inTime } from '../../lib/chunk.ts'

const UnwrapIdle = lazy(
  inTime(async () => {
    const [{ UnwrapIdle: dialog }] = await Promise.all([import('./UnwrapIdle.tsx'), allTexts()])
    return { default: dialog }
  }),
)

/** The unwrap dialog that the header's balances ask for, fetched when it is first needed. */
export function UnwrapSlot() {
  const token = useUnwrapAsk()
  return <LazyBoundary>{token && <UnwrapIdle token={token} />}</LazyBoundary>
}
