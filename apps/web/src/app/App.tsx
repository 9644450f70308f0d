import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, useEffect, useState } from 'react'
import { LiveEvents } from '../features/live/LiveEvents.tsx'
import { ReportSlot } from '../features/report/ReportSlot.tsx'
import { SessionParts } from '../features/session/SessionParts.tsx'
import { SessionProvider } from '../features/session/SessionProvider.tsx'
import { UnwrapSlot } from '../features/trade/UnwrapSlot.tsx'
import { Toaster } from '../kit/toast.tsx'
import { queryClient } from '../lib/api.ts'
import { inTime, offerReload } from '../lib/chunk.ts'
import { useTheme } from '../lib/theme.ts'
import { Breakable } from './Broken.tsx'
import { ReloadOffer } from './ReloadOffer.tsx'
import { Router } from './router.tsx'
import { Startup } from './Startup.tsx'

const loadKeys = inTime(() => import('../features/palette/Shortcuts.tsx'))

/** The keys come once the first view stands, as soon as their code is here: React would show them 300 ms after a fallback. */
function Keys() {
  const [Shortcuts, setShortcuts] = useState<ComponentType>()
  useEffect(() => {
    loadKeys().then(
      (keys) => setShortcuts(() => keys.Shortcuts),
      () => offerReload(true),
    )
  }, [])
  return Shortcuts && <Shortcuts />
}

export function App() {
  // Here, because not every page has the switch: none without a header, and no phone while its menu is closed.
  useTheme()
  return (
    <QueryClientProvider client={queryClient}>
      <Startup>
        <SessionProvider>
          {/* An overlay may break too, and must not leave the page blank. */}
          <Breakable at="">
            <Router>
              <SessionParts />
              <UnwrapSlot />
              <ReportSlot />
              <LiveEvents />
              <Keys />
            </Router>
          </Breakable>
        </SessionProvider>
      </Startup>
      <Toaster />
      <ReloadOffer />
    </QueryClientProvider>
  )
}
