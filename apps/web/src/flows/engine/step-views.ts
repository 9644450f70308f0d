import type { ErrorCode } from '@plinth/api'
import type { ReactNode } from 'react'
import type { Translate } from '../../i18n/translate.ts'
import type { StepView } from '../../kit/Steps.tsx'
import { type FlowState, pendingStep } from './engine.ts'

export type StepText = {
  key: string
  title: string
  /** Right of the title before it ran: "Free". */
  aside?: ReactNode
  /** It opens the wallet, so a running one says where to look. */
  asksWallet?: boolean
  /** Known to be done before anything ran, and what to say then. */
  doneBefore?: string | undefined
}

/** Maps a flow's state to the kit's steps. Steps behind the pending one wait; a failed one carries its sentence, and the foot's button tries again. */
export function stepViews(state: FlowState, steps: readonly StepText[], t: Translate): StepView[] {
  const pending = pendingStep(
    steps.filter(({ doneBefore }) => doneBefore === undefined),
    state,
  )
  return steps.map(({ key, title, aside, asksWallet, doneBefore }) => {
    const step = state.steps[key] ?? { at: 'idle' }
    switch (step.at) {
      case 'done':
        return { key, title, at: 'done' }
      case 'failed':
        return { key, title, aside, at: 'failed', error: step.text }
      case 'running':
        return {
          key,
          title,
          at: 'running',
          ...(step.part === undefined ? { aside } : { aside: t('kit.through', { percent: Math.floor(step.part * 100) }), part: step.part }),
          note: step.hash ? t('trade.sent') : asksWallet ? t('trade.waitingWallet') : undefined,
        }
      default:
        if (doneBefore !== undefined) return { key, title, aside: doneBefore, at: 'done' }
        return { key, title, aside, at: key === pending ? 'idle' : 'waiting' }
    }
  })
}

/** Of the dialog as a whole, or of the step that failed. */
export function failedCode(state: FlowState): ErrorCode | undefined {
  if (state.failure) return state.failure.code
  for (const step of Object.values(state.steps)) if (step.at === 'failed') return step.code
  return undefined
}

/** Opening or running: the form is closed and the button says what is going on. */
export const isBusy = ({ phase }: FlowState): boolean => phase === 'opening' || phase === 'running'
