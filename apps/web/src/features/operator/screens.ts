import type { OperatorRow } from '@plinth/api'
import { toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import { accountPath, collectionPath, itemPath } from '../../lib/links.ts'

/** An act on a row of a list: which columns it is given, and when it makes sense. */
export type RowAct = {
  readonly act: string
  /** What its text is called where that is not the act's own. */
  readonly label?: string
  /** Column by option: said already, so that the form leaves it out. */
  readonly give: Readonly<Record<string, string>>
  /** Column by option: what the form begins with. */
  readonly start?: Readonly<Record<string, string>>
  /** Fixed by the choice of this act. */
  readonly set?: Readonly<Record<string, string>>
  readonly when?: (row: OperatorRow) => boolean
}

export type Screen = {
  /** The act that fills the list; without one the screen has only acts. */
  readonly list?: string
  /** The column that names a row in the head of a dialog. */
  readonly named?: string
  /** Its options name one row, which a row's own act does. */
  readonly isUnfiltered?: boolean
  readonly open?: (row: OperatorRow) => string | undefined
  readonly acts: readonly RowAct[]
}

const REPORTED = { item: 1, collection: 2, account: 3 } as const
/** Upholds a report and takes what it is about away with it. */
const ENFORCED = { act: 'decide', give: { report: 'id' }, set: { verdict: 'upheld', enforce: 'true' } } as const
const inMarket = { chain: 'chain', collection: 'address' }
const isKind =
  (kind: number) =>
  ({ kind: is }: OperatorRow) =>
    is === kind
/** Of boxes: whether the chain, and so a visitor, knows it. */
const isFilled = ({ state }: OperatorRow): boolean => state !== 'not filled'
/** Of rates: those of feeds are not the operator's. */
const isByHand = ({ from }: OperatorRow): boolean => from === 'operator'
/** Lower ids belong to the announcements of the configuration. */
const FIRST_OWN_ANNOUNCEMENT = 1001

/** What the lists don't say about themselves. A group without an entry shows its list and its commands as they come. */
export const SCREENS: Readonly<Record<string, Screen>> = {
  reports: {
    list: 'list',
    named: 'text',
    open: ({ kind, chain, address, token }) =>
      kind === REPORTED.account ? accountPath(String(address)) : placeOf(chain, address, kind === REPORTED.item ? token : undefined),
    acts: [
      { ...ENFORCED, label: 'reports.hide', when: (row) => isKind(REPORTED.item)(row) || isKind(REPORTED.collection)(row) },
      { ...ENFORCED, label: 'reports.lock', when: isKind(REPORTED.account) },
      { act: 'decide', label: 'reports.dismiss', give: { report: 'id' }, set: { verdict: 'dismissed', enforce: '' } },
      { act: 'decide', give: { report: 'id' } },
    ],
  },
  items: {
    list: 'hidden',
    named: 'name',
    acts: [{ act: 'show', give: { chain: 'chain', collection: 'collection', token: 'token' } }],
  },
  collections: {
    list: 'list',
    named: 'name',
    open: ({ chain, address, hidden }) => (hidden ? undefined : placeOf(chain, address)),
    acts: [
      { act: 'verify', give: inMarket, when: ({ verified }) => !verified },
      { act: 'unverify', give: inMarket, when: ({ verified }) => Boolean(verified) },
      {
        act: 'official',
        give: inMarket,
        when: ({ official, hidden, 'trade locked': locked }) => !official && !hidden && !locked,
      },
      // Those that the configuration names stay so.
      { act: 'unofficial', give: inMarket, when: ({ 'official by': by }) => by === 'operator' },
      { act: 'hide', give: inMarket, when: ({ hidden, official }) => !hidden && !official },
      { act: 'show', give: inMarket, when: ({ hidden }) => Boolean(hidden) },
      { act: 'lock', give: inMarket, when: ({ official, 'trade locked': locked }) => !locked && !official },
      { act: 'unlock', give: inMarket, when: ({ 'trade locked': locked }) => Boolean(locked) },
      { act: 'reread', give: inMarket },
    ],
  },
  users: {
    list: 'list',
    named: 'user',
    open: ({ user }) => accountPath(String(user)),
    acts: [
      { act: 'show', give: { user: 'user' } },
      { act: 'lock', give: { user: 'user' }, when: ({ locked }) => !locked },
      { act: 'unlock', give: { user: 'user' }, when: ({ locked }) => Boolean(locked) },
      { act: 'sign-out', give: { user: 'user' } },
    ],
  },
  announcements: {
    list: 'list',
    named: 'title',
    acts: ['edit', 'remove'].map((act) => ({
      act,
      give: { announcement: 'id' },
      when: ({ id }: OperatorRow) => Number(id) >= FIRST_OWN_ANNOUNCEMENT,
    })),
  },
  banners: {
    list: 'list',
    named: 'en',
    open: ({ chain, collection, token }) => placeOf(chain, collection, token),
    acts: [{ act: 'remove', give: { banner: 'id' } }],
  },
  box: {
    list: 'show',
    named: 'name',
    isUnfiltered: true,
    open: (row) => (isFilled(row) ? `/blindbox/detail/${row.box}?chain=${row.chain}` : undefined),
    acts: [
      // Preimages for as many openings as there can be.
      { act: 'fill', give: { box: 'box' }, start: { requests: 'boxes' }, when: (row) => !isFilled(row) },
      { act: 'show', give: { box: 'box' } },
      ...['deposit', 'commit', 'stop', 're-anchor', 'take-back'].map((act) => ({ act, give: { box: 'box' }, when: isFilled })),
    ],
  },
  categories: {
    list: 'list',
    named: 'name',
    acts: ['rename', 'move', 'remove'].map((act) => ({ act, give: { category: 'id' } })),
  },
  site: {
    list: 'show',
    named: 'name',
    acts: [
      { act: 'set', give: { name: 'name' } },
      { act: 'reset', give: { name: 'name' }, when: ({ from }) => from === 'operator' },
    ],
  },
  'pay-tokens': {
    list: 'list',
    named: 'symbol',
    acts: [
      {
        act: 'remove',
        give: { chain: 'chain', token: 'address' },
        when: ({ address, listed }) => Boolean(listed) && address !== ZERO_ADDRESS,
      },
    ],
  },
  rates: {
    list: 'list',
    named: 'address',
    acts: [
      { act: 'remove', give: { chain: 'chain', token: 'address' }, when: (row) => isByHand(row) && row.address !== ZERO_ADDRESS },
      { act: 'remove', give: { chain: 'chain' }, when: (row) => isByHand(row) && row.address === ZERO_ADDRESS },
    ],
  },
  fees: { list: 'show', acts: [{ act: 'buyer-call', give: { chain: 'chain' } }] },
  auctions: { list: 'show', acts: [{ act: 'buyer-call', give: { chain: 'chain' } }] },
  senders: {
    list: 'list',
    named: 'sender',
    acts: [{ act: 'remove', give: { chain: 'chain', collection: 'collection', sender: 'sender' } }],
  },
  networks: {
    list: 'list',
    named: 'name',
    acts: [
      { act: 'pause', give: { chain: 'chain' }, when: ({ paused }) => !paused },
      { act: 'resume', give: { chain: 'chain' }, when: ({ paused }) => Boolean(paused) },
      { act: 'set', give: { chain: 'chain' } },
      { act: 'reset', give: { chain: 'chain' }, when: ({ changed }) => changed !== '' },
      { act: 'contracts', give: { chain: 'chain' } },
      { act: 'remove', give: { chain: 'chain' }, when: ({ from }) => from === 'operator' },
    ],
  },
  media: { list: 'unused', acts: [] },
  reading: { list: 'show', acts: [] },
  health: { list: 'show', acts: [] },
  signers: { acts: [] },
  roles: { list: 'list', acts: [] },
  acts: { list: 'list', acts: [] },
}

/** The parts of the navigation; groups that none names come last. */
export const SECTIONS = [
  ['people', ['reports', 'items', 'collections', 'box', 'users']],
  ['site', ['announcements', 'banners', 'categories', 'site']],
  ['money', ['pay-tokens', 'rates', 'fees', 'auctions', 'senders']],
  ['machine', ['networks', 'media', 'reading', 'health', 'signers', 'roles', 'acts']],
] as const

function placeOf(chain: unknown, address: unknown, token?: unknown): string | undefined {
  if (typeof address !== 'string' || !/^0x[0-9a-f]{40}$/i.test(address)) return undefined
  const [chainId, collection] = [Number(chain), toAddress(address)]
  return token === undefined || token === null
    ? collectionPath(collection, chainId)
    : itemPath({ collection, tokenId: BigInt(String(token)), chainId })
}
