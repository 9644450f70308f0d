import { type TextKey, useTranslation } from '../../i18n/translate.ts'
import { Stepper, type StepperProps } from '../../kit/choices.tsx'

type Props = Pick<StepperProps, 'aside' | 'value' | 'onChange' | 'max' | 'isInvalid'> & {
  error: TextKey | undefined
  /** In place of the error: what the user is asked or has to know about the quantity. */
  question?: string | undefined
}

/** How many of an edition. */
export function QuantityField({ error, question, ...rest }: Props) {
  const { t } = useTranslation()
  return (
    <Stepper {...rest} label={t('trade.quantity')} less={t('trade.less')} more={t('trade.more')} error={question ?? (error && t(error))} />
  )
}
