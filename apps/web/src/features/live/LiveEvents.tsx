import { useEffect, useRef } from 'react'
import { useTranslation } from '../../i18n/translate.ts'
import { queryClient } from '../../lib/api.ts'
import { setLiveState, useLiveState } from '../../lib/live-state.ts'
import { useSession } from '../../lib/session.ts'
import './live.css'

/** The first view comes first. */
const AFTER_MS = 600

/** Subscribes all pages to the market's events, and shows quietly when they do not arrive. */
export function LiveEvents() {
  const { t } = useTranslation()
  const { status } = useSession()
  const state = useLiveState()
  // Another sign-in is another stream.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the status alone shows a sign-in or sign-out
  useEffect(() => {
    const timer = setTimeout(() => void follow(), AFTER_MS)
    return () => clearTimeout(timer)
  }, [status])
  // The connection is back: what did not arrive in between is fetched again.
  const wasDown = useRef(false)
  useEffect(() => {
    if (state === 'on' && wasDown.current)
      void queryClient.refetchQueries({ predicate: ({ state: { status: its } }) => its === 'error', type: 'active' })
    wasDown.current = state === 'down'
  }, [state])
  return (
    <div className="live-note" role="status">
      {state === 'down' && (
        <span className="tag">
          <span className="live-mark" />
          {t('state.liveDown')}
        </span>
      )}
    </div>
  )
}

async function follow(): Promise<void> {
  try {
    const { followEvents } = await import('../../lib/later.ts')
    followEvents()
  } catch {
    setLiveState('down')
  }
}
