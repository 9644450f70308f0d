import { queryClient } from './api.ts'
import { configQuery } from './site.ts'

/** The chain's time in unix seconds: the server's time, plus what has passed since it came (decision 15). */
export function chainNow(): number {
  const state = queryClient.getQueryState(configQuery().queryKey)
  const here = Date.now() / 1_000
  if (!state?.data) return Math.floor(here)
  return Math.floor(state.data.now + here - state.dataUpdatedAt / 1_000)
}
