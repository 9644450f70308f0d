import { OwnItems } from '../features/account/AccountPage.tsx'
import { useOfferDialogs } from '../features/trade/offer/use-offer-dialogs.tsx'
import { useAcceptOffers } from './use-accept-offers.tsx'
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
