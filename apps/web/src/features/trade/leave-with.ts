import { toast } from '../../kit/toast.tsx'
import { queryClient } from '../../lib/api.ts'

/** A finished act: reports it, closes its dialog, and refetches the pages behind. */
export function leaveWith(text: string, close: () => void): void {
  toast(text)
  void queryClient.invalidateQueries()
  close()
}
