import { ApiError } from '@plinth/api'
import { useEffect } from 'react'
import { toast } from '../kit/toast.tsx'

/**
 * Lists for which a toast is documented say there what the server said (ERR-16, ERR-17); the list itself says it too, and stays.
 * Of a lost connection there are only the browser's words, so that the list alone tells it.
 */
export function useFailureToast(error: Error | null): void {
  useEffect(() => {
    if (error && !(error instanceof ApiError && error.code === 'NETWORK_FAILURE')) toast(error.message, 'bad')
  }, [error])
}
