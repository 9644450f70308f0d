import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { takeMailLogin } from '../../flows/session/session-store.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { TextField } from '../../kit/Field.tsx'
import { toast } from '../../kit/toast.tsx'
import { doorPath, safeRedirect } from '../../lib/links.ts'
import { MailForm } from './MailForm.tsx'
import { mailApi } from './mail-api.ts'
import { emailProblem, passwordProblem } from './mail-form.ts'
import { ProofField } from './ProofField.tsx'
import { useFormErrors } from './use-form-errors.ts'
import { useMailCall } from './use-mail-call.ts'
import { type MailedLink, useMailedLink } from './use-mailed-link.ts'
import { useProof } from './use-proof.ts'

export function MailLogin() {
  const mailed = useMailedLink()
  return <LogIn key={mailed?.link} mailed={mailed} />
}

/** Nothing is prefilled (AUTH-10) but the address that a mailed link is for. */
function LogIn({ mailed }: { mailed: MailedLink | undefined }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const proof = useProof(mailed)
  const { isBusy, failure, call, forget } = useMailCall()
  const [email, setEmail] = useState(mailed?.email ?? '')
  const [password, setPassword] = useState('')
  const problems = { email: emailProblem(email), password: passwordProblem(password), picture: proof.problem }
  const { errorOf, setTried, ...errors } = useFormErrors(problems, failure)
  const changing = (set: (text: string) => void) => (text: string) => {
    forget()
    set(text)
  }

  const submit = async () => {
    setTried(['email', 'password', 'picture'])
    if (Object.values(problems).some(Boolean)) return
    const isIn = await call(
      async () => {
        const { token } = await mailApi['mail.login']({ email: email.trim(), password, ...proof.fields })
        await takeMailLogin(token)
      },
      ({ code }) => proof.renew(code),
    )
    if (!isIn) return setTried([])
    toast(t('global.loginSuccess'))
    navigate(safeRedirect(params.get('redirect')), { replace: true })
  }
  return (
    <MailForm
      title={t('mail.loginTitle')}
      text={t('mail.loginText')}
      failure={errors.rest}
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
        ref={errors.email}
        value={email}
        onChange={(event) => changing(setEmail)(event.target.value)}
        error={errorOf('email')}
      />
      <TextField
        label={t('mail.password')}
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => changing(setPassword)(event.target.value)}
        error={errorOf('password')}
      />
      <ProofField
        act="login"
        email={email}
        onNoEmail={errors.wantEmail}
        proof={proof}
        onChange={changing(proof.change)}
        error={errorOf('picture')}
      />
      <Button type="submit" variant="primary" full busy={isBusy}>
        {t('mail.logIn')}
      </Button>
    </MailForm>
  )
}
