import { toast } from '../../kit/toast.tsx'
import { queryClient } from '../../lib/api.ts'

/** An act that is through: says so, closes its dialog, and the pages behind read anew. */
export function leaveWith(text: string, close: () => void): void {
  toast(text)
  void queryClient.invalidateQueries()
  close()
}
