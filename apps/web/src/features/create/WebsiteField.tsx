import { useTranslation } from '../../i18n/translate.ts'
import { TextField } from '../../kit/Field.tsx'

type Props = { value: string; onChange(value: string): void; error: string | undefined }

/** The page of a collection's maker, https only. */
export function WebsiteField({ value, onChange, error }: Props) {
  const { t } = useTranslation()
  return (
    <TextField
      label={t('create.website')}
      aside={t('form.optional')}
      type="url"
      inputMode="url"
      value={value}
      maxLength={2_000}
      placeholder="https://"
      onChange={(event) => onChange(event.target.value)}
      error={error}
    />
  )
}
