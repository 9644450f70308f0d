import { lazy } from 'react'
import { Navigate, useParams } from 'react-router'
import { OwnItems } from '../features/account/AccountPage.tsx'
import { useOfferDialogs } from '../features/trade/offer/use-offer-dialogs.tsx'
import { LazyBoundary } from '../kit/LazyBoundary.tsx'
import { inTime } from '../lib/chunk.ts'
import { useAcceptOffers } from './use-accept-offers.tsx'
import { useCardActs } from './use-card-acts.tsx'
import { usePicking } from './use-picking.tsx'

const ApprovalsPage = lazy(inTime(async () => ({ default: (await import('../features/approvals/ApprovalsPage.tsx')).ApprovalsPage })))

const BulkPage = lazy(inTime(async () => ({ default: (await import('../features/trade/bulk/BulkPage.tsx')).BulkPage })))

/** The page of approvals shares this route: the first view names few files. */
export function Component() {
  const { part } = useParams()
  if (part === undefined) return <Items />
  if (part === 'list' || part === 'prices') return <Bulk mode={part === 'list' ? 'list' : 'change'} />
  return part === 'approvals' ? <ApprovalsPage /> : <Navigate to="/404" replace />
}

function Bulk({ mode }: { mode: 'list' | 'change' }) {
  const { accept, dialog } = useAcceptOffers()
  return (
    <>
      <LazyBoundary fallback={<main className="wrap page" aria-busy="true" />}>
        <BulkPage mode={mode} accept={accept} />
      </LazyBoundary>
      {dialog}
    </>
  )
}

function Items() {
  const { actOf, dialogs } = useCardActs()
  const { picks, picking } = usePicking()
  const offers = useOfferDialogs()
  const { accept, dialog } = useAcceptOffers()
  return (
    <>
      <OwnItems actOf={actOf} picks={picks} openOffer={offers.open} accept={accept} />
      {dialogs}
      {picking}
      {offers.dialogs}
      {dialog}
    </>
  )
}
