import { useEffect } from 'react'
import type { FlowState } from '../../flows/engine/engine.ts'
import { queryClient } from '../../lib/api.ts'

/** The pages behind a dialog show what is true now. */
export const refreshPages = (): void => void queryClient.invalidateQueries()

/** For acts that fail because someone else was quicker: the page behind then shows it. */
export function useFreshPagesOnFailure({ phase }: FlowState): void {
  const hasFailed = phase === 'failed'
  useEffect(() => {
    if (hasFailed) refreshPages()
  }, [hasFailed])
}
