import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../i18n/translate.ts'
import { Icon } from './icons.tsx'

export type StepView = {
  key: string
  title: string
  /** Right of the title: "Free", "About 12 s", "Done in June". */
  aside?: ReactNode
  /** One line under the title. */
  note?: ReactNode
  /** How much of a running one is through, from 0 to 1. */
  part?: number
  at: 'idle' | 'waiting' | 'running' | 'done' | 'failed'
  /** Translated; shown under a failed step. */
  error?: string
}

/** All steps of a flow, visible from the start, each with its state and its error under it. */
export function Steps({ steps, tight }: { steps: readonly StepView[]; tight?: boolean }) {
  return (
    <ol className={tight ? 'steps tight' : 'steps'}>
      {steps.map((step, index) => (
        <Step key={step.key} step={step} number={index + 1} />
      ))}
    </ol>
  )
}

function Step({ step, number }: { step: StepView; number: number }) {
  const { t } = useTranslation()
  const aside = step.aside ?? (step.at === 'done' ? t('kit.done') : undefined)
  return (
    <li className={`step ${step.at}`} aria-current={step.at === 'running' ? 'step' : undefined}>
      <span className="step-mark" aria-hidden="true">
        {step.at === 'done' ? <Icon of={Check} size="small" /> : step.at === 'running' ? '' : number}
      </span>
      <span className="step-title">
        {step.title}
        <span className="visually-hidden">. {t(`kit.step.${step.at}`)}</span>
      </span>
      <span className="step-aside">{aside}</span>
      {step.part !== undefined && <progress className="step-part" value={step.part} aria-label={step.title} />}
      {step.note && <p className="step-note">{step.note}</p>}
      {step.at === 'failed' && step.error && (
        <div className="step-error" role="alert">
          <span className="grow">{step.error}</span>
        </div>
      )}
    </li>
  )
}
