import { type ItemRecord, type Person as PersonRecord, pageTitle, type User, type UserStat } from '@plinth/api'
import { type Address, isAddress } from '@plinth/protocol'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { OpenOffer } from '../../entities/offer-act.ts'
import type { OpenAccept } from '../../entities/offers/accept-line.ts'
import { personName } from '../../entities/person-name.ts'
import type { OwnOffer } from '../../flows/acts/order/end-too.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { ButtonLink } from '../../kit/Button.tsx'
import { FilterTabs } from '../../kit/FilterTabs.tsx'
import { LazyBoundary } from '../../kit/LazyBoundary.tsx'
import { Skeleton } from '../../kit/marks.tsx'
import { FailedState, NotFound } from '../../kit/states.tsx'
import { api, queryOf } from '../../lib/api.ts'
import { inTime } from '../../lib/chunk.ts'
import { useMediaQuery } from '../../lib/media-query.ts'
import { useSession } from '../../lib/session.ts'
import { useConfig } from '../../lib/site.ts'
import { AccountFilters } from './AccountFilters.tsx'
import { AccountItems, type OwnPicks } from './AccountItems.tsx'
import { personQuery, statQuery } from './account-query.ts'
import { FormerApprovals } from './FormerApprovals.tsx'
import { SidePanel } from './SidePanel.tsx'
import { ACCOUNT_TABS, type AccountTab, type AccountView, readView, turnView, writeView } from './tabs.ts'
import './account.css'

const Inbox = lazy(inTime(async () => ({ default: (await import('./inbox/Inbox.tsx')).Inbox })))
/** Of My items alone: offers received. */
const RECEIVED = 'received'
const PrivateListings = lazy(inTime(() => import('./private/PrivateListings.tsx').then((module) => ({ default: module.PrivateListings }))))
const OwnOffers = lazy(inTime(async () => ({ default: (await import('./OwnOffers.tsx')).OwnOffers })))

/** The quick act of a card; trading is another feature's, so the route brings it. */
type Acts = { actOf: (item: ItemRecord, ends?: OwnOffer) => ReactNode; openOffer: OpenOffer; picks?: OwnPicks }
/** What an operator can do with the account. */
type OperatorActs = { operatorActs?: (person: PersonRecord) => ReactNode }

/** Decision 18. */
const SHORT_LINK = /^[a-z0-9-]{3,30}$/

/** Resolves the address line: an address has a page, and so has a short link that an account took. */
export function AccountPage({ address, actOf, openOffer, picks, operatorActs }: { address: string } & Acts & OperatorActs) {
  const { t } = useTranslation()
  const lower = address.toLocaleLowerCase('en')
  const isShort = SHORT_LINK.test(lower)
  const short = useQuery({ ...queryOf(api.user.info, { shortUrl: lower }), enabled: isShort })
  const found = isAddress(lower) ? lower : userOf(short.data)?.address
  if (found) return <Person address={found} actOf={actOf} openOffer={openOffer} picks={picks} operatorActs={operatorActs} />
  if (isShort && short.isPending) return <main className="wrap page" aria-busy="true" />
  if (isShort && short.isError)
    return (
      <main className="wrap page">
        <FailedState isPage retry={() => short.refetch()} />
      </main>
    )
  return (
    <main className="wrap page">
      <NotFound title={t('account.badAddress')} text={t('account.badAddressText')}>
        <ButtonLink variant="primary" to="/">
          {t('account.market')}
        </ButtonLink>
      </NotFound>
    </main>
  )
}

/** /items: the connected wallet's own page, which also turns pages (ACC-12). */
export function OwnItems({ actOf, openOffer, picks, accept }: Acts & { accept: OpenAccept }) {
  const { address } = useSession()
  return address ? <Person key={address} address={address} actOf={actOf} openOffer={openOffer} picks={picks} accept={accept} /> : null
}

type PersonProps = { address: Address /** Of the viewer's own page: sells to offers. */; accept?: OpenAccept } & Acts & OperatorActs

function Person({ address, actOf, openOffer, picks, operatorActs, accept }: PersonProps) {
  const paged = accept !== undefined
  const { t } = useTranslation()
  const { site } = useConfig()
  const session = useSession()
  const [params, setParams] = useSearchParams()
  const view = readView(params)
  const info = useQuery(personQuery(address))
  const counted = useQuery(statQuery(address, view))
  const stat = statOf(counted.data)
  const isOwn = session.address === address
  // What an account asks for is shown to itself alone.
  const isAtOffers = isOwn && params.get('tab') === 'offers'
  const isNarrow = useMediaQuery('(max-width: 900px)')
  // The server knows no account before its first sign-in; the account still has a page.
  const user = userOf(info.data) ?? (isOwn ? session.user : undefined)
  const person: PersonRecord | undefined = user ?? (info.isPending ? undefined : { address, nickname: '', avatar: '' })
  const isReceived = accept !== undefined && params.get('tab') === RECEIVED
  const change = (next: AccountView) => setParams(writeView(next), { replace: true, preventScrollReset: true })
  return (
    <main className="wrap page account">
      <title>{pageTitle(paged ? t('shell.myItems') : personName(person ?? { address, nickname: '' }), site.name)}</title>
      <SidePanel
        address={address}
        person={person}
        user={user}
        stat={stat}
        isOwn={isOwn}
        retryPerson={!user && info.isError ? info.refetch : undefined}
        operatorActs={user && !isOwn && operatorActs?.(user)}
        retryStat={!stat && counted.isError ? counted.refetch : undefined}
      />
      {/* Under the text on a phone: not shown before its length is known. */}
      <div className="account-works" hidden={isNarrow && info.isPending}>
        {isOwn && <FormerApprovals />}
        {isOwn && (
          <p className="account-allowed">
            <Link to="/items/approvals">{t('approvals.title')}</Link>
          </p>
        )}
        <h2 className="visually-hidden">{t('account.tabs')}</h2>
        <FilterTabs
          label={t('account.tabs')}
          value={isReceived ? RECEIVED : isAtOffers ? 'offers' : view.tab}
          onChange={(tab) =>
            tab === 'offers' || tab === RECEIVED
              ? setParams({ tab }, { replace: true, preventScrollReset: true })
              : change(turnView(view, { tab }))
          }
          items={[
            ...ACCOUNT_TABS.map((value) => ({ value, label: t(`account.${value}`), count: stat && countOf(stat, value) })),
            ...(isOwn ? [{ value: 'offers' as const, label: t('account.offers') }] : []),
            ...(accept ? [{ value: RECEIVED, label: t('inbox.received') } as const] : []),
          ]}
        />
        {isReceived ? (
          <LazyBoundary fallback={<Skeleton height={320} width="100%" />}>
            <Inbox accept={accept} />
          </LazyBoundary>
        ) : isAtOffers ? (
          <LazyBoundary fallback={<Skeleton height={320} width="100%" />}>
            <OwnOffers open={openOffer} />
          </LazyBoundary>
        ) : (
          <>
            {isOwn && session.status === 'loggedIn' && view.tab === 'sale' && (
              <LazyBoundary>
                <PrivateListings actOf={actOf} />
              </LazyBoundary>
            )}
            <AccountFilters view={view} onChange={change} />
            <AccountItems address={address} view={view} paged={paged} isOwn={isOwn} onChange={change} actOf={actOf} picks={picks} />
          </>
        )}
      </div>
    </main>
  )
}

/** What is not known is answered as {} (decision 7). */
const userOf = (data: User | object | undefined): User | undefined => (data && 'address' in data ? data : undefined)
const NONE: UserStat = { following: 0, followers: 0, onSale: 0, held: 0, created: 0, liked: 0 }
const statOf = (data: UserStat | object | undefined): UserStat | undefined => (data && 'onSale' in data ? data : data && NONE)

function countOf(stat: UserStat, tab: AccountTab): number {
  return { sale: stat.onSale, collectibles: stat.held, created: stat.created, liked: stat.liked }[tab]
}
