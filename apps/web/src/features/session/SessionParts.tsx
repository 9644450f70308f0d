import { lazy, Suspense, useSyncExternalStore } from 'react'
import { sessionState, subscribeSession } from '../../flows/session-store.ts'
import { allTexts } from '../../i18n/index.ts'

const SignInDialog = lazy(async () => {
  const [{ SignInDialog: dialog }] = await Promise.all([import('./SignInDialog.tsx'), allTexts()])
  return { default: dialog }
})

/** What a session may put over any page; fetched when it is first needed. */
export function SessionParts() {
  const { asked } = useSyncExternalStore(subscribeSession, sessionState)
  return asked ? (
    <Suspense fallback={null}>
      <SignInDialog />
    </Suspense>
  ) : null
}
