import type { Address } from '@plinth/protocol'
import { useEffect, useId, useRef, useState } from 'react'
import { Avatar } from '../../entities/UserChip.tsx'
import { useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { FieldNotes } from '../../kit/Field.tsx'
import { api } from '../../lib/api.ts'
import { failureOf } from '../../wallet/errors.ts'
import { CropDialog } from './CropDialog.tsx'
import { AVATAR_MEGABYTES, AVATAR_TYPES, avatarProblem, isDrawing, isMoving } from './profile-form.ts'

type AvatarFieldProps = { address: Address; value: string; onChange: (avatar: string) => void }

const upload = async (file: File): Promise<string> => (await api.storage.avatar({}, { files: [file] })).url

/** A picture, cut to a square before it is sent. It is worn once the profile is saved. */
export function AvatarField({ address, value, onChange }: AvatarFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [cropped, setCropped] = useState<string>()
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  useEffect(() => () => void (cropped?.startsWith('blob:') && URL.revokeObjectURL(cropped)), [cropped])

  const attempt = async (run: () => Promise<void>) => {
    setError(undefined)
    setBusy(true)
    await run().catch((failed: unknown) => setError(failureOf(failed).text))
    setBusy(false)
  }
  const take = (file: File | undefined) => {
    if (input.current) input.current.value = ''
    if (!file) return
    const problem = avatarProblem(file)
    if (problem) return setError(t(problem, { megabytes: AVATAR_MEGABYTES }))
    void attempt(async () => {
      if (isMoving(file)) onChange(await upload(file))
      else setCropped(isDrawing(file) ? await upload(file) : URL.createObjectURL(file))
    })
  }
  const wear = (file: File) =>
    attempt(async () => {
      onChange(await upload(file))
      setCropped(undefined)
    })
  return (
    <div className="field-set">
      <div className="avatar-field">
        <Avatar person={{ address, avatar: value }} size={96} />
        <div>
          <input
            ref={input}
            id={id}
            type="file"
            className="file-input"
            aria-label={t('profile.avatar')}
            aria-describedby={`${id}-notes`}
            accept={AVATAR_TYPES}
            onChange={(event) => take(event.target.files?.[0])}
          />
          <div className="row g12">
            <Button size="small" busy={isBusy} onClick={() => input.current?.click()}>
              {t('profile.choose')}
            </Button>
            {value !== '' && (
              <button type="button" className="link" onClick={() => onChange('')}>
                {t('profile.takeOff')}
              </button>
            )}
          </div>
          <div id={`${id}-notes`}>
            <FieldNotes error={error} hint={t('profile.avatarHint', { megabytes: AVATAR_MEGABYTES })} />
          </div>
        </div>
      </div>
      {cropped && <CropDialog src={cropped} onClose={() => setCropped(undefined)} onCut={wear} />}
    </div>
  )
}
