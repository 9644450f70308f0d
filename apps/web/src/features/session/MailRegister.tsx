import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { TextField } from '../../kit/Field.tsx'
import { toast } from '../../kit/toast.tsx'
import { api } from '../../lib/api.ts'
import { doorPath } from '../../lib/links.ts'
import { CaptchaField } from './CaptchaField.tsx'
import { MailForm } from './MailForm.tsx'
import { codeProblem, emailProblem, newPasswordProblem } from './mail-form.ts'
import { useCaptcha } from './use-captcha.ts'
import { useMailCall } from './use-mail-call.ts'

type Who = { email: string; password: string }

/** First who, then the code that was mailed: only with it is there an account. */
export function MailRegister() {
  const [who, setWho] = useState<Who>()
  return who ? <Activate who={who} onBack={() => setWho(undefined)} /> : <Register onMailed={setWho} />
}

const EMPTY = { email: '', password: '', code: '' }

function Register({ onMailed }: { onMailed: (who: Who) => void }) {
  const { t } = useTranslation()
  const picture = useCaptcha()
  const { isBusy, failure, call } = useMailCall()
  const [values, setValues] = useState(EMPTY)
  const [isTried, setTried] = useState(false)
  const { email, password, code } = values
  const problems = { email: emailProblem(email), password: newPasswordProblem(password, email), code: codeProblem(code) }
  const errorOf = (field: keyof typeof EMPTY) => (isTried && problems[field] ? t(problems[field]) : undefined)
  const change = (part: Partial<typeof EMPTY>) => setValues({ ...values, ...part })

  const submit = async () => {
    setTried(true)
    if (Object.values(problems).some(Boolean)) return
    const who = { email: email.trim(), password }
    if (await call(() => api.user.register({ ...who, code: code.trim() }))) return onMailed(who)
    setTried(false)
    change({ code: '' })
    picture.refresh()
  }
  return (
    <MailForm title={t('mail.registerTitle')} text={t('mail.registerText')} failure={failure} onSubmit={submit} links={<ToLogin />}>
      <TextField
        label={t('mail.email')}
        type="email"
        autoComplete="username"
        value={email}
        onChange={(event) => change({ email: event.target.value })}
        error={errorOf('email')}
      />
      <TextField
        label={t('mail.password')}
        hint={t('mail.passwordHint')}
        type="password"
        autoComplete="new-password"
        value={password}
        onChange={(event) => change({ password: event.target.value })}
        error={errorOf('password')}
      />
      <CaptchaField picture={picture} value={code} onChange={(next) => change({ code: next })} error={errorOf('code')} />
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
  const { isBusy, failure, call } = useMailCall()
  const [code, setCode] = useState('')
  const [isTried, setTried] = useState(false)
  const problem = codeProblem(code)
  const submit = async () => {
    setTried(true)
    if (problem || !(await call(() => api.user.activation({ ...who, code: code.trim() })))) return
    toast(t('global.registSuccess'))
    navigate(doorPath('/login', params), { replace: true })
  }
  return (
    <MailForm
      title={t('mail.codeTitle')}
      text={t('mail.codeText', { email: who.email })}
      failure={failure}
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
        onChange={(event) => setCode(event.target.value)}
        error={isTried && problem ? t(problem) : undefined}
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
