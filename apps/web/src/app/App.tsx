import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from 'react-router/dom'
import { Toaster } from '../kit/toast.tsx'
import { queryClient } from '../lib/api.ts'
import { router } from './router.tsx'
import { Startup } from './Startup.tsx'

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <Startup>
        <RouterProvider router={router} />
      </Startup>
      <Toaster />
    </QueryClientProvider>
  )
}
