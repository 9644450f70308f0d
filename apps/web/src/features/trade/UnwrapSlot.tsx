import { lazy, Suspense } from 'react'
import { useUnwrapAsk } from '../../flows/unwrap-ask.ts'
import { allTexts } from '../../i18n/index.ts'

const UnwrapIdle = lazy(async () => {
  const [{ UnwrapIdle: dialog }] = await Promise.all([import('./UnwrapIdle.tsx'), allTexts()])
  return { default: dialog }
})

/** The unwrap dialog that the header's balances ask for, fetched when it is first needed. */
export function UnwrapSlot() {
  const token = useUnwrapAsk()
  return <Suspense fallback={null}>{token && <UnwrapIdle token={token} />}</Suspense>
}
