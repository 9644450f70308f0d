import { useEffect } from 'react'
import { toast } from '../kit/toast.tsx'

/** Lists for which a toast is documented say there what the server said (ERR-16, ERR-17); the list itself says it too, and stays. */
export function useFailureToast(error: Error | null): void {
  useEffect(() => {
    if (error) toast(error.message, 'bad')
  }, [error])
}
