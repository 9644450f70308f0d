import { useEffect } from 'react'
import type { Flow } from '../../flows/engine/engine.ts'
import { useFlow } from '../../flows/engine/use-flow.ts'
import { signIn, useSessionState } from '../../flows/session/session-store.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { LogoMark } from '../../kit/Logo.tsx'
import { toast } from '../../kit/toast.tsx'

const signInFlow: Flow<object> = { steps: [{ key: 'sign', run: signIn }] }

/** Mounted once, in the app: answers every caller that needs a signed-in user. */
export function SignInDialog() {
  const { asked, byMail } = useSessionState()
  if (!asked) return null
  const Ask = byMail ? AskingByMail : Asking
  return <Ask key={asked.reason} reason={asked.reason} answer={asked.answer} />
}

type AskingProps = { reason: 'act' | 'ended'; answer: (isSignedIn: boolean) => void }

/** The page keeps its typed input: the log-in opens beside it, and this tab is notified and closes the dialog. */
function AskingByMail({ answer }: AskingProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      open
      onClose={() => answer(false)}
      title={t('session.signInTitle')}
      thumb={<LogoMark size={40} />}
      foot={
        <a className="button primary full" href="/login" target="_blank" rel="noopener">
          {t('mail.logIn')}
        </a>
      }
    >
      <p className="s16 muted">{t('mail.ended')}</p>
    </Dialog>
  )
}

function Asking({ reason, answer }: AskingProps) {
  const { t } = useTranslation()
  const { state, run } = useFlow(signInFlow, {
    context: () => ({}),
    onDone: () => {
      toast(t('global.loginSuccess'))
      answer(true)
    },
  })
  // An act was pressed, so the wallet is asked at once; an ended session first says so.
  useEffect(() => {
    if (reason === 'act') run.submit()
  }, [reason, run])
  const step = state.steps.sign
  const isBusy = state.phase === 'opening' || state.phase === 'running'
  return (
    <Dialog
      open
      onClose={() => answer(false)}
      title={t('session.signInTitle')}
      thumb={<LogoMark size={40} />}
      foot={
        <Button variant="primary" full dot busy={isBusy} onClick={run.submit}>
          {t(isBusy ? 'session.signing' : 'session.signIn')}
        </Button>
      }
    >
      <p className="s16 muted">{t(reason === 'ended' ? 'session.ended' : 'session.signInText')}</p>
      {step?.at === 'failed' && (
        <div className="field-error" role="alert">
          <strong>{t('global.errSignature')}</strong>
          <p>{step.text}</p>
        </div>
      )}
    </Dialog>
  )
}
