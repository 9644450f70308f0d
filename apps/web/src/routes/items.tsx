import { lazy } from 'react'
import { Navigate, useLocation, useParams, useSearchParams } from 'react-router'
import { OwnItems } from '../features/account/AccountPage.tsx'
import { PortfolioTabs } from '../features/account/portfolio/PortfolioTabs.tsx'
import { PORTFOLIO_PATH, readPortfolioTab } from '../features/account/portfolio/portfolio-address.ts'
import { useOfferDialogs } from '../features/trade/offer/use-offer-dialogs.tsx'
import { LazyBoundary } from '../kit/LazyBoundary.tsx'
import { inTime } from '../lib/chunk.ts'
import { useAcceptOffers } from './use-accept-offers.tsx'
import { useCardActs } from './use-card-acts.tsx'
import { useOrderActs } from './use-order-acts.tsx'
import { usePicking } from './use-picking.tsx'

const ApprovalsPage = lazy(inTime(async () => ({ default: (await import('../features/approvals/ApprovalsPage.tsx')).ApprovalsPage })))
const BulkPage = lazy(inTime(async () => ({ default: (await import('../features/trade/bulk/BulkPage.tsx')).BulkPage })))
const openLedger = async () => ({ default: (await import('../features/account/portfolio/PortfolioPage.tsx')).PortfolioPage })
const PortfolioPage = lazy(inTime(openLedger))
// The ledger's code comes while the session is restored; its page reports a failure.
if (location.pathname === '/portfolio' || readPortfolioTab(new URLSearchParams(location.search))) openLedger().catch(() => undefined)

/** The ledger, the page of approvals and that of many prices share this route: the first view names few files. */
export function Component() {
  const { part } = useParams()
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  if (pathname === '/portfolio') return <Navigate to={PORTFOLIO_PATH} replace />
  if (part === 'list' || part === 'prices') return <Bulk mode={part === 'list' ? 'list' : 'change'} />
  if (part === 'approvals') return <ApprovalsPage tabs={<PortfolioTabs tab="approvals" />} />
  if (part !== undefined) return <Navigate to="/404" replace />
  return readPortfolioTab(params) ? <Ledger /> : <Gallery />
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

function Gallery() {
  const { actOf, dialogs } = useCardActs()
  const { picks, picking } = usePicking()
  return (
    <>
      <OwnItems actOf={actOf} picks={picks} />
      {dialogs}
      {picking}
    </>
  )
}

function Ledger() {
  const { actOf, rowActOf, dialogs } = useCardActs()
  const { openOrder, orderDialog } = useOrderActs()
  const { picking } = usePicking()
  const offers = useOfferDialogs()
  const { accept, dialog } = useAcceptOffers()
  // No boundary of its own: React would show it a third of a second after the page's.
  return (
    <>
      <PortfolioPage actOf={actOf} rowActOf={rowActOf} openOrder={openOrder} openOffer={offers.open} accept={accept} />
      {dialogs}
      {orderDialog}
      {picking}
      {offers.dialogs}
      {dialog}
    </>
  )
}
