import type { User, UserStat } from '@plinth/api'
import { type Address, isAddress } from '@plinth/protocol'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { ItemGrid } from '../../entities/ItemGrid.tsx'
import { personName } from '../../entities/UserChip.tsx'
import { useTranslation } from '../../i18n/translate.ts'
import { ButtonLink } from '../../kit/Button.tsx'
import { EmptyState, NotFound } from '../../kit/states.tsx'
import { FilterTabs } from '../../kit/Tabs.tsx'
import { api, pagesOf, queryOf } from '../../lib/api.ts'
import { useSession } from '../../lib/session.ts'
import { useConfig } from '../../lib/site.ts'
import { AccountFilters } from './AccountFilters.tsx'
import { SidePanel } from './SidePanel.tsx'
import { ACCOUNT_TABS, type AccountTab, type AccountView, readView, writeView } from './tabs.ts'
import './account.css'

const LIMIT = 20

/** Whatever stands in the address line; only a real address has a page. */
export function AccountPage({ address }: { address: string }) {
  const { t } = useTranslation()
  const lower = address.toLocaleLowerCase('en')
  if (isAddress(lower)) return <Person address={lower} />
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

/** /items: the connected wallet's own page. */
export function OwnItems() {
  const { address } = useSession()
  return address ? <Person address={address} /> : null
}

function Person({ address }: { address: Address }) {
  const { t } = useTranslation()
  const { site } = useConfig()
  const [params, setParams] = useSearchParams()
  const view = readView(params)
  const info = useQuery(queryOf(api.user.info, { address }))
  const stat = useQuery(queryOf(api.user.stat, { address, chainId: view.chainId }))
  // Nobody is known to the server before his first sign-in; he still has a page.
  const user = userOf(info.data)
  const person = user ?? { address, nickname: '', avatar: '' }
  const change = (next: AccountView) => setParams(writeView(next), { replace: true, preventScrollReset: true })
  return (
    <main className="wrap page account">
      <title>{`${personName(person)} · ${site.name}`}</title>
      <SidePanel person={person} user={user} stat={statOf(stat.data)} />
      <div className="account-works">
        <FilterTabs
          label={t('account.tabs')}
          value={view.tab}
          onChange={(tab) => change({ ...view, tab })}
          items={ACCOUNT_TABS.map((value) => ({ value, label: t(`account.${value}`), count: countOf(statOf(stat.data), value) }))}
        />
        <AccountFilters view={view} onChange={change} />
        <Works key={view.tab} address={address} view={view} />
      </div>
    </main>
  )
}

const userOf = (data: User | object | undefined): User | undefined => (data && 'address' in data ? data : undefined)
const statOf = (data: UserStat | object | undefined): UserStat | undefined => (data && 'onSale' in data ? data : undefined)

function countOf(stat: UserStat | undefined, tab: AccountTab): number | undefined {
  if (!stat) return undefined
  return { sale: stat.onSale, collectibles: stat.held, created: stat.created, liked: stat.liked }[tab]
}

const LISTS = { sale: api.user.onsales, collectibles: api.user.collections, created: api.user.created, liked: api.user.like } as const

function Works({ address, view }: { address: Address; view: AccountView }) {
  const { t } = useTranslation()
  const { tab, chainId, category } = view
  const pages = useInfiniteQuery(pagesOf(LISTS[tab], { page: 1, limit: LIMIT, address, chainId, category }))
  return (
    <ItemGrid
      pages={pages}
      columns={4}
      empty={
        <EmptyState title={t(`account.empty.${tab}.title`)} text={t(`account.empty.${tab}.text`)}>
          <ButtonLink variant="primary" to="/">
            {t('account.market')}
          </ButtonLink>
        </EmptyState>
      }
    />
  )
}
