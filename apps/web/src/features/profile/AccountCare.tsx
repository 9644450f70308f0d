import { ACCOUNT_CALLS, type User } from '@plinth/api'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useTranslation } from '../../i18n/translate.ts'
import { Button, ButtonLink } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { TextField } from '../../kit/Field.tsx'
import { toast } from '../../kit/toast.tsx'
import { api, clientOf, queryOf } from '../../lib/api.ts'
import { connectPath } from '../../lib/links.ts'
import { saveFile } from '../../lib/save-file.ts'
import { useSession } from '../../lib/session.ts'
import { failureOf } from '../../wallet/errors.ts'

/** Not among the calls that the first view carries. */
const accountApi = clientOf(ACCOUNT_CALLS).user

/** What belongs to the account and not to the profile: how one gets in, what is kept, and the way out. */
export function AccountCare({ user }: { user: User }) {
  const { t } = useTranslation()
  const { status, byMail } = useSession()
  const isIn = status === 'loggedIn'
  const { data } = useQuery({ ...queryOf(api.user.email, {}), enabled: isIn })
  const [isLeaving, setLeaving] = useState(false)
  const email = data?.email ?? ''
  return (
    <section className="profile-care" aria-label={t('profile.account')}>
      <h2 className="d d22">{t('profile.account')}</h2>
      {email !== '' && (
        <Row title={t('profile.email')} text={email}>
          <Link className="link" to="/setpwd">
            {t('profile.newPassword')}
          </Link>
        </Row>
      )}
      {byMail && (
        <Row title={t('profile.wallet')} text={t('profile.walletText')}>
          <ButtonLink size="small" to={connectPath('/profile')}>
            {t('session.link')}
          </ButtonLink>
        </Row>
      )}
      <Row title={t('profile.data')} text={t('profile.dataText')}>
        <Button size="small" disabled={!isIn} onClick={() => download(user).catch((error: unknown) => toast(failureOf(error).text, 'bad'))}>
          {t('profile.download')}
        </Button>
      </Row>
      <Row title={t('profile.leave')} text={t('profile.leaveText')}>
        <Button size="small" disabled={!isIn} onClick={() => setLeaving(true)}>
          {t('profile.remove')}
        </Button>
      </Row>
      {isLeaving && <RemoveDialog needsPassword={email !== ''} onClose={() => setLeaving(false)} />}
    </section>
  )
}

function Row({ title, text, children }: { title: string; text: string; children: React.ReactNode }) {
  return (
    <div className="profile-row">
      <div className="grow">
        <div className="strong">{title}</div>
        <p className="muted">{text}</p>
      </div>
      {children}
    </div>
  )
}

/** As a file, amounts as text. */
async function download({ shortUrl, address }: User): Promise<void> {
  const all = await accountApi.export({})
  const text = JSON.stringify(all, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value), 2)
  saveFile(`${shortUrl || address}.json`, text, 'application/json')
}

function RemoveDialog({ needsPassword, onClose }: { needsPassword: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { disconnect } = useSession()
  const navigate = useNavigate()
  const [password, setPassword] = useState('')
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    try {
      await accountApi.remove({ password: password || undefined })
      await disconnect()
      navigate('/', { replace: true })
      toast(t('profile.removed'))
    } catch (error) {
      setFailure(failureOf(error).text)
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('profile.removeTitle')}
      foot={
        <Button variant="primary" full busy={isBusy} disabled={needsPassword && password === ''} onClick={remove}>
          {t('profile.removeNow')}
        </Button>
      }
    >
      <p className="s16 muted">{t('profile.removeText')}</p>
      {needsPassword ? (
        <TextField
          label={t('mail.password')}
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={failure}
        />
      ) : (
        failure && (
          <p className="field-error" role="alert">
            {failure}
          </p>
        )
      )}
    </Dialog>
  )
}
