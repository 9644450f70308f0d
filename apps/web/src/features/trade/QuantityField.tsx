import { type TextKey, useTranslation } from '../../i18n/translate.ts'
import { Stepper, type StepperProps } from '../../kit/choices.tsx'

type Props = Pick<StepperProps, 'aside' | 'value' | 'onChange' | 'max' | 'isInvalid'> & { error: TextKey | undefined }

/** How many of an edition. */
export function QuantityField({ error, ...rest }: Props) {
  const { t } = useTranslation()
  return <Stepper {...rest} label={t('trade.quantity')} less={t('trade.less')} more={t('trade.more')} error={error && t(error)} />
}
