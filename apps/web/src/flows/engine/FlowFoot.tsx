import './flow.css'
import { ERRORS } from '@plinth/api'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { Steps } from '../../kit/Steps.tsx'
import type { FlowState } from './engine.ts'
import { LetsHappen } from './LetsHappen.tsx'
import { failedCode, isBusy, type StepText, stepViews } from './step-views.ts'

export type FlowFootProps = {
  state: FlowState
  steps: readonly StepText[]
  /** What the button says before, while and after (SALE-05). */
  labels: { act: string; busy: string; done: string }
  submit: () => void
  disabled?: boolean
  hint?: string
  /** Of a dialog that stays open once it is done: its button then closes it. */
  closeWhenDone?: () => void
  /** What one can do next, before that button. */
  next?: ReactNode
  /** Offered where trying again can't help: what was on the screen is gone. */
  giveUp?: { label: string; onPress: () => void }
}

/** The foot of every trade dialog: what failed as a whole, all steps, and the one button, which stays in sight. */
export function FlowFoot({ state, steps, labels, submit, disabled, hint, closeWhenDone, next, giveUp }: FlowFootProps) {
  const { t } = useTranslation()
  const busy = isBusy(state)
  const isDone = state.phase === 'done'
  const code = failedCode(state)
  const isGone = giveUp !== undefined && code !== undefined && !ERRORS[code].retry
  return (
    <>
      <div className="flow-steps">
        {state.failure && (
          <p className="field-error flow-failure" role="alert">
            {state.failure.text}
          </p>
        )}
        <Steps steps={stepViews(state, steps, t)} />
        <LetsHappen />
        {hint && !isGone && <p className="hint">{hint}</p>}
      </div>
      <div className="flow-act">
        {isDone && closeWhenDone ? (
          <>
            {next}
            <Button variant={next ? 'secondary' : 'primary'} full autoFocus onClick={closeWhenDone}>
              {t('trade.close')}
            </Button>
          </>
        ) : isGone ? (
          <Button variant="primary" full onClick={giveUp.onPress}>
            {giveUp.label}
          </Button>
        ) : (
          <Button variant="primary" full dot={!isDone} busy={busy} disabled={disabled || isDone} onClick={submit}>
            {isDone ? labels.done : busy ? labels.busy : labels.act}
          </Button>
        )}
      </div>
    </>
  )
}
