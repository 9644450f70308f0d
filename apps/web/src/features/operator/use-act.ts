import { ApiError, type OperatorReply } from '@plinth/api'
import { toast } from '../../kit/toast.tsx'
import { queryClient } from '../../lib/api.ts'
import { failureOf } from '../../wallet/errors.ts'
import { operatorApi } from './operator-api.ts'

export const LONGEST_WHY = 500
/** As long as the server takes: some acts wait for a chain. */
const ACT_MS = 120_000

type Sent = { readonly group: string; readonly act: string; readonly values: Readonly<Record<string, string>>; readonly why: string }

/** Does it, and says so. @throws ApiError */
export async function performAct(sent: Sent, done: string): Promise<OperatorReply> {
  const reply = await operatorApi.act(sent, { timeoutMs: ACT_MS })
  // What visitors see may have changed with it: nothing that was read before counts.
  void queryClient.invalidateQueries()
  toast(done)
  return reply
}

/** What was said against an act, and beside which field. */
export function refusalOf(failed: unknown): { readonly text: string; readonly field: string | undefined } {
  const { text } = failureOf(failed)
  return { text, field: failed instanceof ApiError ? failed.field : undefined }
}
