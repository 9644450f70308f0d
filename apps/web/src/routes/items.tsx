import { lazy } from 'react'
import { Navigate, useParams } from 'react-router'
import { OwnItems } from '../features/account/AccountPage.tsx'
import { useOfferDialogs } from '../features/trade/offer/use-offer-dialogs.tsx'
import { inTime } from '../lib/chunk.ts'
import { useAcceptOffers } from './use-accept-offers.tsx'
import { useCardActs } from './use-card-acts.tsx'

const ApprovalsPage = lazy(inTime(async () => ({ default: (await import('../features/approvals/ApprovalsPage.tsx')).ApprovalsPage })))

/** The page of approvals shares this route: the first view names few files. */
export function Component() {
  const { part } = useParams()
  if (part === undefined) return <Items />
  return part === 'approvals' ? <ApprovalsPage /> : <Navigate to="/404" replace />
}

function Items() {
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
