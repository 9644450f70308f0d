import { ApiError } from '@plinth/api'
import { useEffect } from 'react'
import { toast } from '../kit/toast.tsx'

/**
 * Lists for which a toast is documented show the server's message in it (ERR-16, ERR-17); the list itself shows it too, and
 * stays. A lost connection has only the browser's message, so the list alone reports it.
 */
export function useFailureToast(error: Error | null): void {
  useEffect(() => {
    if (error && !(error instanceof ApiError && error.code === 'NETWORK_FAILURE')) toast(error.message, 'bad')
  }, [error])
}
