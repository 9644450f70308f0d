import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../i18n/translate.ts'
import { Button } from './Button.tsx'
import { BarePlinth, EmptyFrame, FallenFrame } from './drawings.tsx'
import { Icon } from './icons.tsx'

type StateProps = { title: string; text?: string; children?: ReactNode }

function State({ drawing, title, text, children, role }: StateProps & { drawing: ReactNode; role?: 'alert' }) {
  return (
    <div className="state" role={role}>
      {drawing}
      <h2 className="d d28">{title}</h2>
      {text && <p className="s16 muted">{text}</p>}
      {children && <div className="state-acts">{children}</div>}
    </div>
  )
}

/** Why it is empty, and one act as its child. */
export function EmptyState(props: StateProps) {
  return <State {...props} drawing={<EmptyFrame />} />
}

/** The thing does not exist. */
export function NotFound(props: StateProps) {
  return <State {...props} drawing={<BarePlinth />} />
}

export type FailedStateProps = Partial<StateProps> & {
  retry?: () => void
  /** Small print for the one who reports it: "Code 502". */
  code?: string
}

/** What happened, is money safe, what to do. */
export function FailedState({ title, text, retry, code, children }: FailedStateProps) {
  const { t } = useTranslation()
  return (
    <State role="alert" drawing={<FallenFrame />} title={title ?? t('state.failedTitle')} text={text ?? t('state.failedText')}>
      {retry && (
        <Button variant="primary" onClick={retry}>
          <Icon of={RotateCw} />
          {t('kit.retry')}
        </Button>
      )}
      {children}
      {code && (
        <p className="hint" style={{ flexBasis: '100%' }}>
          {code}
        </p>
      )}
    </State>
  )
}
