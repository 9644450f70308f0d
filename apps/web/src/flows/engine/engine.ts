import type { Failure } from '../../wallet/errors.ts'

/** `hash` while a sent transaction is waited for, `part` of what is being sent up, from 0 to 1. */
export type StepState =
  | { at: 'idle' }
  | { at: 'running'; hash?: string; part?: number }
  | { at: 'done'; hash?: string }
  | ({ at: 'failed' } & Failure)

export type Progress = {
  /** The transaction is out: from here on it lives among the transactions too. */
  sent: (hash: string) => void
  /** Of an earlier try, opening or page: wait for this one instead of sending another. */
  resume: string | undefined
  /** The transaction is over and the step is not: what comes next, now or at the next try, is another. */
  over: () => void
  /** How much of it is through, from 0 to 1. */
  part: (part: number) => void
}

export type Step<C> = {
  key: string
  /** True where nothing is left to do, e.g. an approval of last week. */
  isDone?: (context: C) => Promise<boolean>
  run: (context: C, progress: Progress) => Promise<void>
}

export type Flow<C> = {
  /** What must be known before the first step. Its failure is the whole dialog's (document B §4). */
  open?: (context: C) => Promise<void>
  steps: readonly Step<C>[]
}

export type FlowState = {
  /** form: nothing submitted yet. failed: a step failed and waits for the button. */
  phase: 'form' | 'opening' | 'running' | 'failed' | 'done'
  steps: Readonly<Record<string, StepState>>
  /** Of `open`, shown for the dialog as a whole. */
  failure: Failure | undefined
}

export type FlowEvent =
  | { type: 'reset' }
  | { type: 'submitted' }
  | { type: 'opened' }
  | { type: 'openingFailed'; failure: Failure }
  | { type: 'started'; key: string }
  | { type: 'sent'; key: string; hash: string }
  | { type: 'progressed'; key: string; part: number }
  | { type: 'finished'; key: string }
  | { type: 'failed'; key: string; failure: Failure }

type Keyed = readonly { key: string }[]

export function emptyFlow(steps: Keyed): FlowState {
  return { phase: 'form', steps: Object.fromEntries(steps.map(({ key }) => [key, { at: 'idle' }])), failure: undefined }
}

/** The first step that is not done; a later one can't start before it. */
export function pendingStep(steps: Keyed, state: FlowState): string | undefined {
  return steps.find(({ key }) => state.steps[key]?.at !== 'done')?.key
}

export function reduceFlow(steps: Keyed, state: FlowState, event: FlowEvent): FlowState {
  const put = (key: string, step: StepState, phase: FlowState['phase'] = 'running'): FlowState => ({
    ...state,
    phase,
    steps: { ...state.steps, [key]: step },
  })
  const hashOf = (key: string) => {
    const step = state.steps[key]
    return step && 'hash' in step && step.hash !== undefined ? { hash: step.hash } : {}
  }
  switch (event.type) {
    case 'reset':
      return emptyFlow(steps)
    case 'submitted':
      return { ...state, phase: 'opening', failure: undefined }
    case 'openingFailed':
      return { ...state, phase: 'failed', failure: event.failure }
    case 'opened':
      return { ...state, phase: 'running' }
    case 'started':
      return pendingStep(steps, state) === event.key ? put(event.key, { at: 'running' }) : state
    case 'sent':
      return state.steps[event.key]?.at === 'running' ? put(event.key, { at: 'running', hash: event.hash }) : state
    case 'progressed':
      return state.steps[event.key]?.at === 'running' ? put(event.key, { at: 'running', part: event.part, ...hashOf(event.key) }) : state
    case 'failed':
      return put(event.key, { at: 'failed', ...event.failure }, 'failed')
    case 'finished': {
      const next = put(event.key, { at: 'done', ...hashOf(event.key) })
      return pendingStep(steps, next) === undefined ? { ...next, phase: 'done' } : next
    }
  }
}
