import { type ItemRecord, type Person as PersonRecord, pageTitle, type User, type UserStat } from '@plinth/api'
import { type Address, isAddress } from '@plinth/protocol'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { personName } from '../../entities/person-name.ts'
import type { OwnOffer } from '../../flows/acts/order/end-too.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { ButtonLink } from '../../kit/Button.tsx'
import { FilterTabs } from '../../kit/FilterTabs.tsx'
import { LazyBoundary } from '../../kit/LazyBoundary.tsx'
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
import { PORTFOLIO_PATH } from './portfolio/portfolio-address.ts'
import { ViewSwitch } from './portfolio/ViewSwitch.tsx'
import { SidePanel } from './SidePanel.tsx'
import { ACCOUNT_TABS, type AccountTab, type AccountView, readView, turnView, writeView } from './tabs.ts'
import './account.css'

const PrivateListings = lazy(inTime(() => import('./private/PrivateListings.tsx').then((module) => ({ default: module.PrivateListings }))))

/** The quick act of a card; trading is another feature's, so the route brings it. */
type Acts = { actOf: (item: ItemRecord, ends?: OwnOffer) => ReactNode; picks?: OwnPicks }
/** What an operator can do with the account. */
type OperatorActs = { operatorActs?: (person: PersonRecord) => ReactNode }

/** Decision 18. */
const SHORT_LINK = /^[a-z0-9-]{3,30}$/

/** Resolves the address line: an address has a page, and so has a short link that an account took. */
export function AccountPage({ address, actOf, picks, operatorActs }: { address: string } & Acts & OperatorActs) {
  const { t } = useTranslation()
  const lower = address.toLocaleLowerCase('en')
  const isShort = SHORT_LINK.test(lower)
  const short = useQuery({ ...queryOf(api.user.info, { shortUrl: lower }), enabled: isShort })
  const found = isAddress(lower) ? lower : userOf(short.data)?.address
  if (found) return <Person address={found} actOf={actOf} picks={picks} operatorActs={operatorActs} />
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
export function OwnItems({ actOf, picks }: Acts) {
  const { address } = useSession()
  return address ? <Person key={address} address={address} actOf={actOf} picks={picks} paged /> : null
}

type PersonProps = { address: Address /** My items, which turns pages and has a ledger. */; paged?: boolean } & Acts & OperatorActs

function Person({ address, actOf, picks, operatorActs, paged = false }: PersonProps) {
  const { t } = useTranslation()
  const { site } = useConfig()
  const session = useSession()
  const [params, setParams] = useSearchParams()
  const view = readView(params)
  const info = useQuery(personQuery(address))
  const counted = useQuery(statQuery(address, view))
  const stat = statOf(counted.data)
  const isOwn = session.address === address
  const isNarrow = useMediaQuery('(max-width: 900px)')
  // The server knows no account before its first sign-in; the account still has a page.
  const user = userOf(info.data) ?? (isOwn ? session.user : undefined)
  const person: PersonRecord | undefined = user ?? (info.isPending ? undefined : { address, nickname: '', avatar: '' })
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
          <div className="account-view">
            {paged ? (
              <ViewSwitch view="gallery" />
            ) : (
              <Link className="link" to={PORTFOLIO_PATH}>
                {t('portfolio.title')}
              </Link>
            )}
          </div>
        )}
        <h2 className="visually-hidden">{t('account.tabs')}</h2>
        <FilterTabs
          label={t('account.tabs')}
          value={view.tab}
          onChange={(tab) => change(turnView(view, { tab }))}
          items={ACCOUNT_TABS.map((value) => ({ value, label: t(`account.${value}`), ...(stat && { count: countOf(stat, value) }) }))}
        />
        {isOwn && session.status === 'loggedIn' && view.tab === 'sale' && (
          <LazyBoundary>
            <PrivateListings actOf={actOf} />
          </LazyBoundary>
        )}
        <AccountFilters view={view} onChange={change} />
        <AccountItems address={address} view={view} paged={paged} isOwn={isOwn} onChange={change} actOf={actOf} picks={picks} />
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
