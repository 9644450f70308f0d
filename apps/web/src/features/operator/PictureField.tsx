import { useId, useState } from 'react'
import { useTranslation } from '../../i18n/translate.ts'
import { TextField } from '../../kit/Field.tsx'
import type { FieldText } from '../../kit/field.ts'
import { Spinner } from '../../kit/Spinner.tsx'
import { api } from '../../lib/api.ts'
import { failureOf } from '../../wallet/errors.ts'

type PictureFieldProps = FieldText & {
  value: string
  onChange: (value: string) => void
  name?: string
  /** What may be chosen. */
  accept?: string
}

/** A path of this site, or a file that gets one. */
export function PictureField({ value, onChange, error, name = 'image', accept = 'image/*', ...text }: PictureFieldProps) {
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
  const shownError = failed ?? error
  return (
    <TextField
      {...text}
      {...(shownError === undefined ? {} : { error: shownError })}
      name={name}
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
              className="operator-file"
              accept={accept}
              aria-label={t('operator.uploadOf', { what: text.label })}
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
