import type { OperatorGroup, OperatorNetwork } from '@plinth/api'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { useSignedIn } from '../../entities/use-signed-in.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Button, ButtonLink } from '../../kit/Button.tsx'
import { Skeleton } from '../../kit/marks.tsx'
import { FailedState, NotFound } from '../../kit/states.tsx'
import { keyOf } from '../../lib/api.ts'
import { useSession } from '../../lib/session.ts'
import { useConfig } from '../../lib/site.ts'
import { failureOf } from '../../wallet/errors.ts'
import { Dashboard } from './Dashboard.tsx'
import { GroupScreen } from './GroupScreen.tsx'
import { useLabels } from './labels.ts'
import { MarketNetworks } from './market-networks.ts'
import { SECTIONS } from './screens.ts'
import './operator.css'
import { operatorApi } from './operator-api.ts'

/** The operators' console. The server decides what it shows and does, by the wallet that signed in. */
export function OperatorPage() {
  const { t } = useTranslation()
  const { site } = useConfig()
  const { status } = useSession()
  return (
    <main className="wrap page">
      <title>{`${t('operator.title')} · ${site.name}`}</title>
      {status === 'loggedIn' ? <Door /> : <SignIn />}
    </main>
  )
}

function SignIn() {
  const { t } = useTranslation()
  const signedIn = useSignedIn()
  return (
    <NotFound title={t('operator.signInTitle')} text={t('operator.signInText')}>
      <Button variant="primary" dot onClick={() => void signedIn(() => {})}>
        {t('operator.signIn')}
      </Button>
    </NotFound>
  )
}

/** Fetched again for each wallet; the server itself keeps out wallets without the role. */
function Door() {
  const { t } = useTranslation()
  const { address } = useSession()
  const desk = useQuery({
    queryKey: [...keyOf(operatorApi.desk), address],
    queryFn: async ({ signal }) => {
      const { role } = await operatorApi.me({}, { signal })
      return role === '' ? null : operatorApi.desk({}, { signal })
    },
  })
  if (desk.isPending) return <Waiting />
  if (desk.data === undefined) return <FailedState isPage text={failureOf(desk.error).text} retry={() => void desk.refetch()} />
  if (desk.data === null)
    return (
      <NotFound title={t('operator.refusedTitle')} text={t('operator.refusedText', { wallet: address ?? '' })}>
        <ButtonLink variant="primary" to="/">
          {t('state.toMarket')}
        </ButtonLink>
      </NotFound>
    )
  return <Console {...desk.data} />
}

type ConsoleProps = { role: string; groups: readonly OperatorGroup[]; networks: readonly OperatorNetwork[] }

function Console({ role, groups, networks }: ConsoleProps) {
  const { t } = useTranslation()
  const { screen } = useParams()
  const group = groups.find(({ name }) => name === screen)
  return (
    <div className="operator">
      <aside className="operator-side">
        <div className="d d28">{t('operator.title')}</div>
        <p className="s13 muted">{t('operator.you', { role: t(`operator.role.${role as 'viewer'}`) })}</p>
        <Parts groups={groups} shown={group?.name} />
      </aside>
      <div className="operator-main">
        <MarketNetworks value={networks}>{group ? <GroupScreen key={group.name} group={group} /> : <Dashboard />}</MarketNetworks>
      </div>
    </div>
  )
}

function Parts({ groups, shown }: { groups: readonly OperatorGroup[]; shown: string | undefined }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const named: readonly string[] = SECTIONS.flatMap(([, names]) => [...names])
  const sections = [
    ...SECTIONS.map(([section, names]) => ({ section, list: names.flatMap((name) => groups.find((group) => group.name === name) ?? []) })),
    { section: 'more' as const, list: groups.filter(({ name }) => !named.includes(name)) },
  ]
  return (
    <nav className="operator-nav" aria-label={t('operator.nav')}>
      <Link to="/operator" aria-current={shown === undefined ? 'page' : undefined}>
        {t('operator.dashboard.title')}
      </Link>
      {sections
        .filter(({ list }) => list.length > 0)
        .map(({ section, list }) => (
          <div key={section} className="operator-section">
            <div className="s12 muted">{t(`operator.section.${section}`)}</div>
            {list.map((group) => (
              <Link key={group.name} to={`/operator/${group.name}`} aria-current={group.name === shown ? 'page' : undefined}>
                {labels.group(group).title}
              </Link>
            ))}
          </div>
        ))}
    </nav>
  )
}

function Waiting() {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('kit.loading')} className="operator">
      <Skeleton width="100%" height={320} />
      <Skeleton width="100%" height={320} />
    </div>
  )
}
