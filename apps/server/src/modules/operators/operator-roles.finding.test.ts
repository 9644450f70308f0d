import { ERRORS, type Role } from '@plinth/api'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openTestServer, PEOPLE, type Session, type TestServer } from '../../../test/market/harness.ts'
import { operate, rowsOf } from '../../../test/operator/operate.ts'
import { isAtConsole } from '../../operator/console.ts'
import { GROUPS } from '../../operator/groups.ts'

/** Every command of the operator with its least role. A new one is added here by hand. */
const LEAST_ROLE = {
  viewer: {
    categories: 'list',
    networks: 'list contracts',
    'pay-tokens': 'list',
    rates: 'list',
    fees: 'show buyer-call',
    site: 'show',
    announcements: 'list',
    banners: 'list',
    senders: 'list',
    auctions: 'show buyer-call',
    box: 'show missed',
    collections: 'list changed',
    items: 'hidden',
    users: 'list show',
    reports: 'list',
    media: 'unused',
    reading: 'show',
    health: 'show',
    signers: 'rotate',
    roles: 'list',
    acts: 'list',
  },
  moderator: {
    collections: 'verify unverify hide show lock unlock',
    items: 'hide show lock unlock reread',
    users: 'lock unlock sign-out',
    reports: 'decide',
  },
  operator: {
    categories: 'add rename move remove',
    networks: 'add set reset remove pause resume',
    'pay-tokens': 'add remove',
    rates: 'set remove currency',
    fees: 'set-seller',
    site: 'set reset',
    announcements: 'add edit remove',
    banners: 'add remove',
    senders: 'add remove',
    box: 'create fill deposit commit stop re-anchor serve unserve take-back',
    collections: 'import estimate official unofficial reread',
    media: 'remove',
    reading: 'reread recount',
  },
  'command line': { roles: 'grant revoke' },
}

type Who = Role | 'other moderator' | 'other operator' | 'visitor'
const ACTORS: readonly Role[] = ['viewer', 'moderator', 'operator']
const TARGETS: readonly Who[] = ['visitor', 'viewer', 'moderator', 'other moderator', 'operator', 'other operator']
const ACTS_ON_PEOPLE = ['users lock', 'users unlock', 'users sign-out', 'reports decide'] as const
/** The accounts that each role may act on; no other, and never themselves. */
const BELOW: Readonly<Record<Role, readonly Who[]>> = {
  viewer: [],
  moderator: ['visitor', 'viewer'],
  operator: ['visitor', 'viewer', 'moderator', 'other moderator'],
}
const CASES = ACTS_ON_PEOPLE.flatMap((act) => ACTORS.flatMap((actor) => TARGETS.map((target) => ({ act, actor, target }))))

const SIGNERS = {
  viewer: PEOPLE.alice,
  moderator: PEOPLE.bob,
  'other moderator': PEOPLE.carol,
  operator: PEOPLE.dan,
  'other operator': PEOPLE.zhangwei,
  visitor: PEOPLE.eve,
}

let server: TestServer
let people: Record<Who, Session>
beforeAll(async () => {
  server = await openTestServer()
  const signIn = async (who: Who) => [who, await server.signIn(SIGNERS[who])] as const
  const sessions: (readonly [Who, Session])[] = []
  for (const who of TARGETS) sessions.push(await signIn(who))
  people = Object.fromEntries(sessions) as Record<Who, Session>
  for (const who of TARGETS) {
    const role = who.split(' ').at(-1) ?? ''
    if (role !== 'visitor')
      await operate(server.context, 'roles', 'grant', '--wallet', people[who].address, '--role', role, '--why', 'team')
  }
})
afterEach(async () => {
  await server.context.db.updateTable('account').set({ locked_at: null }).execute()
})
afterAll(() => server?.close())

const isSignedIn = async ({ token }: Session) => (await server.post('/user/profile', {}, { token })).errno === undefined
async function isLocked({ address }: Session): Promise<boolean> {
  const [row] = await rowsOf(server.context, 'users', 'show', '--user', address)
  return row?.locked !== null
}
async function reportOn({ address }: Session): Promise<string> {
  await people.visitor.api.report.add({ kind: 3, address, text: 'Sells copies.', chainId: 31337 })
  const [report] = (await rowsOf(server.context, 'reports', 'list')).toReversed()
  return String(report?.id)
}

function refusal(actor: Role, target: Who, act: string) {
  if (BELOW[actor].includes(target)) return undefined
  // A locked account is signed out, so it never reaches its own unlocking.
  if (act === 'users unlock' && actor === target) return ERRORS.NOT_LOGGED_IN
  return actor === 'viewer' ? ERRORS.ROLE_MISSING : ERRORS.OPERATOR_REFUSED
}

describe('the roles of the operators', () => {
  it('[F-21] each command is for the role that stands here, and for those above it', () => {
    const found: Record<string, Record<string, string[]>> = { viewer: {}, moderator: {}, operator: {}, 'command line': {} }
    for (const [group, { commands }] of Object.entries(GROUPS))
      for (const [name, command] of Object.entries(commands)) {
        const groups = found[isAtConsole(command) ? command.role : 'command line'] ?? {}
        groups[group] = [...(groups[group] ?? []), name]
      }
    const listed = Object.fromEntries(
      Object.entries(LEAST_ROLE).map(([role, groups]) => [
        role,
        Object.fromEntries(Object.entries(groups).map(([group, names]) => [group, names.split(' ')])),
      ]),
    )
    expect(found).toEqual(listed)
  })

  it.each(CASES)('[F-21] $act by a $actor on the account of: $target', async ({ act, actor, target }) => {
    const [group = '', name = ''] = act.split(' ')
    const subject = people[target]
    if (name === 'unlock') await operate(server.context, 'users', 'lock', '--user', subject.address, '--why', 'x')
    const values = name === 'decide' ? { report: await reportOn(subject), verdict: 'upheld', enforce: 'true' } : { user: subject.address }
    const before = { isSignedIn: await isSignedIn(subject), isLocked: await isLocked(subject) }
    const asked = { group, act: name, values: JSON.stringify(values), why: 'a test' }
    const answer = await server.post('/operator/act', asked, { token: people[actor].token })
    const after = { isSignedIn: await isSignedIn(subject), isLocked: await isLocked(subject) }

    expect(answer.errno).toBe(refusal(actor, target, act)?.errno)
    if (BELOW[actor].includes(target)) expect(after).not.toEqual(before)
    else expect(after).toEqual(before)
    await server.context.db.updateTable('account').set({ locked_at: null }).execute()
    await server.context.db.updateTable('report').set({ status: 2 }).execute()
    people[target] = await server.signIn(SIGNERS[target])
  })

  it('[F-21] the command line locks operators too, for it stands above every role', async () => {
    await operate(server.context, 'users', 'lock', '--user', people.operator.address, '--why', 'lost the key')
    expect(await isLocked(people.operator)).toBe(true)
  })

  it('[F-21] refuses in Chinese too', async () => {
    people.moderator = await server.signIn(PEOPLE.bob)
    const values = JSON.stringify({ user: people['other operator'].address })
    const asked = { group: 'users', act: 'lock', values, why: 'a test' }
    const answer = await server.post('/operator/act', asked, { token: people.moderator.token, headers: { 'accept-language': 'zh' } })
    expect(answer).toMatchObject({ errno: ERRORS.OPERATOR_REFUSED.errno, data: { field: 'user' } })
    expect(answer.errmsg).toContain('只能在命令行中操作')
  })
})
