import { useEffect, useState } from 'react'
import type { Flow, FlowState } from '../../flows/engine/engine.ts'
import type { FlowRun, RunOptions } from '../../flows/engine/run.ts'
import { isBusy } from '../../flows/engine/step-views.ts'
import { useFlow } from '../../flows/engine/use-flow.ts'
import type { TextKey } from '../../i18n/translate.ts'

type Errors = Partial<Record<string, TextKey | undefined>>

type Options<C, E extends Errors> = Pick<RunOptions<C>, 'context' | 'onDone'> & {
  /** Of what is typed now, by field: with one nothing is submitted. */
  errors: E
  /** Asked before a form without errors is submitted: the caller submits it, now or once the user agrees. */
  confirm?: (submit: () => void) => void
  /** A transaction of an earlier opening, by step: it is followed at once, since nothing is left to decide. */
  sent?: RunOptions<C>['resume']
}

type TradeForm<C, E extends Errors> = {
  state: FlowState
  run: FlowRun<C>
  isBusy: boolean
  /** Errors are shown from the first submit on. */
  shown: Partial<E>
  submit: () => void
  /** Wraps each change of a field: the run that failed was about what the form said before. */
  edit: (change: () => void) => void
}

/** What the dialogs that trade have in common: the run of their flow, and when their fields may start it. */
export function useTradeForm<C, E extends Errors>(flow: Flow<C>, { errors, confirm, sent, ...options }: Options<C, E>): TradeForm<C, E> {
  const { state, run } = useFlow(flow, { ...options, resume: sent })
  const [isTouched, setTouched] = useState(false)
  const isSent = sent !== undefined
  useEffect(() => {
    if (isSent) run.submit()
  }, [isSent, run])
  return {
    state,
    run,
    isBusy: isBusy(state),
    shown: isTouched ? errors : {},
    submit: () => {
      if (isSent) return run.submit()
      setTouched(true)
      if (Object.values(errors).some((error) => error !== undefined)) return
      if (confirm) confirm(run.submit)
      else run.submit()
    },
    edit: (change) => {
      if (state.phase === 'failed') run.reset()
      change()
    },
  }
}
