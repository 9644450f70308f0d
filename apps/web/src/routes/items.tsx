import { OwnItems } from '../features/account/AccountPage.tsx'
import { useAcceptOffers } from '../features/trade/offer/use-accept-offers.tsx'
import { useOfferDialogs } from '../features/trade/offer/use-offer-dialogs.tsx'
import { useCardActs } from './use-card-acts.tsx'

export function Component() {
  const { actOf, dialogs } = useCardActs()
  const offers = useOfferDialogs()
  const { accept, dialog } = useAcceptOffers()
  return (
    <>
      <OwnItems actOf={actOf} openOffer={offers.open} accept={accept} />
      {dialogs}
      {offers.dialogs}
      {dialog}
    </>
  )
}
