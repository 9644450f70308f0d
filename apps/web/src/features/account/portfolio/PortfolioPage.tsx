import { type ItemRecord, type OrderRecord, pageTitle } from '@plinth/api'
import { type Address, ALL_CHAINS } from '@plinth/protocol'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { NetworkFilter } from '../../../entities/live-list/NetworkFilter.tsx'
import type { OpenOffer } from '../../../entities/offer-act.ts'
import type { OpenAccept } from '../../../entities/offers/accept-line.ts'
import type { OwnOffer } from '../../../flows/acts/order/end-too.ts'
import { useLocale } from '../../../i18n/index.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { ButtonLink } from '../../../kit/Button.tsx'
import { LazyBoundary } from '../../../kit/LazyBoundary.tsx'
import { Skeleton } from '../../../kit/marks.tsx'
import { EmptyState } from '../../../kit/states.tsx'
import { inTime } from '../../../lib/chunk.ts'
import { countText } from '../../../lib/numbers.ts'
import { useSession } from '../../../lib/session.ts'
import { useConfig, useNetworks } from '../../../lib/site.ts'
import { LedgerTab } from './LedgerTab.tsx'
import type { ListingAct } from './ListingsTab.tsx'
import type { LedgerRow } from './ledger-row.ts'
import { PortfolioTabs } from './PortfolioTabs.tsx'
import { type PortfolioTab, readChain, readPortfolioTab, readWallet } from './portfolio-address.ts'
import { type Scope, summaryQuery } from './portfolio-query.ts'
import { SumStrip } from './SumStrip.tsx'
import { ViewSwitch } from './ViewSwitch.tsx'
import './portfolio.css'

const ListingsTab = lazy(inTime(async () => ({ default: (await import('./ListingsTab.tsx')).ListingsTab })))
const StatementsTab = lazy(inTime(async () => ({ default: (await import('./StatementsTab.tsx')).StatementsTab })))
const ActivityTab = lazy(inTime(async () => ({ default: (await import('./ActivityTab.tsx')).ActivityTab })))
const AuctionsTab = lazy(inTime(async () => ({ default: (await import('./AuctionsTab.tsx')).AuctionsTab })))
const Inbox = lazy(inTime(async () => ({ default: (await import('../inbox/Inbox.tsx')).Inbox })))
const Wallets = lazy(inTime(async () => ({ default: (await import('./wallets/Wallets.tsx')).Wallets })))
const OwnOffers = lazy(inTime(async () => ({ default: (await import('../OwnOffers.tsx')).OwnOffers })))

/** Trading is another feature's, so the route brings it. */
export type PortfolioActs = {
  actOf: (item: ItemRecord, ends?: OwnOffer) => ReactNode
  rowActOf: (row: LedgerRow) => ReactNode
  openOrder: (order: OrderRecord, act: ListingAct) => void
  openOffer: OpenOffer
  accept: OpenAccept
}

/** The ledger of My items: all that the account holds, offers and was offered, with what it is worth. */
export function PortfolioPage(acts: PortfolioActs) {
  const { address, status } = useSession()
  return address ? <Ledger key={address} account={address} isSignedIn={status === 'loggedIn'} acts={acts} /> : null
}

function Ledger({ account, isSignedIn, acts }: { account: Address; isSignedIn: boolean; acts: PortfolioActs }) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const { site } = useConfig()
  const networks = useNetworks()
  const [params, setParams] = useSearchParams()
  const tab = readPortfolioTab(params) ?? 'items'
  const chainId = readChain(params)
  const wallet = readWallet(params)
  const scope = { chainId, wallet }
  const me = isSignedIn ? account : undefined
  const summary = useQuery(summaryQuery(scope, me))
  const { data } = summary
  const turn = (name: 'chain' | 'wallet', next: string | undefined) =>
    setParams(
      (now) => {
        if (next === undefined) now.delete(name)
        else now.set(name, next)
        now.delete('collection')
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  return (
    <main className="wrap page portfolio">
      <title>{pageTitle(t('shell.myItems'), site.name)}</title>
      <header className="portfolio-head">
        <div>
          <h1 className="d d40">{t('portfolio.title')}</h1>
          <p className="muted portfolio-held">
            {data ? (
              t('portfolio.held', {
                works: t('portfolio.works', { count: data.works, formatted: countText(data.works, intl) }),
                collections: t('portfolio.inCollections', { count: data.collections }),
                networks: t('portfolio.onNetworks', { count: data.networks }),
              })
            ) : (
              <Skeleton width={220} height={16} />
            )}
          </p>
        </div>
        <div className="portfolio-choices">
          <ViewSwitch view="ledger" />
          {networks.length > 1 && (
            <NetworkFilter chainId={chainId} onChange={(next) => turn('chain', next === ALL_CHAINS ? undefined : String(next))} />
          )}
          <LazyBoundary fallback={<Skeleton width={128} height={48} />}>
            {me && <Wallets me={me} wallet={wallet} onChange={(next) => turn('wallet', next)} />}
          </LazyBoundary>
        </div>
      </header>
      <SumStrip summary={summary} />
      <PortfolioTabs tab={tab} wallet={wallet} counts={{ items: data?.works }} />
      <LazyBoundary fallback={<Skeleton height={320} width="100%" />}>
        <Panel tab={tab} scope={scope} me={me} isEmpty={data?.works === 0 && data.hidden === 0} hidden={data?.hidden ?? 0} acts={acts} />
      </LazyBoundary>
    </main>
  )
}

type PanelProps = {
  tab: PortfolioTab
  scope: Scope
  me: Address | undefined
  isEmpty: boolean
  hidden: number
  acts: PortfolioActs
}

function Panel({ tab, scope, me, isEmpty, hidden, acts }: PanelProps) {
  const { t } = useTranslation()
  switch (tab) {
    case 'listings':
      return <ListingsTab me={me} scope={scope} openOrder={acts.openOrder} actOf={acts.actOf} />
    case 'offers':
      return <OwnOffers open={acts.openOffer} />
    case 'received':
      return <Inbox accept={acts.accept} />
    case 'auctions':
      return <AuctionsTab me={me} chainId={scope.chainId} />
    case 'activity':
      return <ActivityTab me={me} chainId={scope.chainId} />
    case 'statements':
      return <StatementsTab me={me} scope={scope} />
    default:
      return isEmpty ? (
        <EmptyState title={t('portfolio.empty')} text={t('portfolio.emptyText')}>
          <ButtonLink variant="primary" to="/">
            {t('account.market')}
          </ButtonLink>
        </EmptyState>
      ) : (
        <LedgerTab me={me} hidden={hidden} rowActOf={acts.rowActOf} />
      )
  }
}
