import { AsyncLocalStorage } from 'node:async_hooks'

/** The time of one call: statements that run when it is over are cancelled. */
export type CallTime = {
  readonly mostMs: number
  readonly over: AbortSignal
  /** Whether the call has saved a change. */
  hasSaved: boolean
}

const OVER = 'The time of this call is over'
const current = new AsyncLocalStorage<CallTime>()

/** Runs the work of a call; after `mostMs` its running statement is cancelled, and it sends no more. */
export async function withinTime<T>(mostMs: number, work: () => Promise<T>): Promise<T> {
  const over = new AbortController()
  const timer = setTimeout(() => over.abort(new Error(OVER)), mostMs)
  try {
    return await current.run({ mostMs, over: over.signal, hasSaved: false }, work)
  } finally {
    clearTimeout(timer)
  }
}

/** Runs `work`, which a call begins for others and which goes on after it. */
export function beyondCall<T>(work: () => T): T {
  return current.exit(work)
}

/** Undefined for what no call asks. */
export const callTime = (): CallTime | undefined => current.getStore()

/** Whether an error says that the time of a call is over. */
export const callIsOver = (error: unknown): boolean => error instanceof Error && error.message === OVER
