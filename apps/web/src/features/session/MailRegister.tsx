import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { TextField } from '../../kit/Field.tsx'
import { toast } from '../../kit/toast.tsx'
import { doorPath } from '../../lib/links.ts'
import { MailForm } from './MailForm.tsx'
import { mailApi } from './mail-api.ts'
import { codeProblem, emailProblem, newPasswordProblem } from './mail-form.ts'
import { ProofField } from './ProofField.tsx'
import { useFormErrors } from './use-form-errors.ts'
import { useMailCall } from './use-mail-call.ts'
import { type MailedLink, useMailedLink } from './use-mailed-link.ts'
import { useProof } from './use-proof.ts'

type Who = { email: string; password: string }

/** First who, then the code that was mailed: only with it is there an account. */
export function MailRegister() {
  const mailed = useMailedLink()
  const [who, setWho] = useState<Who>()
  const [used, setUsed] = useState<string>()
  const onMailed = (next: Who) => {
    setWho(next)
    setUsed(mailed?.link)
  }
  if (who) return <Activate who={who} onBack={() => setWho(undefined)} />
  return <Register key={mailed?.link} mailed={mailed?.link === used ? undefined : mailed} onMailed={onMailed} />
}

function Register({ mailed, onMailed }: { mailed: MailedLink | undefined; onMailed: (who: Who) => void }) {
  const { t } = useTranslation()
  const proof = useProof(mailed)
  const { isBusy, failure, call, forget } = useMailCall()
  const [email, setEmail] = useState(mailed?.email ?? '')
  const [password, setPassword] = useState('')
  const problems = { email: emailProblem(email), password: newPasswordProblem(password, email), picture: proof.problem }
  const { errorOf, setTried, ...errors } = useFormErrors(problems, failure)
  const changing = (set: (text: string) => void) => (text: string) => {
    forget()
    set(text)
  }

  const submit = async () => {
    setTried(['email', 'password', 'picture'])
    if (Object.values(problems).some(Boolean)) return
    const who = { email: email.trim(), password }
    const isMailed = await call(
      () => mailApi['mail.register']({ ...who, ...proof.fields }),
      ({ code }) => proof.renew(code),
    )
    if (isMailed) return onMailed(who)
    setTried([])
  }
  return (
    <MailForm title={t('mail.registerTitle')} text={t('mail.registerText')} failure={errors.rest} onSubmit={submit} links={<ToLogin />}>
      <TextField
        label={t('mail.email')}
        type="email"
        autoComplete="username"
        ref={errors.email}
        value={email}
        onChange={(event) => changing(setEmail)(event.target.value)}
        error={errorOf('email')}
      />
      <TextField
        label={t('mail.password')}
        hint={t('mail.passwordHint')}
        type="password"
        autoComplete="new-password"
        value={password}
        onChange={(event) => changing(setPassword)(event.target.value)}
        error={errorOf('password')}
      />
      <ProofField
        act="register"
        email={email}
        onNoEmail={errors.wantEmail}
        proof={proof}
        onChange={changing(proof.change)}
        error={errorOf('picture')}
      />
      <Button type="submit" variant="primary" full busy={isBusy}>
        {t('mail.register')}
      </Button>
    </MailForm>
  )
}

function Activate({ who, onBack }: { who: Who; onBack: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const { isBusy, failure, call, forget } = useMailCall()
  const [code, setCode] = useState('')
  const problem = codeProblem(code)
  const { errorOf, setTried, rest } = useFormErrors({ email: undefined, code: problem }, failure)
  const submit = async () => {
    setTried(['code'])
    if (problem || !(await call(() => mailApi.activation({ ...who, code: code.trim() })))) return
    toast(t('global.registSuccess'))
    navigate(doorPath('/login', params), { replace: true })
  }
  return (
    <MailForm
      title={t('mail.codeTitle')}
      text={t('mail.codeText', { email: who.email })}
      failure={rest}
      onSubmit={submit}
      links={
        <button type="button" className="link" onClick={onBack}>
          {t('mail.otherAddress')}
        </button>
      }
    >
      <TextField
        label={t('mail.mailedCode')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        value={code}
        onChange={(event) => {
          forget()
          setCode(event.target.value)
        }}
        error={errorOf('code')}
      />
      <Button type="submit" variant="primary" full busy={isBusy}>
        {t('mail.open')}
      </Button>
    </MailForm>
  )
}

export function ToLogin() {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  return (
    <span>
      {t('mail.haveAccount')} <Link to={doorPath('/login', params)}>{t('mail.logIn')}</Link>
    </span>
  )
}
