import type { OperatorAct, OperatorGroup, OperatorOption, OperatorRow } from '@plinth/api'
import { CHAIN, OTHER_CHAIN } from '../addresses.ts'
import type { FakeMarket } from './fake-market.ts'

type Role = 'viewer' | 'moderator' | 'operator'

const option = (name: string, over: Partial<OperatorOption> = {}): OperatorOption => ({
  name,
  about: `its ${name}`,
  kind: 'text',
  isNeeded: true,
  longest: 200,
  ...over,
})
const chain = option('chain', { kind: 'whole', from: 1, to: 2 ** 31 })
const address = (name: string) => option(name, { kind: 'address' })
const ofItem = [chain, address('collection'), option('token', { kind: 'tokenId' })]
const look = (name: string): OperatorAct => ({ name, about: `${name} it`, isLook: true, options: [] })
const act = (name: string, ...options: OperatorOption[]): OperatorAct => ({ name, about: `${name} it`, isLook: false, options })
const group = (name: string, ...acts: OperatorAct[]): OperatorGroup => ({ name, about: `About ${name}`, acts })
const which = (name: string) => option(name, { kind: 'whole', from: 1 })

/** Of the console, as the server describes it to an operator: as much as component tests need. */
const GROUPS: readonly OperatorGroup[] = [
  group('reports', look('list'), act('decide', which('report'), option('verdict', { kind: 'choice', choices: ['upheld', 'dismissed'] }))),
  group('items', look('hidden'), act('hide', ...ofItem), act('show', ...ofItem), act('lock', ...ofItem), act('unlock', ...ofItem)),
  group('collections', look('list'), act('import', chain, address('collection')), act('hide', chain, address('collection'))),
  group('users', look('list'), act('lock', address('user')), act('unlock', address('user')), act('sign-out', address('user'))),
  group('box', look('show'), act('create', option('series', { kind: 'series' }))),
  group(
    'categories',
    look('list'),
    act('add', option('name', { longest: 40 }), option('en'), option('zh'), option('under', { kind: 'whole', isNeeded: false })),
    act('remove', which('category')),
  ),
  group('site', look('show'), act('set', option('name'), option('value'))),
  group(
    'pay-tokens',
    look('list'),
    act(
      'add',
      chain,
      address('token'),
      option('decimals', { kind: 'whole', from: 0, to: 36 }),
      option('default', { kind: 'flag', isNeeded: false }),
    ),
    act('remove', chain, address('token')),
  ),
  group('fees', look('show'), act('set-seller', which('bps'))),
  group('senders', look('list'), act('add', chain, address('collection'), address('sender'))),
  group('networks', look('list'), act('pause', chain), act('set', chain, option('setting', { kind: 'choice', choices: ['name', 'rpc'] }))),
  group('reading', look('show'), act('recount')),
  group('acts', look('list')),
]
const MODERATED = ['reports', 'items', 'users']

/** What this role is offered: a viewer, no act; a moderator those on reports, items and users. */
const groupsFor = (role: Role): OperatorGroup[] =>
  GROUPS.map((one) => {
    const isWhole = role === 'operator' || (role === 'moderator' && MODERATED.includes(one.name))
    return isWhole ? one : { ...one, acts: one.acts.filter(({ isLook }) => isLook) }
  })

const DASHBOARD = {
  volume: [{ chainId: CHAIN, symbol: 'ETH', decimals: 18, sales: 3, day: '0', week: '0', month: (5n * 10n ** 18n).toString() }],
  sellerFees: [
    {
      chainId: CHAIN,
      symbol: 'ETH',
      decimals: 18,
      total: (3n * 10n ** 17n).toString(),
      days: [...Array(29).fill('0'), (3n * 10n ** 17n).toString()],
    },
  ],
  users: { all: 6, day: 1, week: 2, signedIn: 3, locked: 0 },
  works: { items: 41, hidden: 0, collections: 4, orders: 7, auctions: 0 },
  reports: 0,
  process: { seconds: 90, calls: 12, unexpected: 2, limited: 0 },
  chains: [
    { chainId: CHAIN, name: 'Local Ethereum', head: 90, indexed: 90, lag: 0, lagSeconds: 0, isStopped: false },
    { chainId: OTHER_CHAIN, name: 'Local Polygon', head: null, indexed: 4, lag: null, lagSeconds: null, isStopped: true },
  ],
  queue: { news: 0, mails: 0, metadata: 0, ranges: 0 },
  jobs: [{ name: 'expire-orders', everySeconds: 60, isHeld: true, endedAgo: null }],
}

/** The market answers its console to this role; the rows of a list are under "group act". */
export function openOperatorConsole(
  market: FakeMarket,
  role: Role,
  rows: Readonly<Record<string, readonly OperatorRow[]>> = {},
): OperatorGroup[] {
  const groups = groupsFor(role)
  const networks = [
    ...market.config.networks.map(({ chainId, name, symbol }) => ({ chainId, name, symbol })),
    // Visitors are not shown this one.
    { chainId: 31_339, name: 'Local BSC', symbol: 'BNB' },
  ]
  market
    .answer('operator.me', () => ({ role }))
    .answer('operator.desk', () => ({ role, groups, networks }))
    .answer('operator.dashboard', () => DASHBOARD)
    .answer('operator.look', ({ group: of, act: name }) => ({ said: '', rows: [...(rows[`${of} ${name}`] ?? [])] }))
    .answer('operator.act', () => ({ said: 'Done.', rows: [] }))
  return groups
}
