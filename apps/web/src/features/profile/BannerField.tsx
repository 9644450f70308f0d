import { useId, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { FieldNotes } from '../../kit/Field.tsx'
import { api } from '../../lib/api.ts'
import { mediaUrl } from '../../lib/media.ts'
import { failureOf } from '../../wallet/errors.ts'
import { AVATAR_MEGABYTES, BANNER_TYPES, bannerProblem } from './profile-form.ts'

type BannerFieldProps = { value: string; onChange: (banner: string) => void }

/** The wide picture of the account's page, uploaded whole. It is shown there once the profile is saved. */
export function BannerField({ value, onChange }: BannerFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const take = async (file: File | undefined) => {
    if (input.current) input.current.value = ''
    if (!file) return
    const problem = bannerProblem(file)
    setError(problem && t(problem, { megabytes: AVATAR_MEGABYTES }))
    if (problem) return
    setBusy(true)
    try {
      onChange((await api.storage.upload({}, { files: [file] })).url)
    } catch (failed) {
      setError(failureOf(failed).text)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="field-set banner-field">
      {value !== '' && <img src={mediaUrl(value)} alt="" />}
      <input
        ref={input}
        id={id}
        type="file"
        className="file-input"
        aria-label={t('profile.banner')}
        aria-describedby={`${id}-notes`}
        accept={BANNER_TYPES}
        onChange={(event) => void take(event.target.files?.[0])}
      />
      <div className="row g12">
        <Button size="small" busy={isBusy} onClick={() => input.current?.click()}>
          {t('profile.chooseBanner')}
        </Button>
        {value !== '' && (
          <button type="button" className="link" onClick={() => onChange('')}>
            {t('profile.removeBanner')}
          </button>
        )}
      </div>
      <div id={`${id}-notes`}>
        <FieldNotes error={error} hint={t('profile.bannerHint', { megabytes: AVATAR_MEGABYTES })} />
      </div>
    </div>
  )
}
