import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '../../kit/toast.tsx'
import { api, keyOf } from '../../lib/api.ts'
import { failureOf } from '../../wallet/errors.ts'

/** Marks notices as read; refetches the list and the counts after it (MSG-10). */
export function useReading() {
  const queries = useQueryClient()
  const refresh = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: keyOf(api.notices.list) }),
      queries.invalidateQueries({ queryKey: keyOf(api.notices.count) }),
    ])
  const fail = (error: unknown) => toast(failureOf(error).text, 'bad')
  const readAll = useMutation({ mutationFn: () => api.notices.readall({}), onSuccess: refresh, onError: fail })
  const read = useMutation({ mutationFn: (id: bigint) => api.notices.read({ id }), onSuccess: refresh, onError: fail })
  return { readAll, read }
}
