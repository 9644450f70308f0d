import { TIMERS_MS } from '@plinth/protocol'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { type Failure, failureOf } from '../../wallet/errors.ts'
import { emptyFlow, type Flow, type FlowEvent, type FlowState, pendingStep, reduceFlow } from './engine.ts'

export type RunOptions<C> = {
  /** Fresh for every submit: what the form said and what the steps find out. */
  context: () => C
  /** After the last step. */
  onDone?: (context: C) => void
  /** A sent transaction of an earlier opening, by step. */
  resume?: Readonly<Record<string, string | undefined>> | undefined
  explain?: (error: unknown) => Failure
}

export type FlowRun<C> = {
  state: () => FlowState
  store: Pick<StoreApi<FlowState>, 'getState' | 'getInitialState' | 'subscribe'>
  /** Starts once per opening; after a failure it starts again where it stopped. */
  submit: () => void
  /** Forgets everything. A sent transaction lives on among the transactions. */
  reset: () => void
  context: () => C | undefined
}

/** Runs a declared list of steps: each pending one starts 100 ms after the submit or the step before it (document B §9). */
export function createRun<C>(flow: Flow<C>, options: RunOptions<C>): FlowRun<C> {
  const { steps } = flow
  const explain = options.explain ?? failureOf
  const store = createStore<FlowState>(() => emptyFlow(steps))
  const state = store.getState
  let context: C | undefined
  let isOpen = false
  let resume = { ...options.resume }
  /** Raised by reset, so that answers to a closed dialog are dropped. */
  let opening = 0

  const dispatch = (event: FlowEvent) => store.setState(reduceFlow(steps, state(), event), true)
  const pause = () => new Promise<void>((resolve) => setTimeout(resolve, TIMERS_MS.stepDelay))

  async function go(mine: number, current: C): Promise<void> {
    await pause()
    if (mine !== opening) return
    if (!isOpen && flow.open) {
      try {
        await flow.open(current)
      } catch (error) {
        if (mine === opening) dispatch({ type: 'openingFailed', failure: explain(error) })
        return
      }
    }
    if (mine !== opening) return
    isOpen = true
    dispatch({ type: 'opened' })
    await runSteps(mine, current)
  }

  async function runSteps(mine: number, current: C): Promise<void> {
    for (let key = pendingStep(steps, state()); key !== undefined; key = pendingStep(steps, state())) {
      const isFine = await runStep(mine, key, current)
      if (!isFine || mine !== opening) return
      if (pendingStep(steps, state()) !== undefined) await pause()
      if (mine !== opening) return
    }
    options.onDone?.(current)
  }

  async function runStep(mine: number, key: string, current: C): Promise<boolean> {
    const step = steps.find((candidate) => candidate.key === key)
    if (!step) return false
    dispatch({ type: 'started', key })
    const sent = (hash: string) => {
      resume = { ...resume, [key]: hash }
      if (mine === opening) dispatch({ type: 'sent', key, hash })
    }
    const over = () => {
      resume = withoutKey(resume, key)
      if (mine === opening) dispatch({ type: 'started', key })
    }
    const part = (through: number) => {
      if (mine === opening) dispatch({ type: 'progressed', key, part: through })
    }
    try {
      if (resume[key] !== undefined) sent(resume[key])
      const isDone = resume[key] === undefined && (await step.isDone?.(current))
      if (!isDone) await step.run(current, { sent, resume: resume[key], over, part })
      if (mine === opening) dispatch({ type: 'finished', key })
      return true
    } catch (error) {
      if (mine === opening) dispatch({ type: 'failed', key, failure: explain(error) })
      return false
    }
  }

  return {
    state,
    store,
    context: () => context,
    submit: () => {
      const { phase } = state()
      if (phase !== 'form' && phase !== 'failed') return
      if (phase === 'form' || context === undefined) context = options.context()
      dispatch({ type: 'submitted' })
      void go(opening, context)
    },
    reset: () => {
      opening++
      context = undefined
      isOpen = false
      resume = {}
      dispatch({ type: 'reset' })
    },
  }
}

function withoutKey<V>(record: Readonly<Record<string, V>>, key: string): Record<string, V> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key))
}
