import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { takeMailLogin } from '../../flows/session/session-store.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { TextField } from '../../kit/Field.tsx'
import { toast } from '../../kit/toast.tsx'
import { api } from '../../lib/api.ts'
import { doorPath, safeRedirect } from '../../lib/links.ts'
import { CaptchaField } from './CaptchaField.tsx'
import { MailForm } from './MailForm.tsx'
import { codeProblem, emailProblem, passwordProblem } from './mail-form.ts'
import { useCaptcha } from './use-captcha.ts'
import { useMailCall } from './use-mail-call.ts'

/** Nothing is prefilled (decision, AUTH-10). */
const EMPTY = { email: '', password: '', code: '' }

export function MailLogin() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const picture = useCaptcha()
  const { isBusy, failure, call } = useMailCall()
  const [values, setValues] = useState(EMPTY)
  const [isTried, setTried] = useState(false)
  const problems = { email: emailProblem(values.email), password: passwordProblem(values.password), code: codeProblem(values.code) }
  const errorOf = (field: keyof typeof EMPTY) => (isTried && problems[field] ? t(problems[field]) : undefined)
  const change = (part: Partial<typeof EMPTY>) => setValues({ ...values, ...part })

  const submit = async () => {
    setTried(true)
    if (Object.values(problems).some(Boolean)) return
    const isIn = await call(async () => {
      const { token } = await api.user.userLogin({ ...values, email: values.email.trim(), code: values.code.trim() })
      await takeMailLogin(token)
    })
    if (!isIn) {
      setTried(false)
      change({ code: '' })
      return picture.refresh()
    }
    toast(t('global.loginSuccess'))
    navigate(safeRedirect(params.get('redirect')), { replace: true })
  }
  return (
    <MailForm
      title={t('mail.loginTitle')}
      text={t('mail.loginText')}
      failure={failure}
      onSubmit={submit}
      links={
        <>
          <Link to={doorPath('/setpwd', params)}>{t('mail.forgotten')}</Link>
          <Link to={doorPath('/regist', params)}>{t('mail.toRegister')}</Link>
        </>
      }
    >
      <TextField
        label={t('mail.email')}
        type="email"
        autoComplete="username"
        value={values.email}
        onChange={(event) => change({ email: event.target.value })}
        error={errorOf('email')}
      />
      <TextField
        label={t('mail.password')}
        type="password"
        autoComplete="current-password"
        value={values.password}
        onChange={(event) => change({ password: event.target.value })}
        error={errorOf('password')}
      />
      <CaptchaField picture={picture} value={values.code} onChange={(code) => change({ code })} error={errorOf('code')} />
      <Button type="submit" variant="primary" full busy={isBusy}>
        {t('mail.logIn')}
      </Button>
    </MailForm>
  )
}
