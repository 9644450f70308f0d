import { useTranslation } from '../i18n/translate.ts'
import { TextField, type TextFieldProps } from './Field.tsx'
import { cleanDecimal, meantDecimal } from './price-text.ts'

type Props = Omit<TextFieldProps, 'value' | 'onChange' | 'inputMode'> & { value: string; onChange: (typed: string) => void }

/** A field of an amount. Its value is a decimal text, never a number. */
export function DecimalField({ value, onChange, error, ...rest }: Props) {
  return (
    <TextField
      {...rest}
      inputMode="decimal"
      value={value}
      onChange={(event) => onChange(cleanDecimal(event.target.value))}
      error={useCommaError(value) ?? error}
    />
  )
}

/** Stands before the form's own error, which can only say that it is no number (PORT-10). */
export function useCommaError(typed: string): string | undefined {
  const { t } = useTranslation()
  const amount = meantDecimal(typed)
  return amount === undefined ? undefined : t('form.didYouMean', { amount })
}
