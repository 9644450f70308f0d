import type { User } from '@plinth/api'
import { LENGTHS } from '@plinth/protocol'
import { ArrowLeft } from 'lucide-react'
import { lazy, useState } from 'react'
import { useNavigate } from 'react-router'
import { askSignIn, updateUser } from '../../flows/session/session-store.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { TextArea, TextField } from '../../kit/Field.tsx'
import { Icon } from '../../kit/icons.tsx'
import { LazyBoundary } from '../../kit/LazyBoundary.tsx'
import { EmptyState } from '../../kit/states.tsx'
import { toast } from '../../kit/toast.tsx'
import { api, keyOf, queryClient } from '../../lib/api.ts'
import { inTime } from '../../lib/chunk.ts'
import { useSession } from '../../lib/session.ts'
import { useConfig } from '../../lib/site.ts'
import { failureOf } from '../../wallet/errors.ts'
import { AccountCare } from './AccountCare.tsx'
import { AvatarField } from './AvatarField.tsx'
import { BannerField } from './BannerField.tsx'
import { type ProfileValues, shortLinkProblem, valuesOf } from './profile-form.ts'
import './profile.css'

const Blocked = lazy(inTime(async () => ({ default: (await import('./Blocked.tsx')).Blocked })))

/** One's own profile. A wallet that has not signed in yet is asked to. */
export function ProfilePage() {
  const { t } = useTranslation()
  const { site } = useConfig()
  const navigate = useNavigate()
  const { user } = useSession()
  const [known, setKnown] = useState(user)
  // Typed input outlives a session that ends in between.
  if (user && known?.id !== user.id) setKnown(user)
  const back = () => (history.length > 1 ? navigate(-1) : navigate('/'))
  return (
    <main className="wrap page profile-page">
      <title>{`${t('profile.title')} · ${site.name}`}</title>
      <button type="button" className="row g8 muted profile-back" onClick={back}>
        <Icon of={ArrowLeft} size="small" />
        {t('kit.back')}
      </button>
      <h1 className="d d40">{t('profile.title')}</h1>
      {known ? (
        <>
          <ProfileForm key={String(known.id)} user={known} />
          <AccountCare user={user ?? known} />
          <LazyBoundary>
            <Blocked />
          </LazyBoundary>
        </>
      ) : (
        <EmptyState title={t('session.signInTitle')} text={t('session.signInText')}>
          <Button variant="primary" dot onClick={() => askSignIn('act')}>
            {t('session.signIn')}
          </Button>
        </EmptyState>
      )}
    </main>
  )
}

function ProfileForm({ user }: { user: User }) {
  const { t } = useTranslation()
  const { site } = useConfig()
  const [values, setValues] = useState(() => valuesOf(user))
  const [failure, setFailure] = useState<{ at: FailedField; text: string }>()
  const [isBusy, setBusy] = useState(false)
  const change = (part: Partial<ProfileValues>) => {
    setValues({ ...values, ...part })
    setFailure(undefined)
  }
  const problem = shortLinkProblem(values.shortUrl)
  const save = async () => {
    const { max } = LENGTHS.nickname
    if (values.nickname.length > max) return setFailure({ at: 'nickname', text: t('profile.nameLong', { max }) })
    if (problem) return setFailure({ at: 'shortUrl', text: t(problem) })
    setBusy(true)
    try {
      await saveProfile(values, user)
      toast(t('profile.saved'))
    } catch (error) {
      const { code, text } = failureOf(error)
      setFailure({ at: fieldOf(code), text: code === 'SHORT_LINK_TAKEN' ? t('form.shortLinkExists') : text })
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      className="profile-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <AvatarField address={user.address} value={values.avatar} onChange={(avatar) => change({ avatar })} />
      <BannerField value={values.bannerUrl} onChange={(bannerUrl) => change({ bannerUrl })} />
      <TextField
        label={t('profile.nickname')}
        aside={t('profile.count', { count: values.nickname.length, max: LENGTHS.nickname.max })}
        autoComplete="nickname"
        error={failure?.at === 'nickname' ? failure.text : undefined}
        value={values.nickname}
        onChange={(event) => change({ nickname: event.target.value })}
      />
      <TextArea
        label={t('profile.brief')}
        aside={t('profile.count', { count: values.brief.length, max: 200 })}
        maxLength={200}
        rows={4}
        value={values.brief}
        onChange={(event) => change({ brief: event.target.value })}
      />
      <TextField
        label={t('profile.shortLink')}
        aside={t('form.optional')}
        hint={t('profile.shortLinkHint', { link: `${location.origin}/account/${values.shortUrl || '…'}` })}
        error={failure?.at === 'shortUrl' ? failure.text : undefined}
        maxLength={30}
        spellCheck={false}
        autoCapitalize="none"
        value={values.shortUrl}
        onChange={(event) => change({ shortUrl: event.target.value })}
      />
      <p className="hint">{t('profile.verification', { contact: site.contact || site.email || site.name })}</p>
      {failure?.at === 'form' && (
        <p className="field-error" role="alert">
          {failure.text}
        </p>
      )}
      <Button type="submit" variant="primary" busy={isBusy}>
        {t('profile.update')}
      </Button>
    </form>
  )
}

type FailedField = 'nickname' | 'shortUrl' | 'form'

function fieldOf(code: string | undefined): FailedField {
  if (code?.startsWith('NAME_')) return 'nickname'
  return code?.startsWith('SHORT_LINK_') ? 'shortUrl' : 'form'
}

/** Then every visitor sees it, the header first. */
async function saveProfile({ bannerUrl, ...values }: ProfileValues, before: User): Promise<void> {
  await api.user.setprofile(values)
  if (bannerUrl !== before.bannerUrl) await api.user.setbanner({ url: bannerUrl })
  const { user } = await api.user.profile({})
  updateUser(user)
  await queryClient.invalidateQueries({ queryKey: keyOf(api.user.info) })
}
