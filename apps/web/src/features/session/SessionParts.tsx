import { lazy } from 'react'
import { useChainAsk } from '../../flows/session/chain-ask.ts'
import { useSessionState } from '../../flows/session/session-store.ts'
import { allTexts } from '../../i18n/index.ts'
import { LazyBoundary } from '../../kit/LazyBoundary.tsx'
import { inTime } from '../../lib/chunk.ts'

const SignInDialog = lazy(
  inTime(async () => {
    const [{ SignInDialog: dialog }] = await Promise.all([import('./SignInDialog.tsx'), allTexts()])
    return { default: dialog }
  }),
)

const ChainDialog = lazy(
  inTime(async () => {
    const [{ ChainDialog: dialog }] = await Promise.all([import('./ChainDialog.tsx'), allTexts()])
    return { default: dialog }
  }),
)

/** What a session may put over any page; fetched when it is first needed. */
export function SessionParts() {
  const { asked } = useSessionState()
  const chainAsk = useChainAsk()
  return (
    <LazyBoundary>
      {asked && <SignInDialog />}
      {chainAsk && <ChainDialog ask={chainAsk} />}
    </LazyBoundary>
  )
}
