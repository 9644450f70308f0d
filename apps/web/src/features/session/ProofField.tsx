import type { LinkAct } from '@plinth/api'
import { useState } from 'react'
import { useTranslation } from '../../i18n/translate.ts'
import { CaptchaField } from './CaptchaField.tsx'
import { mailApi } from './mail-api.ts'
import { emailProblem } from './mail-form.ts'
import { useMailCall } from './use-mail-call.ts'
import type { Proof } from './use-proof.ts'

type AskLinkProps = {
  act: LinkAct
  email: string
  /** Without an address to write to. */
  onNoEmail: () => void
}
type ProofFieldProps = AskLinkProps & { proof: Proof; onChange: (code: string) => void; error: string | undefined }

/** The picture, and under it a way for people who can't read it; nothing to fill in once a mailed link stands in for it. */
export function ProofField({ proof, onChange, error, ...ask }: ProofFieldProps) {
  const { t } = useTranslation()
  if (proof.isLink) return <p className="s14">{t('mail.linkStands')}</p>
  return (
    <div>
      <CaptchaField picture={proof.picture} value={proof.code} onChange={onChange} error={error} />
      <AskLink {...ask} />
    </div>
  )
}

function AskLink({ act, email, onNoEmail }: AskLinkProps) {
  const { t } = useTranslation()
  const [sentTo, setSentTo] = useState<string>()
  const { isBusy, failure, call } = useMailCall()
  const ask = async () => {
    if (isBusy) return
    setSentTo(undefined)
    if (emailProblem(email)) return onNoEmail()
    const to = email.trim()
    if (await call(() => mailApi['mail.link']({ email: to, act }))) setSentTo(to)
  }
  return (
    <>
      <button type="button" className="s14 picture-link" aria-disabled={isBusy} onClick={ask}>
        {t('mail.askLink')}
      </button>
      <div role="status">
        {sentTo && <p className="s14">{t(act === 'register' ? 'mail.linkSent' : 'mail.linkSentIfAny', { email: sentTo })}</p>}
      </div>
      {failure && (
        <p className="field-error" role="alert">
          {failure.text}
        </p>
      )}
    </>
  )
}
