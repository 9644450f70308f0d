import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from 'react-router/dom'
import { SessionParts } from '../features/session/SessionParts.tsx'
import { SessionProvider } from '../features/session/SessionProvider.tsx'
import { Toaster } from '../kit/toast.tsx'
import { queryClient } from '../lib/api.ts'
import { router } from './router.tsx'
import { Startup } from './Startup.tsx'

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <Startup>
        <SessionProvider>
          <RouterProvider router={router} />
          <SessionParts />
        </SessionProvider>
      </Startup>
      <Toaster />
    </QueryClientProvider>
  )
}
