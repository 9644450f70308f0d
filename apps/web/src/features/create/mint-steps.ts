import type { StepText } from '../../flows/step-views.ts'
import { useTranslation } from '../../i18n/translate.ts'

/** The steps of a mint in words: four when it is listed, two when it is not. */
export function useMintSteps(collection: string, isListing: boolean, isAllowed: boolean): StepText[] {
  const { t } = useTranslation()
  const making: StepText[] = [
    { key: 'upload', title: t('create.stepUpload'), aside: t('create.toIpfs') },
    { key: 'mint', title: t('create.stepMint'), aside: t('create.networkFee'), asksWallet: true },
  ]
  if (!isListing) return making
  return [
    {
      key: 'approve',
      title: t('create.stepAllow', { collection }),
      aside: t('create.once'),
      asksWallet: true,
      doneBefore: isAllowed ? t('trade.allowed') : undefined,
    },
    ...making,
    { key: 'sell', title: t('create.stepSell'), aside: t('create.free'), asksWallet: true },
  ]
}
