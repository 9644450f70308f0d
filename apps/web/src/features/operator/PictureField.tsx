import { useId, useState } from 'react'
import { useTranslation } from '../../i18n/translate.ts'
import { TextField } from '../../kit/Field.tsx'
import type { FieldText } from '../../kit/field.ts'
import { Spinner } from '../../kit/Spinner.tsx'
import { api } from '../../lib/api.ts'
import { failureOf } from '../../wallet/errors.ts'

type PictureFieldProps = FieldText & { value: string; onChange: (value: string) => void }

/** A path of this site, or a file that gets one. */
export function PictureField({ value, onChange, error, ...text }: PictureFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  const [isBusy, setBusy] = useState(false)
  const [failed, setFailed] = useState<string>()
  const take = async (file: File | undefined) => {
    if (!file) return
    setBusy(true)
    setFailed(undefined)
    await api.storage.upload({}, { files: [file] }).then(
      ({ url }) => onChange(url),
      (problem: unknown) => setFailed(failureOf(problem).text),
    )
    setBusy(false)
  }
  const told = failed ?? error
  return (
    <TextField
      {...text}
      {...(told === undefined ? {} : { error: told })}
      name="image"
      value={value}
      spellCheck={false}
      onChange={(event) => onChange(event.target.value)}
      end={
        isBusy ? (
          <Spinner />
        ) : (
          <>
            <input
              id={id}
              type="file"
              className="file-input"
              accept="image/*"
              aria-label={t('operator.upload')}
              onChange={(event) => void take(event.target.files?.[0])}
            />
            <label htmlFor={id} className="link s14">
              {t('operator.upload')}
            </label>
          </>
        )
      }
    />
  )
}
