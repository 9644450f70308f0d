import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../i18n/translate.ts'
import { Button } from './Button.tsx'
import { BarePlinth, EmptyFrame, FallenFrame } from './drawings.tsx'
import { Icon } from './icons.tsx'
import { RetryButton } from './RetryButton.tsx'

type StateProps = {
  title: string
  text?: string
  children?: ReactNode
  /** It is all there is on the page, so its title is the page's. */
  isPage?: boolean
}

type DrawnProps = StateProps & { drawing: ReactNode; role?: 'alert'; note?: string }

function State({ drawing, title, text, children, isPage, role, note }: DrawnProps) {
  const Heading = isPage ? 'h1' : 'h2'
  return (
    <div className="state" role={role}>
      {drawing}
      <Heading className="d d28">{title}</Heading>
      {text && <p className="s16 muted">{text}</p>}
      {children && <div className="state-acts">{children}</div>}
      {note && <p className="hint">{note}</p>}
    </div>
  )
}

/** Why it is empty, and one act as its child. */
export function EmptyState(props: StateProps) {
  return <State {...props} drawing={<EmptyFrame />} />
}

/** The thing does not exist. */
export function NotFound(props: StateProps) {
  return <State {...props} isPage drawing={<BarePlinth />} />
}

export type FailedStateProps = Partial<StateProps> & {
  retry?: () => void
  /** Small print for the one who reports it: "Code 502". */
  code?: string
}

/** One part of a page did not come; the rest of it stays. */
export function PartFailed({ text, retry }: { text: string; retry: () => unknown }) {
  return (
    <div className="row g16 part-failed" role="alert">
      {text}
      <RetryButton onRetry={retry} />
    </div>
  )
}

/** What happened, is money safe, what to do. */
export function FailedState({ title, text, retry, code, isPage, children }: FailedStateProps) {
  const { t } = useTranslation()
  return (
    <State
      role="alert"
      drawing={<FallenFrame />}
      title={title ?? t('state.failedTitle')}
      text={text ?? t('state.failedText')}
      isPage={isPage}
      note={code}
    >
      {retry && (
        <Button variant="primary" onClick={retry}>
          <Icon of={RotateCw} />
          {t('kit.retry')}
        </Button>
      )}
      {children}
    </State>
  )
}
