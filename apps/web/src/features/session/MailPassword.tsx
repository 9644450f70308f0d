import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { TextField } from '../../kit/Field.tsx'
import { toast } from '../../kit/toast.tsx'
import { doorPath } from '../../lib/links.ts'
import { MailForm } from './MailForm.tsx'
import { ToLogin } from './MailRegister.tsx'
import { mailApi } from './mail-api.ts'
import { codeProblem, confirmProblem, emailProblem, newPasswordProblem } from './mail-form.ts'
import { ProofField } from './ProofField.tsx'
import { useCounter } from './use-counter.ts'
import { useFormErrors } from './use-form-errors.ts'
import { useMailCall } from './use-mail-call.ts'
import { type MailedLink, useMailedLink } from './use-mailed-link.ts'
import { useProof } from './use-proof.ts'

/** How long until another code may be asked for; as the server counts. */
const RESEND_S = 120
type Values = { email: string; code: string; password: string; confirm: string }

export function MailPassword() {
  const mailed = useMailedLink()
  return <SetPassword key={mailed?.link} mailed={mailed} />
}

function SetPassword({ mailed }: { mailed: MailedLink | undefined }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const proof = useProof(mailed)
  const counter = useCounter(RESEND_S)
  const { isBusy, failure, call, forget } = useMailCall()
  const [asked, setAsked] = useState<'code' | 'password'>()
  const [values, setValues] = useState<Values>({ email: mailed?.email ?? '', code: '', password: '', confirm: '' })
  const { email, code, password, confirm } = values
  const problems = {
    email: emailProblem(email),
    picture: proof.problem,
    code: codeProblem(code),
    password: newPasswordProblem(password, email),
    confirm: confirmProblem(confirm, password),
  }
  const { errorOf, setTried, ...errors } = useFormErrors(problems, failure)

  const sendCode = async () => {
    setAsked('code')
    setTried(['email', 'picture'])
    if (problems.email || problems.picture) return
    const isSent = await call(
      () => mailApi['mail.sendcode']({ email: email.trim(), ...proof.fields }),
      (refusal) => proof.renew(refusal.code),
    )
    setTried([])
    if (!isSent) return
    proof.renew()
    counter.start()
    toast(t('mail.sent'))
  }
  const submit = async () => {
    setAsked('password')
    setTried(['email', 'code', 'password', 'confirm'])
    if (problems.email || problems.code || problems.password || problems.confirm) return
    if (!(await call(() => mailApi['mail.setpassword']({ email: email.trim(), code: code.trim(), password })))) return
    toast(t('mail.passwordSet'))
    navigate(doorPath('/login', params), { replace: true })
  }
  const field = (name: keyof Values, rest: Partial<Parameters<typeof TextField>[0]> & { label: string }) => (
    <TextField
      value={values[name]}
      onChange={(event) => {
        forget()
        setValues({ ...values, [name]: event.target.value })
      }}
      error={errorOf(name)}
      {...rest}
    />
  )
  return (
    <MailForm title={t('mail.passwordTitle')} text={t('mail.passwordText')} failure={errors.rest} onSubmit={submit} links={<ToLogin />}>
      {field('email', { label: t('mail.email'), type: 'email', autoComplete: 'username', ref: errors.email })}
      {counter.seconds === undefined && (
        <ProofField
          act="password"
          email={email}
          onNoEmail={errors.wantEmail}
          proof={proof}
          onChange={(next) => {
            forget()
            proof.change(next)
          }}
          error={errorOf('picture')}
        />
      )}
      {field('code', {
        label: t('mail.mailedCode'),
        inputMode: 'numeric',
        autoComplete: 'one-time-code',
        maxLength: 10,
        end: (
          <Button size="small" disabled={counter.seconds !== undefined} busy={isBusy && asked === 'code'} onClick={sendCode}>
            <CodeLabel seconds={counter.seconds} />
          </Button>
        ),
      })}
      {field('password', { label: t('mail.newPassword'), hint: t('mail.passwordHint'), type: 'password', autoComplete: 'new-password' })}
      {field('confirm', { label: t('mail.confirm'), type: 'password', autoComplete: 'new-password' })}
      <Button type="submit" variant="primary" full busy={isBusy && asked === 'password'}>
        {t('mail.setPassword')}
      </Button>
    </MailForm>
  )
}

function CodeLabel({ seconds }: { seconds: number | undefined }) {
  const { t } = useTranslation()
  if (seconds === undefined) return t('mail.getCode')
  return (
    <span className="num" title={t('mail.resendIn', { seconds: RESEND_S - seconds })}>
      {t('mail.counting', { seconds })}
    </span>
  )
}
