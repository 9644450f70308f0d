import type { MintWay } from '../../flows/acts/item/create-item.ts'
import type { StepText } from '../../flows/engine/step-views.ts'
import { useTranslation } from '../../i18n/translate.ts'

type Wanted = {
  collection: string
  way: MintWay
  isEdition: boolean
  /** See `lacksSigner`. */
  lacksSigner?: boolean | undefined
  /** What was done before anything ran. */
  isAllowed: boolean
  isSent: boolean
}

/**
 * The labelled steps of a mint: four when it is listed, two when it is not, and none on the chain when its buyer mints it. One
 * more comes first where the collection does not accept the market's signature yet.
 */
export function useMintSteps({ collection, way, isEdition, lacksSigner, isAllowed, isSent }: Wanted): StepText[] {
  const { t } = useTranslation()
  const upload: StepText = {
    key: 'upload',
    title: t('create.stepUpload'),
    aside: t('create.toIpfs'),
    doneBefore: isSent ? t('trade.allowed') : undefined,
  }
  const mint: StepText = { key: 'mint', title: t('create.stepMint'), aside: t('create.networkFee'), asksWallet: true }
  const sell: StepText = { key: 'sell', title: t('create.stepSell'), aside: t('create.free'), asksWallet: true }
  const allow: StepText = {
    key: 'approve',
    title: t('create.stepAllow', { collection }),
    aside: t('create.once'),
    asksWallet: true,
    doneBefore: isAllowed ? t('trade.allowed') : undefined,
  }
  const signer: StepText = { key: 'signer', title: t('create.stepSigner', { collection }), aside: t('create.once'), asksWallet: true }
  const first = lacksSigner ? [signer] : []
  if (way === 'mint') return [...first, upload, mint]
  if (way === 'sell') return [...first, allow, upload, mint, sell]
  return isEdition ? [...first, allow, upload, sell] : [...first, upload, sell]
}
