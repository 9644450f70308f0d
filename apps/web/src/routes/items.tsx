import { OwnItems } from '../features/account/AccountPage.tsx'
import { useAcceptOffers } from '../features/trade/offer/use-accept-offers.tsx'
import { useCardActs } from './use-card-acts.tsx'

export function Component() {
  const { actOf, dialogs } = useCardActs()
  const { accept, dialog } = useAcceptOffers()
  return (
    <>
      <OwnItems actOf={actOf} accept={accept} />
      {dialogs}
      {dialog}
    </>
  )
}
