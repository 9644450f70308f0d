import { useEffect } from 'react'

/** What is on its way already is followed at once: nothing is left to decide. */
export function useResumed(run: { submit: () => void }, pending: object | undefined): void {
  const isResumed = pending !== undefined
  useEffect(() => {
    if (isResumed) run.submit()
  }, [isResumed, run])
}
