import { OwnItems } from '../features/account/AccountPage.tsx'
import { useOfferDialogs } from '../features/trade/offer/use-offer-dialogs.tsx'
import { useCardActs } from './use-card-acts.tsx'

export function Component() {
  const { actOf, dialogs } = useCardActs()
  const offers = useOfferDialogs()
  return (
    <>
      <OwnItems actOf={actOf} openOffer={offers.open} />
      {dialogs}
      {offers.dialogs}
    </>
  )
}
