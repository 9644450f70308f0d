import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { TextField } from '../../kit/Field.tsx'
import { toast } from '../../kit/toast.tsx'
import { api } from '../../lib/api.ts'
import { doorPath } from '../../lib/links.ts'
import { CaptchaField } from './CaptchaField.tsx'
import { MailForm } from './MailForm.tsx'
import { ToLogin } from './MailRegister.tsx'
import { codeProblem, confirmProblem, emailProblem, newPasswordProblem } from './mail-form.ts'
import { useCaptcha } from './use-captcha.ts'
import { useCounter } from './use-counter.ts'
import { useMailCall } from './use-mail-call.ts'

/** How long until another code may be asked for; as the server counts. */
const RESEND_S = 120
const EMPTY = { email: '', picture: '', code: '', password: '', confirm: '' }
type Field = keyof typeof EMPTY

export function MailPassword() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const picture = useCaptcha()
  const counter = useCounter(RESEND_S)
  const { isBusy, failure, call } = useMailCall()
  const [values, setValues] = useState(EMPTY)
  const [tried, setTried] = useState<'code' | 'all'>()
  const { email, code, password, confirm } = values
  const problems = {
    email: emailProblem(email),
    picture: codeProblem(values.picture),
    code: codeProblem(code),
    password: newPasswordProblem(password, email),
    confirm: confirmProblem(confirm, password),
  }
  const shownFor = { code: ['email', 'picture'], all: ['email', 'code', 'password', 'confirm'] } as const
  const isShown = (field: Field) => tried !== undefined && shownFor[tried].some((one) => one === field)
  const errorOf = (field: Field) => (isShown(field) && problems[field] ? t(problems[field]) : undefined)
  const change = (part: Partial<typeof EMPTY>) => setValues({ ...values, ...part })

  const sendCode = async () => {
    setTried('code')
    if (problems.email || problems.picture) return
    const isSent = await call(() => api.user.sendcode({ email: email.trim(), code: values.picture.trim() }))
    setTried(undefined)
    change({ picture: '' })
    picture.refresh()
    if (!isSent) return
    counter.start()
    toast(t('mail.sent'))
  }
  const submit = async () => {
    setTried('all')
    if (shownFor.all.some((field) => problems[field])) return
    if (!(await call(() => api.user.setpassword({ email: email.trim(), code: code.trim(), password })))) return
    toast(t('mail.passwordSet'))
    navigate(doorPath('/login', params), { replace: true })
  }
  const field = (name: Field, rest: Partial<Parameters<typeof TextField>[0]> & { label: string }) => (
    <TextField value={values[name]} onChange={(event) => change({ [name]: event.target.value })} error={errorOf(name)} {...rest} />
  )
  return (
    <MailForm title={t('mail.passwordTitle')} text={t('mail.passwordText')} failure={failure} onSubmit={submit} links={<ToLogin />}>
      {field('email', { label: t('mail.email'), type: 'email', autoComplete: 'username' })}
      {counter.seconds === undefined && (
        <CaptchaField picture={picture} value={values.picture} onChange={(next) => change({ picture: next })} error={errorOf('picture')} />
      )}
      {field('code', {
        label: t('mail.mailedCode'),
        inputMode: 'numeric',
        autoComplete: 'one-time-code',
        maxLength: 10,
        end: (
          <Button size="small" disabled={counter.seconds !== undefined} busy={isBusy && tried === 'code'} onClick={sendCode}>
            <CodeLabel seconds={counter.seconds} />
          </Button>
        ),
      })}
      {field('password', { label: t('mail.newPassword'), hint: t('mail.passwordHint'), type: 'password', autoComplete: 'new-password' })}
      {field('confirm', { label: t('mail.confirm'), type: 'password', autoComplete: 'new-password' })}
      <Button type="submit" variant="primary" full busy={isBusy && tried === 'all'}>
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
